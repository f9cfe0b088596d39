import type { AnyResource } from '@/schema';
import type { SavedState } from '@/schema/savedState';
import { initialState, readState, writeState, type ListState } from './listState';
import type { Density } from './useDensity';

/** What of a list belongs to the place where somebody stands, not to how they like to see it. */
const standing = { page: 1, open: null, standard: false } as const;

/** Whether a list is shown as declared, nothing chosen; the record beside it does not count. */
export const isAsDeclared = (state: ListState): boolean =>
  writeState({ ...state, ...standing }).size === 0 && !state.broken && state.page === 1;

/** The part of a list that is worth keeping, through the same words as the address. */
export const toSaved = (state: ListState, density: Density): SavedState => {
  const { filter, q, sort, columns, perpage } = state;
  return {
    ...(filter && { filter: filter as unknown as Record<string, unknown> }),
    ...(q && { q }),
    ...(sort && { sort: sort.map(({ name, order }) => (order === 'desc' ? `-${name}` : name)) }),
    ...(columns && { columns: [...columns] }),
    ...(perpage !== initialState.perpage && { perpage }),
    density,
  };
};

/** The list that a view describes. What it names and no longer exists is left out, as in an old link. */
export const fromSaved = ({ filter, q, sort, columns, perpage }: SavedState, resource: AnyResource): ListState => {
  const params = new URLSearchParams();
  if (filter) params.set('filter', JSON.stringify(filter));
  if (q) params.set('q', q);
  if (sort) params.set('sort', sort.join(','));
  if (columns) params.set('columns', columns.join(','));
  if (perpage) params.set('perpage', String(perpage));
  return readState(params, resource);
};

/** Whether the list on screen is the one that a view describes. */
export const isShown = (saved: SavedState, state: ListState, resource: AnyResource): boolean =>
  writeState(fromSaved(saved, resource)).toString() === writeState({ ...state, ...standing }).toString();
