import { useEffect, useRef, type RefObject } from 'react';
import { useOverlay } from '../../frame/useOverlay';
import type { OpenRecord } from './model/useOpenRecord';

const wideEnough = '(min-width: 768px)';
const controls = 'a:not([data-row-link]), button, input, label, .list-check, .list-menu';

/** The record of a press: a plain press on its row or its link, if the screen has room for the panel. */
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
  const row = target.closest<HTMLElement>('[data-row]');
  const isReading = !target.closest('a') && getSelection()?.isCollapsed === false;
  return row && !isReading && window.matchMedia(wideEnough).matches ? Number(row.dataset['row']) : null;
};
const linkOf = (root: HTMLElement | null, id: number | null): HTMLElement | null =>
  root?.querySelector<HTMLElement>(`[data-row="${id}"] [data-row-link]`) ?? null;

/** Opens the panel of a list with a press on a row. Escape closes it, and if it had the focus, the focus returns to its row. */
export const usePanel = (root: RefObject<HTMLElement | null>, panel: OpenRecord | null): void => {
  const id = panel?.id ?? null,
    isPossible = panel !== null;
  const newest = useRef(panel);
  const last = useRef(id);
  useEffect(() => {
    newest.current = panel;
    last.current = id ?? last.current;
  });
  useEffect(() => {
    const { current } = root;
    if (!current || !isPossible) return undefined;
    const listen = (event: MouseEvent): void => {
      const row = pressedRow(event);
      if (row === null) return;
      event.preventDefault();
      linkOf(current, row)?.focus();
      newest.current?.open(row);
    };
    current.addEventListener('click', listen);
    return () => current.removeEventListener('click', listen);
  }, [root, isPossible]);
  useOverlay({
    kind: 'side',
    isOpen: id !== null,
    onClose: () => newest.current?.close(),
    opener: () => linkOf(root.current, last.current),
  });
};
