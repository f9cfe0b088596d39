import type pg from 'pg';
import { withOwner } from '../../database/transaction';
import { ServiceRefusal, type RecordService } from './RecordService';

type RecordBody = Readonly<Record<string, unknown>>;
export type LocalRecords = RecordService & Required<Pick<RecordService, 'put'>>;
const pageSize = 200;
const pageSql = `select body, place from local_records where service = $1 and place > $2 order by place limit ${pageSize}`;
/** One after the other, so that nobody who reads by place misses a record that was given its place earlier and committed later. */
const lockSql = `select pg_advisory_xact_lock(hashtextextended('local_records', 0))`;
const putSql = `
  insert into local_records (service, ref, body) values ($1, $2, $3) on conflict (service, ref) do update set body = excluded.body, place = default returning body`;
const ownSql = 'select body, heard from local_records where service = $1 and ref = $2 for update';
const hearSql = 'update local_records set heard = array_append(heard, $3) where service = $1 and ref = $2';

/** Keeps the records of a service in the database: for trying the product out. What staff reports becomes part of the record, as at a service far away. */
export const localRecords = (pool: pg.Pool, service: string, notesField: string | null): LocalRecords => {
  const put = async (client: pg.ClientBase, ref: string, body: unknown): Promise<unknown> => {
    await client.query(lockSql);
    return (await client.query<{ body: unknown }>(putSql, [service, ref, JSON.stringify(body)])).rows[0]!.body;
  };
  return {
    name: 'local',
    put: (ref, record) => withOwner(pool, async (client) => void (await put(client, ref, record))),
    changes: async (cursor) => {
      const { rows } = await pool.query<{ body: unknown; place: number | string }>(pageSql, [
        service,
        /^\d{1,15}$/.test(cursor ?? '') ? Number(cursor) : 0,
      ]);
      return { records: rows.map(({ body }) => body), cursor: rows.length > 0 ? String(rows.at(-1)!.place) : cursor };
    },
    report: ({ key, ref, status, notes }) =>
      withOwner(pool, async (client) => {
        const {
          rows: [own],
        } = await client.query<{ body: RecordBody; heard: readonly string[] }>(ownSql, [service, ref]);
        if (!own) throw new ServiceRefusal('the service knows no such record');
        if (own.heard.includes(key)) return own.body;
        const kept = await put(client, ref, { ...own.body, status, ...(notesField && { [notesField]: notes }) });
        await client.query(hearSql, [service, ref, key]);
        return kept;
      }),
  };
};
