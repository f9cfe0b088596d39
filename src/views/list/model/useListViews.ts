import { useMemo } from 'react';
import type { AnyResource } from '@/schema';
import type { SavedState } from '@/schema/savedState';
import { applyView } from './applyView';
import { isAsDeclared, isShown, toSaved } from './savedState';
import { useDensity } from './useDensity';
import type { ListQuestion } from './useListQuestion';
import { useDefaultView, useSavedViews, type SavedView } from './useSavedViews';

/** The person's views of a list, and the current one. */
export interface ListViews {
  readonly views: readonly SavedView[];
  /** Whether they have been read. */
  readonly isKnown: boolean;
  readonly current: SavedView | undefined;
  /** Nothing is chosen: the list is as declared. */
  readonly isStandard: boolean;
  /** The list on screen, as a view would store it. */
  readonly shown: SavedState;
  /** Shows the list as a view, or as declared. */
  readonly apply: (view: SavedView | null) => void;
}

/** The saved views of a list; the default one opens automatically. Undefined when none can be stored. */
export const useListViews = (resource: AnyResource, { state, change }: ListQuestion, isEmbedded: boolean): ListViews | undefined => {
  const saved = useSavedViews(resource, !isEmbedded);
  const [density, onDensity] = useDensity();
  useDefaultView({ resource, saved, state, change, onDensity });
  return useMemo(
    () =>
      saved && {
        ...saved,
        current: saved.views.find((view) => isShown(view.state, state, resource)),
        isStandard: isAsDeclared(state),
        shown: toSaved(state, density),
        apply: (view) => applyView({ resource, saved, state, change, onDensity }, view),
      },
    [resource, saved, state, change, density, onDensity],
  );
};
