import type { AnyResource } from '@/schema';
import type { SavedState } from '@/schema/savedState';
import { fromWidths, initialState, readState, writeState, type ListState } from './listState';
import type { Density } from './useDensity';

/** The part of the state of a list that belongs to the present moment, not to a saved view. */
const standing = { page: 1, month: null, open: null, standard: false } as const;

/** Whether a list is shown as declared; the record next to it does not count. */
export const isAsDeclared = (state: ListState): boolean =>
  writeState({ ...state, ...standing }).size === 0 && !state.broken && state.page === 1;

/** The part of a list that a view stores, in the same format as the URL. */
export const toSaved = (state: ListState, density: Density): SavedState => {
  const { filter, q, sort, columns, pinned, widths, perpage, as, group } = state;
  return {
    ...(filter && { filter: filter as unknown as Record<string, unknown> }),
    ...(q && { q }),
    ...(sort && { sort: sort.map(({ name, order }) => (order === 'desc' ? `-${name}` : name)) }),
    ...(columns && { columns: [...columns] }),
    ...(pinned.length > 0 && { pinned: [...pinned] }),
    ...(Object.keys(widths).length > 0 && { widths: { ...widths } }),
    ...(as !== initialState.as && { as }),
    ...(group !== null && { group }),
    ...(perpage !== initialState.perpage && { perpage }),
    density,
  };
};

/** The list that a view describes. Names that no longer exist are left out, as in an old link. */
export const fromSaved = (
  { filter, q, sort, columns, pinned, widths, perpage, as, group }: SavedState,
  resource: AnyResource,
): ListState => {
  const params = new URLSearchParams();
  if (filter) params.set('filter', JSON.stringify(filter));
  if (q) params.set('q', q);
  if (sort) params.set('sort', sort.join(','));
  if (columns) params.set('columns', columns.join(','));
  if (pinned) params.set('pinned', pinned.join(','));
  if (widths) params.set('widths', fromWidths(widths));
  if (as) params.set('as', as);
  if (group) params.set('group', group);
  if (perpage) params.set('perpage', String(perpage));
  return readState(params, resource);
};

/** Whether the list on screen is the one that a view describes. */
export const isShown = (saved: SavedState, state: ListState, resource: AnyResource): boolean =>
  writeState(fromSaved(saved, resource)).toString() === writeState({ ...state, ...standing }).toString();
