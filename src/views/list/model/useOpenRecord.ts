import { useLocation, useNavigate } from 'react-router';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '../../../fields/kit/AppContext';
import type { Parent } from '../../../fields/kit/contracts';
import { pathTo } from '../../../fields/kit/paths';
import type { ListState } from './listState';
import type { ChangeList } from './useListState';

/** The record in the panel next to a list, which the URL names, and how to open and close it. */
export interface OpenRecord {
  readonly id: number | null;
  readonly open: (id: number) => void;
  readonly close: () => void;
  readonly toPage: (id: number) => void;
}
interface OpenRecordOptions {
  readonly resource: AnyResource;
  readonly parent: Parent | undefined;
  readonly isEmbedded: boolean;
  readonly state: ListState;
  readonly change: ChangeList;
}
/** Stored in the history entry that opening added, so that closing removes it again. */
const mark = { isInPanel: true } as const;

/** What a list needs to show a record in a panel; undefined inside another screen, or when records have their own workspace. */
export const useOpenRecord = ({ resource, parent, isEmbedded, state, change }: OpenRecordOptions): OpenRecord | null => {
  const registry = useRegistry(),
    grants = useGrants();
  const navigate = useNavigate(),
    { state: marked } = useLocation();
  const isPossible = !isEmbedded && can(grants, 'show', resource) && !registry.all.some(({ within }) => within === resource.name);
  if (!isPossible) return null;
  const id = state.open;
  const isMarked = (marked as Partial<typeof mark> | null)?.isInPanel === true;
  return {
    id,
    open: (next) => {
      if (next !== id) change({ open: next }, { replace: id !== null, ...(id === null || isMarked ? { mark } : {}) });
    },
    close: () => (isMarked ? void navigate(-1) : change({ open: null }, { replace: true })),
    toPage: (next) => void navigate(pathTo(resource, 'show', { id: next, parent })),
  };
};
