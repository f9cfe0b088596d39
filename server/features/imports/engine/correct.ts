import { import_jobs } from '@/resources/import_jobs/import_jobs';
import { import_rows } from '@/resources/import_rows/import_rows';
import { isParts } from '@/schema/unknown';
import { columnsOf } from '../../../kernel/columnsOf';
import { conflict, invalid, notFound, problemAt } from '../../../kernel/DomainError';
import { execute } from '../../../kernel/select';
import { bind, sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { send } from '../../../jobs/store';
import { textOf, type Cell } from '../reading/Cell';
import { openTable } from '../reading/openTable';
import { sourceOfBytes } from '../reading/Source';
import { plainOf } from '../reading/words';
import { mayFill, type Importable } from './Importable';
import type { Job } from './Job';
import { checkRows, countRows, keepVerdicts, type Checking } from './rehearse';
import { added } from './counters';
import { keepKeys, keysOf } from './rowKeys';
import { readRows, type KeptRow } from './rows';

const j = columnsOf(import_jobs);
const r = columnsOf(import_rows);
const longest = 1000;

/** What a person changes of one row: cells by field, where null takes a correction back, and who its athlete is. */
export interface Correction {
  readonly values: Readonly<Record<string, string | null>>;
  readonly decision?: 'accept' | 'new' | null;
}
/** Reads a correction of the importable fields that the person may write. */
export const readCorrection = (tx: Transaction, importable: Importable, { mode }: Job, sent: unknown): Correction => {
  const { values = {}, decision, ...others } = isParts(sent) ? sent : {};
  const cells = isParts(values) ? Object.entries(values) : [];
  const problems = [
    ...Object.keys(others).map((path) => problemAt(path, 'UNKNOWN_FIELD')),
    ...cells.flatMap(([name, text]) => {
      if (!importable.target.fields.some((field) => field.name === name)) return [problemAt(`values.${name}`, 'UNKNOWN_FIELD')];
      if (!mayFill(tx.grants, importable, name, mode)) return [problemAt(`values.${name}`, 'MAPPING_FIELD_CLOSED', { field: name })];
      return text === null || (typeof text === 'string' && text.length <= longest) ? [] : [problemAt(`values.${name}`, 'INVALID_VALUE')];
    }),
    ...(decision === undefined || decision === null || decision === 'accept' || decision === 'new'
      ? []
      : [problemAt('decision', 'INVALID_VALUE')]),
  ];
  if (problems.length > 0) throw invalid(problems);
  return {
    values: Object.fromEntries(cells.map(([name, text]) => [name, typeof text === 'string' ? text : null])),
    ...(decision !== undefined && { decision: decision === 'accept' || decision === 'new' ? decision : null }),
  };
};

const judgeOpen = ({ status }: Job): void => {
  if (status !== 'validated') throw conflict('IMPORT_NOT_VALIDATED');
};

const rowOf = async (tx: Transaction, { import_jobid }: Job, row_no: number): Promise<KeptRow> => {
  const [row] = await tx.asOwner(() => readRows(tx, import_jobid, { where: sql`${r.row_no} = ${row_no}`, most: 1 }));
  if (!row) throw notFound();
  return row;
};

/** Changes a row in place and checks it again at once. */
export const correctRow = async (tx: Transaction, checking: Checking, row_no: number, { values, decision }: Correction): Promise<void> => {
  const { job } = checking;
  judgeOpen(job);
  const before = await rowOf(tx, job, row_no);
  const corrections = Object.fromEntries(
    Object.entries({ ...before.corrections, ...values }).flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
  );
  const row: KeptRow = { ...before, corrections, ...(decision !== undefined && { decision }) };
  await tx.asOwner(() =>
    execute(
      tx,
      sql`update ${r} set ${r.corrections} = ${JSON.stringify(corrections)}::jsonb, ${r.decision} = ${row.decision}, ${r.updated} = now() where ${r.import_rowid} = ${row.import_rowid}`,
    ),
  );
  const wasTaken = before.action === 'create' || before.action === 'update';
  const checked = await checkRows(tx, checking, [row], wasTaken);
  await keepVerdicts(tx, checking, checked.verdicts);
  await keepKeys(
    tx,
    job.import_jobid,
    checked.verdicts.map(({ read }) => ({ row_no, keys: keysOf(checking, read) })),
  );
  if (!wasTaken)
    await tx.asOwner(() =>
      execute(
        tx,
        sql`update ${j} set ${j.taken} = ${JSON.stringify(added(job.taken ?? {}, checked.taken))}::jsonb where ${j.import_jobid} = ${job.import_jobid}`,
      ),
    );
  await countRows(tx, job.import_jobid);
};

/** What the column of row numbers is called in the file of refused rows. */
export const rowColumn = { es: 'Fila', en: 'Row' } as const;
const rowWords: ReadonlySet<string> = new Set(Object.values(rowColumn).map(plainOf));

/** Rows of a corrected file by their number, each with the cells of the columns that the import knows. */
export const readCorrected = async (bytes: Buffer, { table, rows_total }: Job): Promise<ReadonlyMap<number, readonly Cell[]>> => {
  const file = await openTable(sourceOfBytes(bytes), { likeness: (names) => names.filter((name) => rowWords.has(plainOf(name))).length });
  const numbers = file.columns.find(({ name }) => rowWords.has(plainOf(name)));
  const places = (table?.columns ?? []).flatMap(({ name, at }) => {
    const column = file.columns.find((each) => each.name === name);
    return column ? [{ at, from: column.at }] : [];
  });
  const rows = new Map<number, readonly Cell[]>();
  for await (const batch of file.rows())
    for (const { cells } of batch) {
      const row_no = numbers ? Number(textOf(cells[numbers.at])) : Number.NaN;
      if (!Number.isInteger(row_no) || row_no < 1 || row_no > rows_total) continue;
      const corrected: Cell[] = [];
      for (const { at, from } of places) corrected[at] = cells[from] ?? null;
      rows.set(
        row_no,
        Array.from(corrected, (cell) => cell ?? null),
      );
    }
  if (rows.size === 0) throw invalid([problemAt('file', 'IMPORT_CORRECTION_ROWS', { column: rowColumn.es })]);
  return rows;
};

/** Replaces rows by those of a corrected file; they are checked again. Rows that were written stay as they are. */
export const replaceRows = async (tx: Transaction, job: Job, rows: ReadonlyMap<number, readonly Cell[]>): Promise<void> => {
  judgeOpen(job);
  const numbers = [...rows.keys()];
  await tx.asOwner(async () => {
    await execute(
      tx,
      sql`update ${sql.raw('import_rows')} set raw = u.raw::jsonb, corrections = null, action = null, updated = now()
          from unnest(${bind(numbers)}::int[], ${bind([...rows.values()].map((cells) => JSON.stringify(cells)))}::text[]) u(row_no, raw)
         where import_rows.import_jobid = ${job.import_jobid} and import_rows.row_no = u.row_no and import_rows.fate is null`,
    );
    await execute(
      tx,
      sql`update ${j} set ${j.status} = 'validating', ${j.task} = 'rehearse', ${j.handled_total} = ${j.rows_total}, ${j.reason} = null, ${j.updated} = now() where ${j.import_jobid} = ${job.import_jobid}`,
    );
  });
  await send(tx, { queue: 'imports', key: String(job.import_jobid), data: { import_jobid: job.import_jobid } });
};
