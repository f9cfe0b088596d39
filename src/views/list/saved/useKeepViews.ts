import { useCreate, useDelete, useUpdate } from '@refinedev/core';
import type { AnyResource } from '@/schema';
import type { SavedState } from '@/schema/savedState';
import { savedPlace, type SavedView } from '../model/useSavedViews';

const quiet = { successNotification: false, errorNotification: false } as const;

/** The changeable parts of a view. */
export interface ViewChange {
  readonly name?: string;
  readonly state?: SavedState;
  readonly is_default?: boolean;
  readonly is_shared?: boolean;
}
/** The changes of the views of a list; every promise rejects with the reason of the server. */
interface ViewKeeping {
  readonly save: (name: string, state: SavedState) => Promise<unknown>;
  readonly change: (view: SavedView, change: ViewChange) => Promise<unknown>;
  readonly remove: (view: SavedView) => Promise<unknown>;
}

/**
 * Stores, changes and removes views of a list. It is used only where that happens, because the code that writes is too large for components
 * that draw with every page.
 */
export const useKeepViews = (resource: AnyResource): ViewKeeping => {
  const { mutateAsync: create } = useCreate();
  const { mutateAsync: update } = useUpdate();
  const { mutateAsync: remove } = useDelete();
  return {
    save: (name, state) => create({ ...savedPlace, ...quiet, values: { name, resource: resource.name, state }, invalidates: ['list'] }),
    change: ({ id, version }, change) =>
      update({ ...savedPlace, ...quiet, id, values: { ...change, version }, mutationMode: 'pessimistic', invalidates: ['list', 'detail'] }),
    remove: ({ id, version }) =>
      remove({ ...savedPlace, ...quiet, id, values: { version } as never, mutationMode: 'pessimistic', invalidates: ['list'] }),
  };
};
