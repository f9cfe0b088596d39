import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { bareImport, fill, type People } from './bareImport';
import type { Send, Work } from './longWork';
import { addPaidEvent } from './paidEvent';

type Client = Pick<pg.Pool, 'query'>;
const lookMs = 500;
const lettersIn = 26,
  letterCount = 5;

const word = (at: number): string =>
  Array.from({ length: letterCount }, (_, place) => String.fromCharCode(97 + (Math.trunc(at / lettersIn ** place) % lettersIn))).join('');
/** People of a file, nobody twice and nobody like somebody else. */
const peopleOf = (name: string, rows: number): People => ({
  first: Array.from({ length: rows }, (_, at) => `Ana ${word(at * 7)}`),
  last: Array.from({ length: rows }, (_, at) => `${name} ${word(at)}`),
  birth: Array.from(
    { length: rows },
    (_, at) => `${1950 + (at % 50)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
  ),
  email: Array.from({ length: rows }, (_, at) => `${name}-${at}@importados.test`),
});
const csvOf = ({ first, last, birth, email }: People, distance: string | null): string => {
  const more = distance === null ? '' : `,${distance}`;
  const lines = first.map((each, at) => `${each},${last[at]},F,${birth[at]},${email[at]}${more}`);
  return [`Nombre,Apellido paterno,Sexo,Fecha de nacimiento,Correo${distance === null ? '' : ',Distancia'}`, ...lines].join('\n');
};

/** Brings a file and has it rehearsed, as a person would. Answers the import. */
const rehearsed = async (send: Send, csv: string, data: object, rows: number): Promise<number> => {
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  form.append('file', new Blob([csv]), 'archivo.csv');
  const { import_jobid } = await send('/v2/inscription/imports', form);
  await send(`/v2/inscription/import_jobs/${import_jobid}/rehearse`, {});
  for (;;) {
    const { status, totals } = await send(`/v2/inscription/imports/${import_jobid}`);
    if (status === 'validated' && totals.new === rows) return import_jobid;
    if (status !== 'validating') throw new Error(`the rehearsal ended as ${status}: ${JSON.stringify(totals)}`);
    await pause(lookMs);
  }
};

/** A file of new people that was rehearsed already: its run against the inserts of what it writes. */
const importWork = (name: string, type: 'inscriptions' | 'athletes', speed: string, rows: number): Work => ({
  name,
  goal: { speed },
  rows,
  prepare: async (pool: Client, turn, count) => {
    const eventid = type === 'inscriptions' ? await addPaidEvent(pool, `${turn}-${type}`, 1) : null,
      other = type === 'inscriptions' ? await addPaidEvent(pool, `${turn}-${type}-sql`, 1) : null;
    const people = peopleOf(`${turn}-${type}`, count);
    const bare = await fill(pool, type, other, peopleOf(`${turn}-${type}-sql`, count));
    let id = 0;
    return {
      begin: async (send) => {
        id = await rehearsed(send, csvOf(people, eventid === null ? null : '10 km'), { type, ...(eventid !== null && { eventid }) }, count);
        const begun = new Date().toISOString(); // the embedded database is open in the server alone
        await send(`/v2/inscription/import_jobs/${id}/run`, {});
        return {
          table: 'import_jobs',
          key: 'import_jobid',
          id: String(id),
          begun: `'${begun}'::timestamptz`,
          path: `/v2/inscription/imports/${id}`,
          isOver: ({ status }) => status !== 'running',
        };
      },
      bare: (own) => bareImport(own, bare),
      check: async (own) => {
        const { rows: found } = await own.query(
          `select j.status, count(*) filter (where r.fate = 'written')::int as written from import_jobs j join import_rows r using (import_jobid) where j.import_jobid = $1 group by 1`,
          [id],
        );
        if (found[0]?.status !== 'done' || found[0]?.written !== count)
          throw new Error(`${found[0]?.written} of ${count} rows were written, and the import is ${found[0]?.status}`);
      },
    };
  },
});

/** Files of new people. */
export const importWorks = (rows: number): readonly Work[] => [
  importWork('an import of registrations', 'inscriptions', '>= 0.25', rows),
  importWork('an import of athletes', 'athletes', '>= 0.4', rows),
];
