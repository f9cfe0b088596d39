import type { AnyResource } from '@/schema';
import { initialState, type ListState } from './listState';
import { fromSaved } from './savedState';
import { densities, type Density } from './useDensity';
import type { ChangeList } from './useListState';
import type { SavedView, SavedViews } from './useSavedViews';

interface Showing {
  readonly resource: AnyResource;
  readonly saved: SavedViews;
  readonly state: ListState;
  readonly change: ChangeList;
  readonly onDensity: (density: Density) => void;
}

/** Shows a list as one of its views, or as declared; the record next to it stays. */
export const applyView = (
  { resource, saved, state, change, onDensity }: Showing,
  view: SavedView | null,
  how?: Parameters<ChangeList>[1],
): void => {
  if (view === null) {
    change({ ...initialState, perpage: state.perpage, open: state.open, standard: saved.views.some(({ isDefault }) => isDefault) });
    return;
  }
  change({ ...fromSaved(view.state, resource), open: state.open, standard: false }, how);
  const wanted = densities.find((each) => each === view.state.density);
  if (wanted) onDensity(wanted);
};
