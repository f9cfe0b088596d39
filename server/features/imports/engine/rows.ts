import { import_rows } from '@/resources/import_rows/import_rows';
import type { ImportNote } from '../../../kernel/ImportHooks';
import { columnsOf } from '../../../kernel/columnsOf';
import { select, value, type Runner, type Selected } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';
import type { Cell } from '../reading/Cell';

/** What is wrong with a row, or is to be known of it, on one field or on all of it. */
export type RowReason = ImportNote;
/** What a row changes. */
export interface RowChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const r = columnsOf(import_rows);
const row = {
  import_rowid: r.import_rowid,
  row_no: r.row_no,
  line: r.line,
  raw: value<readonly Cell[]>(sql`${r.raw}`),
  corrections: value<Readonly<Record<string, string>> | null>(sql`${r.corrections}`),
  action: r.action,
  reasons: value<readonly RowReason[] | null>(sql`${r.reasons}`),
  changes: value<readonly RowChange[] | null>(sql`${r.changes}`),
  person: r.person,
  decision: r.decision,
  web_userid: r.web_userid,
  inscriptionid: r.inscriptionid,
  recordid: r.recordid,
  record_version: r.record_version,
  fate: r.fate,
};
/** A row of an import as its work reads it. */
export type KeptRow = Selected<typeof row>;

/** Rows of an import in their order. */
export const readRows = (
  runner: Runner,
  jobid: number,
  { where, most, descending = false }: { readonly where: SQL; readonly most: number; readonly descending?: boolean },
): Promise<readonly KeptRow[]> =>
  select(
    runner,
    row,
    sql`from ${r} where ${r.import_jobid} = ${jobid} and ${r.deleted_at} is null and ${where} order by ${r.row_no} ${sql.raw(descending ? 'desc' : 'asc')} limit ${sql.raw(String(most))}`,
  );
