import { Readable } from 'node:stream';
import { import_rows } from '@/resources/import_rows/import_rows';
import type { ApiDeps } from '../../../kernel/ApiDeps';
import { columnsOf } from '../../../kernel/columnsOf';
import type { ImportLetter } from '../../../kernel/ImportHooks';
import type { Translate } from '../../../kernel/messages';
import { inWords } from '../../../kernel/presentError';
import { selectAll } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import { inTransaction, type Call, type Transaction } from '../../../kernel/transaction';
import { textOf } from '../reading/Cell';
import { rowColumn } from './correct';
import { byteOrderMark, csvLine } from './csv';
import { describeJob } from './describe';
import { describeRows, type ShownRow } from './describeRows';
import { maySee, type Importable } from './Importable';
import type { Job } from './Job';
import { readRows, type KeptRow } from './rows';

const r = columnsOf(import_rows);
const reasonColumn = { es: 'Motivo', en: 'Reason' } as const;
const mostNamed = 500,
  atOnce = 500,
  mostAsked = 2000;

/** What came of an import, whole. */
export interface ImportReport extends Awaited<ReturnType<typeof describeJob>> {
  /** Rows that undoing left as they are, and why; the first of them where there are many. */
  readonly stayed: readonly ShownRow[];
  /** Letters that had left before the import was undone; the first of them where there are many. */
  readonly letters: readonly ImportLetter[];
}
/** What came of an import: its totals, what stays of one that was undone, and the letters that had left already. */
export const readReport = async (
  tx: Transaction,
  importable: Importable,
  job: Job,
  { translate, hooks }: Pick<ApiDeps, 'translate' | 'hooks'>,
): Promise<ImportReport> => {
  const described = await describeJob(tx, job.import_jobid, translate);
  const stayed = await describeRows(tx, importable, job, translate, { state: 'stayed', after: 0, most: mostNamed });
  const { letters } = hooks.get(importable.resource.name)?.imports ?? {};
  const ids = letters
    ? await tx.asOwner(() =>
        selectAll(
          tx,
          r.recordid,
          sql`from ${r} where ${r.import_jobid} = ${job.import_jobid} and ${r.fate} is not null and ${r.recordid} is not null order by ${r.row_no}`,
        ),
      )
    : [];
  const sent: ImportLetter[] = [];
  if (letters)
    for (let at = 0; at < ids.length && sent.length < mostNamed; at += mostAsked)
      sent.push(
        ...(await tx.asOwner(() =>
          letters(
            tx,
            ids.slice(at, at + mostAsked).flatMap((id) => id ?? []),
          ),
        )),
      );
  return { ...described, stayed, letters: sent.slice(0, mostNamed) };
};

const columnsIn = (tx: Transaction, importable: Importable, { table, mapping }: Job) => {
  const isOpen = importable.target.fields.every(({ name }) => maySee(tx.grants, importable, name));
  return (table?.columns ?? []).map(({ at, name }) => {
    const field = mapping?.columns.find(({ column }) => column === name)?.field ?? null;
    return { at, name, field, shows: isOpen || (field !== null && maySee(tx.grants, importable, field)) };
  });
};

const lineOf = (tx: Transaction, importable: Importable, job: Job, translate: Translate) => {
  const columns = columnsIn(tx, importable, job);
  const sees = (path: string): boolean =>
    !importable.target.fields.some(({ name }) => name === path) || maySee(tx.grants, importable, path);
  return (row: KeptRow): string => {
    const reasons = (row.reasons ?? []).map(
      ({ path, ...reason }) => inWords(sees(path) ? reason : { ...reason, params: {} }, translate, tx.locale).message,
    );
    const cells = columns.map(({ at, field, shows }) =>
      shows ? ((field !== null ? row.corrections?.[field] : undefined) ?? textOf(row.raw[at] ?? null)) : '',
    );
    return csvLine([String(row.row_no), reasons.join(' '), ...cells]);
  };
};

/** The next lines of the file of refused rows, and where they end. */
const nextLines = (tx: Transaction, importable: Importable, job: Job, translate: Translate, after: number) =>
  tx.asOwner(async () => {
    const rows = await readRows(tx, job.import_jobid, { where: sql`${r.action} = 'error' and ${r.row_no} > ${after}`, most: atOnce });
    return { text: rows.map(lineOf(tx, importable, job, translate)).join(''), last: rows.at(-1)?.row_no, isEnd: rows.length < atOnce };
  });

/** Looks for an import in a transaction of its own. */
export type JobFor = (tx: Transaction) => Promise<{ readonly job: Job; readonly importable: Importable }>;

/** The rows that were refused as a file: their numbers, why, and their cells as they are now; to be corrected and brought again. What the person does not read is empty. */
export const refusedFile = (deps: ApiDeps, call: Call, jobFor: JobFor): Readable => {
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => inTransaction(deps, call, 'read', work);
  async function* lines(): AsyncGenerator<string> {
    const { locale } = call;
    yield await within(async (tx) => {
      const { job, importable } = await jobFor(tx);
      return byteOrderMark + csvLine([rowColumn[locale], reasonColumn[locale], ...columnsIn(tx, importable, job).map(({ name }) => name)]);
    });
    for (let after: number | undefined = 0; after !== undefined;) {
      const from: number = after;
      const next = await within(async (tx) => {
        const { job, importable } = await jobFor(tx);
        return nextLines(tx, importable, job, deps.translate, from);
      });
      if (next.text !== '') yield next.text;
      after = next.isEnd ? undefined : next.last;
    }
  }
  return Readable.from(lines(), { objectMode: false });
};
