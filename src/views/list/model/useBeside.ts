import { useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '../../../fields/kit/AppContext';
import type { Parent } from '../../../fields/kit/contracts';
import { pathTo } from '../../../fields/kit/paths';
import type { ListState } from './listState';
import type { ChangeList } from './useListState';

/** The record that stands beside a list, which the address names, and the ways to it and from it. */
export interface Beside {
  readonly id: number | null;
  readonly open: (id: number) => void;
  readonly close: () => void;
  /** Puts the focus into it. */
  readonly enter: () => void;
  readonly toPage: (id: number) => void;
}
interface BesideProps {
  readonly root: RefObject<HTMLElement | null>;
  readonly resource: AnyResource;
  readonly parent: Parent | undefined;
  readonly embedded: boolean;
  readonly state: ListState;
  readonly change: ChangeList;
}
/** Written on the place in the history that opening added, so that closing takes it away again. */
const mark = { isBeside: true } as const;
const wideEnough = '(min-width: 768px)';
const controls = 'a:not([data-row-link]), button, input, label, .list-check, .list-menu';

/** The record that a press asks to see: a plain press on its row or its link, where the screen has room for it. */
const pressedRow = (event: MouseEvent): number | null => {
  const { target, button, detail, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  // Enter on a link is a press without a count: it opens the page.
  if (
    defaultPrevented ||
    button !== 0 ||
    detail === 0 ||
    ctrlKey ||
    metaKey ||
    shiftKey ||
    altKey ||
    !(target instanceof Element) ||
    target.closest(controls)
  )
    return null;
  const row = target.closest<HTMLElement>('tr[data-row]');
  const isReading = !target.closest('a') && getSelection()?.isCollapsed === false;
  return row && !isReading && window.matchMedia(wideEnough).matches ? Number(row.dataset['row']) : null;
};
const focusRow = (root: HTMLElement | null, id: number): void =>
  root?.querySelector<HTMLElement>(`tr[data-row="${id}"] [data-row-link]`)?.focus();

/** What a list needs to show a record beside it; nothing inside another screen, or where records are places that one goes into. */
export const useBeside = ({ root, resource, parent, embedded, state, change }: BesideProps): Beside | null => {
  const registry = useRegistry(),
    grants = useGrants();
  const navigate = useNavigate(),
    { state: marked } = useLocation();
  const isPossible = !embedded && can(grants, 'show', resource) && !registry.all.some(({ within }) => within === resource.name);
  const id = isPossible ? state.open : null;
  const isMarked = (marked as Partial<typeof mark> | null)?.isBeside === true;

  const open = (next: number): void => {
    if (next !== id) change({ open: next }, { replace: id !== null, ...(id === null || isMarked ? { mark } : {}) });
  };
  const newest = useRef(open);
  useEffect(() => {
    newest.current = open;
  });
  useEffect(() => {
    const { current } = root;
    if (!current || !isPossible) return undefined;
    const listen = (event: MouseEvent): void => {
      const row = pressedRow(event);
      if (row === null) return;
      event.preventDefault();
      focusRow(current, row);
      newest.current(row);
    };
    current.addEventListener('click', listen);
    return () => current.removeEventListener('click', listen);
  }, [root, isPossible]);

  // Whatever closed it, a focus that went with it comes back to its row.
  const last = useRef(id);
  useEffect(() => {
    if (id === null && last.current !== null && document.activeElement === document.body) focusRow(root.current, last.current);
    last.current = id;
  }, [id, root]);

  if (!isPossible) return null;
  return {
    id,
    open,
    close: () => (isMarked ? void navigate(-1) : change({ open: null }, { replace: true })),
    enter: () => document.querySelector<HTMLElement>('[data-beside]')?.focus(),
    toPage: (next) => void navigate(pathTo(resource, 'show', { id: next, parent })),
  };
};
