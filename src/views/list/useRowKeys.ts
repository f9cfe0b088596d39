import { useEffect, useRef, type RefObject } from 'react';

interface RowKeys {
  readonly onToggle: (id: number) => void;
  readonly onEdit: (id: number) => void;
}
const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], [role="listbox"], [role="combobox"]';

const linksOf = (root: HTMLElement): readonly HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-row-link]')];
const rowOf = (target: Element): HTMLElement | null => target.closest<HTMLElement>('tr[data-row]');

const walk = (root: HTMLElement, from: Element, key: string): boolean => {
  const links = linksOf(root);
  const at = links.findIndex((link) => rowOf(link) === rowOf(from));
  const next = key === 'Home' ? 0 : key === 'End' ? links.length - 1 : key === 'ArrowDown' ? Math.min(at + 1, links.length - 1) : Math.max(at - 1, 0);
  links[next]?.focus();
  links[next]?.scrollIntoView?.({ block: 'nearest' });
  return links.length > 0;
};

const handle = (root: HTMLElement, event: KeyboardEvent, { onToggle, onEdit }: RowKeys): boolean => {
  const target = event.target as Element;
  if (event.key === '/') {
    root.querySelector<HTMLInputElement>('[data-list-search]')?.focus();
    return true;
  }
  const row = rowOf(target);
  const inRows = row !== null && root.contains(row);
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return (inRows || target === document.body) && walk(root, target, event.key);
  if (!inRows) return false;
  if (event.key === 'Home' || event.key === 'End') return walk(root, target, event.key);
  if (event.key === ' ' && target.matches('[data-row-link]')) onToggle(Number(row.dataset['row']));
  else if (event.key === 'e') onEdit(Number(row.dataset['row']));
  else return false;
  return true;
};

/** The keyboard of a list: arrows walk rows, Space selects, Enter opens (it is a link), `e` edits, `/` searches. */
export const useRowKeys = (root: RefObject<HTMLElement | null>, embedded: boolean, keys: RowKeys): void => {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const { current } = root;
    if (!current) return undefined;
    const listen = (event: KeyboardEvent): void => {
      const busy = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.closest(typing));
      if (!busy && event.target instanceof Element && handle(current, event, newest.current)) event.preventDefault();
    };
    // A list inside another screen listens only where it is.
    const place: HTMLElement | Document = embedded ? current : document;
    place.addEventListener('keydown', listen as EventListener);
    return () => place.removeEventListener('keydown', listen as EventListener);
  }, [root, embedded]);
};
