import { lazy, Suspense } from 'react';
import { useViews } from '../useViews';
import type { ListModel } from './model/useListModel';

const ActionDialog = lazy(async () => ({ default: (await import('../action/ActionDialog')).ActionDialog }));

/** The dialog of the running action: the generated one, or that of the resource inside a workspace. */
export const ListDialog = ({ list: { resource, parent, actions } }: { readonly list: ListModel }) => {
  const views = useViews(resource);
  const { running, end } = actions;
  if (!running) return null;
  const Own = parent ? views?.dialogs?.[running.name] : undefined;
  return (
    <Suspense fallback={null}>
      {Own && parent ? (
        <Own parent={parent} onClose={() => end(false)} />
      ) : (
        <ActionDialog resource={resource} action={running.name} target={running.target} rows={running.rows} parent={parent} onClose={end} />
      )}
    </Suspense>
  );
};
