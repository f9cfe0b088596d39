import type pg from 'pg';
import { copyOut } from '../../server/database/copyOut';
import type { Work } from './longWork';
import { askers } from './servers';

const columns = [
  'folio',
  'number',
  'name',
  'status',
  'eventid',
  'distanceid',
  'tshirt_size',
  'gender',
  'birth_date',
  'paid_cents',
  'channel',
  'created',
];
const pieceBytes = 1024 * 1024,
  patienceMs = 1000;
/** The same columns as they are stored, under the policies of the same person, in the order of the file. */
const bareSql = `select i.folio, i.number, i.name, i.status, e.name->>'es', d.name, i.tshirt_size, i.gender, i.birth_date, i.paid_cents, i.channel, i.created
  from inscriptions i left join events e using (eventid) left join distances d using (distanceid) where i.deleted_at is null order by i.inscriptionid`;

const copyBare = async (pool: pg.Pool): Promise<number> => {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local role dorsal_tenant; set local app.org = '${askers.tenant.organizationid}'`);
    const copying = copyOut(client, bareSql, 'format csv', pieceBytes);
    let rows = 0;
    for (let piece = await copying.next(patienceMs); piece; piece = await copying.next(patienceMs)) rows += piece.rows;
    await client.query('rollback');
    return rows;
  } finally {
    client.release();
  }
};

/** Every registration that the person sees, as a file. */
const download = (name: string, format: string, speed: string, rows: number): Work => ({
  name,
  goal: { speed },
  rows,
  prepare: async () => {
    let id = 0,
      copied = 0;
    return {
      begin: async (send) => {
        const { report_jobid } = await send('/v2/inscription/inscriptions/download', { columns, format, sort: ['inscriptionid'] });
        id = report_jobid;
        return {
          table: 'report_jobs',
          key: 'report_jobid',
          id: String(id),
          path: `/v2/general/report_jobs/${id}`,
          isOver: ({ status }) => status === 'done' || status === 'failed',
        };
      },
      bare: async (own) => {
        copied = await copyBare(own);
      },
      check: async (own) => {
        const { rows: found } = await own.query('select status, rows from report_jobs where report_jobid = $1', [id]);
        if (found[0]?.status !== 'done' || found[0]?.rows !== copied)
          throw new Error(`the file has ${found[0]?.rows} of ${copied} rows and is ${found[0]?.status}`);
      },
    };
  },
});

/** Files of all registrations. */
export const downloadWorks = (rows: number): readonly Work[] => [
  download('a CSV file', 'csv', '>= 0.5', rows),
  download('a workbook', 'xlsx', '>= 0.15', rows),
];
