import type { Filter } from '@/schema';
import type { ActionTarget } from '../../../fields/kit/contracts';

export type Row = Readonly<Record<string, unknown>>;
/** The selection: single records, or everything that matches the filter. */
export type Selection = { readonly kind: 'rows'; readonly rows: ReadonlyMap<number, Row> } | { readonly kind: 'all' };

/** An empty selection. */
export const nothing: Selection = { kind: 'rows', rows: new Map() };

/** How many records are selected, out of those that match. */
export const countOf = (selection: Selection, total: number): number => (selection.kind === 'all' ? total : selection.rows.size);
/** Whether one record is selected. */
export const isSelected = (selection: Selection, id: number): boolean => selection.kind === 'all' || selection.rows.has(id);

/** Selects or deselects one record. After "all that match", deselecting one starts from the visible rows. */
export const toggleRow = (selection: Selection, id: number, row: Row, inSight: ReadonlyMap<number, Row>): Selection => {
  const rows = new Map(selection.kind === 'all' ? inSight : selection.rows);
  if (rows.has(id)) rows.delete(id);
  else rows.set(id, row);
  return { kind: 'rows', rows };
};
/** The visible rows between two, both included; none when one of them is not on this page. */
export const rangeOf = (from: number, to: number, inSight: ReadonlyMap<number, Row>): readonly number[] => {
  const ids = [...inSight.keys()];
  const [first = -1, last = -1] = [ids.indexOf(from), ids.indexOf(to)].sort((one, other) => one - other);
  return first < 0 ? [] : ids.slice(first, last + 1);
};
/** Selects or deselects visible rows together. */
export const putRows = (selection: Selection, ids: readonly number[], isChosen: boolean, inSight: ReadonlyMap<number, Row>): Selection => {
  const rows = new Map(selection.kind === 'all' ? inSight : selection.rows);
  for (const id of ids) {
    const row = inSight.get(id);
    if (!isChosen) rows.delete(id);
    else if (row) rows.set(id, row);
  }
  return { kind: 'rows', rows };
};
/** Selects every visible row, or deselects them when all are selected. */
export const togglePage = (selection: Selection, inSight: ReadonlyMap<number, Row>): Selection => {
  if (selection.kind === 'all') return nothing;
  const every = [...inSight.keys()].every((id) => selection.rows.has(id));
  const kept = [...selection.rows].filter(([id]) => !inSight.has(id));
  return { kind: 'rows', rows: new Map(every ? kept : [...selection.rows, ...inSight]) };
};

/** The known records of the selection; none for everything that matches. */
export const rowsOf = (selection: Selection): readonly Row[] => (selection.kind === 'all' ? [] : [...selection.rows.values()]);

/** The keys of single selected records; none for everything that matches. */
export const idsOf = (selection: Selection): readonly number[] => (selection.kind === 'all' ? [] : [...selection.rows.keys()]);

/** The same selection in the format of actions. */
export const targetOf = (selection: Selection, filter: Filter | null, search: string, total: number): ActionTarget =>
  selection.kind === 'all' ? { filter, ...(search && { search }), count: total } : { ids: [...selection.rows.keys()] };
