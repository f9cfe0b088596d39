import { useCreate, useDelete, useList, useUpdate } from '@refinedev/core';
import { useEffect, useMemo, useRef } from 'react';
import type { AnyResource } from '@/schema';
import type { SavedState } from '@/schema/savedState';
import { useRegistry } from '../../../fields/kit/AppContext';
import { applyView } from './applyView';
import { isAsDeclared } from './savedState';
import type { ListState } from '../model/listState';
import type { Density } from '../table/useDensity';
import type { ChangeList } from '../model/useListState';

/** Where views are kept: the one entity that lists themselves use. */
const place = { resource: 'saved_views', dataProviderName: 'general' } as const;
const most = 100; // more than that nobody finds again
const quiet = { successNotification: false, errorNotification: false } as const;

/** A list as one person likes to see it. */
export interface SavedView {
  readonly id: number;
  readonly name: string;
  readonly state: SavedState;
  readonly isDefault: boolean;
  readonly version: number;
}
/** The views of one list, in the order of their names. */
export interface SavedViews {
  readonly views: readonly SavedView[];
  readonly isKnown: boolean;
}
/** What may be done with the views of a list; every promise rejects with the reason of the server. */
interface ViewKeeping {
  readonly save: (name: string, state: SavedState) => Promise<unknown>;
  readonly change: (
    view: SavedView,
    change: { readonly name?: string; readonly state?: SavedState; readonly is_default?: boolean },
  ) => Promise<unknown>;
  readonly remove: (view: SavedView) => Promise<unknown>;
}

/** The person's views of a list; `undefined` where nothing keeps any. */
export const useSavedViews = (resource: AnyResource): SavedViews | undefined => {
  const isKept = useRegistry().find(place.resource) !== undefined && resource.name !== place.resource;
  const { query, result } = useList({
    ...place,
    filters: [{ field: 'resource', operator: 'eq', value: resource.name }],
    sorters: [{ field: 'name', order: 'asc' }],
    pagination: { currentPage: 1, pageSize: most },
    meta: { columns: ['name', 'state', 'is_default', 'version'], count: false },
    errorNotification: false,
    queryOptions: { enabled: isKept, staleTime: 60_000, retry: false },
  });
  const rows = query.data ? result.data : undefined;
  return useMemo(
    () =>
      !isKept
        ? undefined
        : {
            views: (rows ?? []).map((row) => ({
              id: Number(row['saved_viewid']),
              name: String(row['name']),
              state: row['state'] as SavedState,
              isDefault: row['is_default'] === true,
              version: Number(row['version']),
            })),
            isKnown: rows !== undefined,
          },
    [isKept, rows],
  );
};

/** Keeps, changes and removes views of a list. It is used where that is done: what writes is too heavy for what draws with every page. */
export const useKeepViews = (resource: AnyResource): ViewKeeping => {
  const { mutateAsync: create } = useCreate();
  const { mutateAsync: update } = useUpdate();
  const { mutateAsync: remove } = useDelete();
  return {
    save: (name, state) => create({ ...place, ...quiet, values: { name, resource: resource.name, state }, invalidates: ['list'] }),
    change: ({ id, version }, change) =>
      update({ ...place, ...quiet, id, values: { ...change, version }, mutationMode: 'pessimistic', invalidates: ['list', 'detail'] }),
    remove: ({ id, version }) =>
      remove({ ...place, ...quiet, id, values: { version } as never, mutationMode: 'pessimistic', invalidates: ['list'] }),
  };
};

interface Opening {
  readonly resource: AnyResource;
  readonly saved: SavedViews | undefined;
  readonly state: ListState;
  readonly change: ChangeList;
  readonly onDensity: (density: Density) => void;
}
/** Opens a list as its owner likes it: only where the address says nothing of its own, and only once. */
export const useDefaultView = ({ resource, saved, state, change, onDensity }: Opening): void => {
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current || !saved?.isKnown) return;
    isOpened.current = true;
    const chosen = saved.views.find(({ isDefault }) => isDefault);
    if (!chosen || state.standard || !isAsDeclared(state)) return;
    applyView({ resource, saved, state, change, onDensity }, chosen, { replace: true });
  }, [saved, state, change, resource, onDensity]);
};
