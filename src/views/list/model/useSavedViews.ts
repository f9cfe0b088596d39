import { useList } from '@refinedev/core';
import { useEffect, useMemo, useRef } from 'react';
import type { AnyResource } from '@/schema';
import type { SavedState } from '@/schema/savedState';
import { useGrants, useRegistry } from '../../../fields/kit/AppContext';
import { applyView } from './applyView';
import { isAsDeclared } from './savedState';
import type { ListState } from './listState';
import type { Density } from './useDensity';
import type { ChangeList } from './useListState';

/** Where views are stored: the one entity that lists themselves use. */
export const savedPlace = { resource: 'saved_views', dataProviderName: 'general' } as const;
const most = 100; // nobody finds more than that

/** A view of a list: the person's own, or shared by somebody of the organization. */
export interface SavedView {
  readonly id: number;
  readonly name: string;
  readonly state: SavedState;
  readonly isDefault: boolean;
  /** Everybody of the organization has it. */
  readonly isShared: boolean;
  /** Whether this person made it, and so may change it. */
  readonly isOwn: boolean;
  readonly version: number;
}
/** The views of one list, sorted by name. */
export interface SavedViews {
  readonly views: readonly SavedView[];
  readonly isKnown: boolean;
}
/** The person's views of a list; `undefined` when none can be stored. */
export const useSavedViews = (resource: AnyResource, isWanted: boolean): SavedViews | undefined => {
  const isThere = useRegistry().find(savedPlace.resource) !== undefined && resource.name !== savedPlace.resource;
  const isKept = isWanted && isThere;
  const { userid } = useGrants();
  const { query, result } = useList({
    ...savedPlace,
    filters: [{ field: 'resource', operator: 'eq', value: resource.name }],
    sorters: [{ field: 'name', order: 'asc' }],
    pagination: { currentPage: 1, pageSize: most },
    meta: { columns: ['name', 'state', 'is_default', 'is_shared', 'userid', 'version'], count: false },
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
              isShared: row['is_shared'] === true,
              isOwn: row['userid'] === userid,
              version: Number(row['version']),
            })),
            isKnown: rows !== undefined,
          },
    [isKept, rows, userid],
  );
};

interface Opening {
  readonly resource: AnyResource;
  readonly saved: SavedViews | undefined;
  readonly state: ListState;
  readonly change: ChangeList;
  readonly onDensity: (density: Density) => void;
}
/** Opens the default view of a list: only if the URL has no state of its own, and only once. */
export const useDefaultView = ({ resource, saved, state, change, onDensity }: Opening): void => {
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current || !saved?.isKnown) return;
    isOpened.current = true;
    const wanted = saved.views.filter(({ isDefault }) => isDefault);
    const chosen = wanted.find(({ isOwn }) => isOwn) ?? wanted[0]; // one's own default comes before a shared one
    if (!chosen || state.standard || !isAsDeclared(state)) return;
    applyView({ resource, saved, state, change, onDensity }, chosen, { replace: true });
  }, [saved, state, change, resource, onDensity]);
};
