import { import_rows } from '@/resources/import_rows/import_rows';
import { columnsOf } from '../../../kernel/columnsOf';
import { sql, type SQL } from '../../../kernel/sql';
import type { Translate } from '../../../kernel/messages';
import { inWords, type WireReason } from '../../../kernel/presentError';
import type { Transaction } from '../../../kernel/transaction';
import { maySee, type Importable } from './Importable';
import type { Job } from './Job';
import { readRows, type KeptRow, type RowReason } from './rows';
import { cellText } from './scene';

const r = columnsOf(import_rows);

/** What the rows of a rehearsal are asked by. */
export const rowStates = ['new', 'changed', 'same', 'refused', 'proposed', 'written', 'stayed', 'undone', 'unread'] as const;
export type RowState = (typeof rowStates)[number];
const conditions: Readonly<Record<RowState, SQL>> = {
  new: sql`${r.action} = 'create'`,
  changed: sql`${r.action} = 'update'`,
  same: sql`${r.action} = 'skip'`,
  refused: sql`${r.action} = 'error'`,
  proposed: sql`${r.action} = 'error' and ${r.person} = 'name_birth' and ${r.decision} is null`,
  written: sql`${r.fate} = 'written'`,
  stayed: sql`${r.fate} = 'stayed'`,
  undone: sql`${r.fate} = 'undone'`,
  unread: sql`${r.action} is null`,
};
const stateOf = { create: 'new', update: 'changed', skip: 'same', error: 'refused' } as const;

/** One row as the table of a rehearsal shows it. */
export interface ShownRow {
  readonly row_no: number;
  readonly line: number | null;
  readonly state: 'new' | 'changed' | 'same' | 'refused' | null;
  readonly fate: string | null;
  readonly cells: readonly {
    readonly field: string;
    readonly text: string | null;
    readonly hidden: boolean;
    readonly corrected: boolean;
  }[];
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown; readonly hidden: boolean }[];
  readonly reasons: readonly (WireReason & { readonly path: string })[];
  readonly person: 'found' | 'new' | 'proposed' | null;
  readonly decision: string | null;
  readonly recordid: number | null;
}

/** People who read no contact data hear of an athlete only that they are found, new or proposed. */
const personOf = ({ person, action, decision }: KeptRow): ShownRow['person'] => {
  if (person === null) return null;
  if (person === 'made') return 'new';
  return person === 'name_birth' && action === 'error' && decision === null ? 'proposed' : 'found';
};

const shown = (tx: Transaction, importable: Importable, { mapping, table }: Job, translate: Translate) => {
  const places = new Map(table?.columns.map(({ name, at }) => [name, at]));
  const columns = (mapping?.columns ?? []).flatMap(({ column, field }) => (field === null ? [] : [{ field, at: places.get(column) }]));
  const sees = (name: string): boolean =>
    !importable.target.fields.some((field) => field.name === name) || maySee(tx.grants, importable, name);
  const reason = ({ path, ...why }: RowReason) => {
    const known = sees(path) ? why : { ...why, params: {} };
    return { path, ...inWords(known, translate, tx.locale) };
  };
  return (row: KeptRow): ShownRow => {
    const extra = Object.keys(row.corrections ?? {}).filter((name) => !columns.some(({ field }) => field === name));
    const cells = [...columns, ...extra.map((field) => ({ field, at: undefined }))];
    return {
      row_no: row.row_no,
      line: row.line,
      state: row.action && stateOf[row.action],
      fate: row.fate,
      cells: cells.map(({ field, at }) => ({
        field,
        text: sees(field) ? cellText(field, row, at) : null,
        hidden: !sees(field),
        corrected: row.corrections?.[field] !== undefined,
      })),
      changes: (row.changes ?? []).map(({ field, before, after }) =>
        sees(field) ? { field, before, after, hidden: false } : { field, before: null, after: null, hidden: true },
      ),
      reasons: (row.reasons ?? []).map(reason),
      person: personOf(row),
      decision: row.decision,
      recordid: row.recordid,
    };
  };
};

/** Rows of an import as a person may see them, in their order. */
export const describeRows = async (
  tx: Transaction,
  importable: Importable,
  job: Job,
  translate: Translate,
  { state, after, most }: { readonly state: RowState | null; readonly after: number; readonly most: number },
): Promise<readonly ShownRow[]> => {
  const where = sql`${r.row_no} > ${after} and ${state === null ? sql.raw('true') : conditions[state]}`;
  const rows = await tx.asOwner(() => readRows(tx, job.import_jobid, { where, most }));
  return rows.map(shown(tx, importable, job, translate));
};
