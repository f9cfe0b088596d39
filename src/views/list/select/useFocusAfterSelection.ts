import { useEffect, useRef, type RefObject } from 'react';
import type { Selection } from '../model/selection';

const linkIn = (root: HTMLElement, id: number | undefined): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-row="${id}"] [data-row-link]`) ?? root.querySelector<HTMLElement>('[data-row-link]');

/** The bar of a selection takes the focus with it when it disappears: keyboard users continue at a row that was selected. */
export const useFocusAfterSelection = (root: RefObject<HTMLElement | null>, selection: Selection, picked: number): void => {
  const last = useRef<{ readonly picked: number; readonly id: number | undefined }>({ picked: 0, id: undefined });
  useEffect(() => {
    const before = last.current;
    last.current = { picked, id: selection.kind === 'rows' ? [...selection.rows.keys()].at(-1) : undefined };
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (before.picked > 0 && picked === 0 && isLost && root.current) linkIn(root.current, before.id)?.focus();
  }, [root, selection, picked]);
};
