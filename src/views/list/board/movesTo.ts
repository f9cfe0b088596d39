import type { Action, AnyResource, Grants } from '@/schema';
import { wayToEdit } from '../inline/wayToEdit';
import type { Row } from '../model/selection';
import { offersOn } from '../../offersOn';

/** How a card gets into a column: by one of these actions, or by changing its value. */
export type Move = { readonly by: 'action'; readonly names: readonly string[] } | { readonly by: 'edit' };

const leadsTo = ({ set, leads }: Action, field: string, value: string): boolean =>
  set?.[field] === value || leads?.[field]?.includes(value) === true;

/** How this person can move a record to a value of a field; undefined when nothing leads there now. */
export const movesTo = (grants: Grants, resource: AnyResource, row: Row, field: string, value: string): Move | undefined => {
  if (row[field] === value) return undefined;
  const names = offersOn(grants, resource, row)
    .possible.filter(({ action }) => leadsTo(action, field, value))
    .map(({ name }) => name);
  if (names.length > 0) return { by: 'action', names };
  return wayToEdit(grants, resource, row, field)?.by === 'edit' ? { by: 'edit' } : undefined;
};
