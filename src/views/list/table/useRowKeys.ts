import { useEffect, useRef, type RefObject } from 'react';
import { isTyping, pressed } from '../../../frame/shortcuts';
import type { Beside } from '../model/useBeside';

interface RowKeys {
  readonly onToggle: (id: number) => void;
  readonly onEdit: (id: number) => void;
  readonly beside: Beside | null;
}
const linksOf = (root: HTMLElement): readonly HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-row-link]')];
const rowOf = (target: Element): HTMLElement | null => target.closest<HTMLElement>('tr[data-row]');
const idOf = (row: HTMLElement): number => Number(row.dataset['row']);
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Goes to another row; the record beside follows, and who reads there stays there. */
const walk = (root: HTMLElement, from: Element | null, key: string, beside: Beside | null, staysThere: boolean): boolean => {
  const links = linksOf(root),
    last = links.length - 1;
  const at = from ? links.findIndex((link) => rowOf(link) === from) : -1;
  const next =
    links[key === 'Home' ? 0 : key === 'End' ? last : Math.min(Math.max(at + steps[key.length === 1 ? key.toLowerCase() : key]!, 0), last)];
  if (!next) return false;
  if (!staysThere) next.focus();
  next.scrollIntoView?.({ block: 'nearest' });
  if (beside && beside.id !== null) beside.open(idOf(rowOf(next)!));
  return true;
};

/** The keys of the record beside the list, wherever the focus is. */
const handleBeside = (target: Element, event: KeyboardEvent, row: HTMLElement | null, beside: Beside): boolean => {
  const isOpen = beside.id !== null;
  if (isOpen && pressed('close', event)) beside.close();
  else if (row && pressed('beside', event)) (beside.id === idOf(row) ? beside.enter : beside.open)(idOf(row));
  else if (isOpen && pressed('open', event) && (target === document.body || target.matches('[data-beside]'))) beside.toPage(beside.id!);
  else return false;
  return true;
};

const handle = (root: HTMLElement, event: KeyboardEvent, { onToggle, onEdit, beside }: RowKeys): boolean => {
  const target = event.target as Element;
  if (pressed('search', event)) {
    root.querySelector<HTMLInputElement>('[data-list-search]')?.focus();
    return true;
  }
  const focused = rowOf(target);
  const row = focused && root.contains(focused) ? focused : null;
  if (beside && handleBeside(target, event, row, beside)) return true;
  // Arrows scroll the record that is read; letters walk from there too.
  const reads = target.closest('[data-beside]') !== null;
  if (pressed('walk', event))
    return (
      (row !== null || target === document.body || (reads && event.key.length === 1)) &&
      walk(root, row ?? root.querySelector('tr[data-open]'), event.key, beside, reads)
    );
  if (!row) return false;
  if (pressed('ends', event)) return walk(root, row, event.key, beside, false);
  if (pressed('select', event) && target.matches('[data-row-link]')) onToggle(idOf(row));
  else if (pressed('edit', event)) onEdit(idOf(row));
  else return false;
  return true;
};

/** The keyboard of a list: arrows walk rows, Space selects, Enter opens (it is a link), `p` shows beside, `e` edits, `/` searches. */
export const useRowKeys = (root: RefObject<HTMLElement | null>, embedded: boolean, keys: RowKeys): void => {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const { current } = root;
    if (!current) return undefined;
    const listen = (event: KeyboardEvent): void => {
      const busy = event.defaultPrevented || isTyping(event.target);
      if (!busy && event.target instanceof Element && handle(current, event, newest.current)) event.preventDefault();
    };
    // A list inside another screen listens only where it is.
    const place: HTMLElement | Document = embedded ? current : document;
    place.addEventListener('keydown', listen as EventListener);
    return () => place.removeEventListener('keydown', listen as EventListener);
  }, [root, embedded]);
};
