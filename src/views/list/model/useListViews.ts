import { useMemo } from 'react';
import type { AnyResource } from '@/schema';
import type { SavedState } from '@/schema/savedState';
import { applyView } from './applyView';
import { initialState } from './listState';
import { presetViews, type PresetView } from './presetViews';
import { isAsDeclared, isShown, toSaved } from './savedState';
import { useDensity } from './useDensity';
import type { ListQuestion } from './useListQuestion';
import { useDefaultView, useSavedViews, type SavedView } from './useSavedViews';

/** The person's views of a list, and the current one. */
export interface ListViews {
  readonly views: readonly SavedView[];
  /** The conditions that the resource declares. */
  readonly presets: readonly PresetView[];
  readonly preset: PresetView | undefined;
  /** Shows the list with only the condition of a preset. */
  readonly applyPreset: (preset: PresetView) => void;
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
export const useListViews = (resource: AnyResource, { plan, state, change }: ListQuestion, isEmbedded: boolean): ListViews | undefined => {
  const saved = useSavedViews(resource, !isEmbedded);
  const [density, onDensity] = useDensity();
  useDefaultView({ resource, saved, state, change, onDensity });
  const presets = useMemo(() => presetViews(plan), [plan]);
  return useMemo(
    () =>
      saved && {
        ...saved,
        presets,
        preset: presets.find(({ filter }) => isShown({ filter: { ...filter } }, state, resource)),
        applyPreset: ({ filter }) => change({ ...initialState, perpage: state.perpage, open: state.open, filter }),
        current: saved.views.find((view) => isShown(view.state, state, resource)),
        isStandard: isAsDeclared(state),
        shown: toSaved(state, density),
        apply: (view) => applyView({ resource, saved, state, change, onDensity }, view),
      },
    [resource, saved, presets, state, change, density, onDensity],
  );
};
