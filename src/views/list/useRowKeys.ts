import { useEffect, useRef, type RefObject } from 'react';
import { isTyping, pressed } from '../../frame/shortcuts';
import type { ListModel } from './model/useListModel';
import type { OpenRecord } from './model/useOpenRecord';

/** Opens the first value of a row that can be changed in place; answers whether there is one. */
type OpenCell = (row: HTMLElement) => boolean;
interface Keyed {
  readonly list: ListModel;
  readonly openCell: OpenCell;
}

const linksOf = (root: HTMLElement): readonly HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-row-link]')];
const rowOf = (target: Element): HTMLElement | null => target.closest<HTMLElement>('[data-row]');
const idOf = (row: HTMLElement): number => Number(row.dataset['row']);
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Goes to another row; the panel follows, and the focus stays in the panel if it was there. */
const walk = (root: HTMLElement, from: Element | null, key: string, panel: OpenRecord | null, staysThere: boolean): boolean => {
  const links = linksOf(root),
    last = links.length - 1;
  const at = from ? links.findIndex((link) => rowOf(link) === from) : -1;
  const next =
    links[
      key === 'Home' ? 0 : key === 'End' ? last : Math.min(Math.max(at + (steps[key.length === 1 ? key.toLowerCase() : key] ?? 0), 0), last)
    ];
  if (!next) return false;
  if (!staysThere) next.focus();
  next.scrollIntoView?.({ block: 'nearest' });
  const row = rowOf(next);
  if (panel && panel.id !== null && row) panel.open(idOf(row));
  return true;
};

/** From the search box, the arrow goes down to the rows, and so does Escape once the box is empty. */
const leavesSearch = ({ target, key, isComposing }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement &&
  target.matches('[data-list-search]') &&
  !isComposing &&
  (key === 'ArrowDown' || (key === 'Escape' && target.value === ''));

/** The keys of the panel, wherever the focus is; overlays handle Escape. */
const handlePanel = (target: Element, event: KeyboardEvent, row: HTMLElement | null, panel: OpenRecord): boolean => {
  const { id } = panel;
  if (row && pressed('panel', event)) {
    if (panel.id === idOf(row)) document.querySelector<HTMLElement>('[data-record-panel]')?.focus();
    else panel.open(idOf(row));
  } else if (id !== null && pressed('open', event) && (target === document.body || target.matches('[data-record-panel]'))) panel.toPage(id);
  else return false;
  return true;
};

/** Selects the row and the one that the key leads to, so that a held key selects one after the other. */
const extend = (root: HTMLElement, row: HTMLElement, key: string, { selection, panel }: ListModel): boolean => {
  if (key === ' ') selection.toggle(idOf(row), true);
  else {
    walk(root, row, key, panel, false);
    const next = document.activeElement && rowOf(document.activeElement);
    selection.put(next ? [idOf(row), idOf(next)] : [idOf(row)], true);
  }
  return true;
};

const handle = (root: HTMLElement, target: Element, event: KeyboardEvent, { list, openCell }: Keyed): boolean => {
  const { selection, actions, panel } = list;
  if (pressed('search', event)) {
    root.querySelector<HTMLInputElement>('[data-list-search]')?.focus();
    return true;
  }
  const focused = rowOf(target);
  const row = focused && root.contains(focused) ? focused : null;
  if (panel && handlePanel(target, event, row, panel)) return true;
  if (row && selection.isPossible && pressed('range', event)) return extend(root, row, event.key, list);
  // Arrows scroll the record in the panel; letters change the row from there too.
  const reads = target.closest('[data-record-panel]') !== null;
  if (pressed('walk', event))
    return (
      (row !== null || target === document.body || (reads && event.key.length === 1)) &&
      walk(root, row ?? root.querySelector('[data-row][data-open]'), event.key, panel, reads)
    );
  if (!row) return false;
  if (pressed('ends', event)) return walk(root, row, event.key, panel, false);
  if (pressed('select', event) && target.matches('[data-row-link]')) selection.toggle(idOf(row));
  else if (pressed('edit', event)) actions.edit(idOf(row));
  else if (pressed('cell', event)) return openCell(row);
  else return false;
  return true;
};

/**
 * The keyboard of a list: arrows move between rows, Space selects (with Shift up to there), Enter opens (it is a link), `p` shows the panel, `e` edits, `/`
 * searches.
 */
export const useRowKeys = (root: RefObject<HTMLElement | null>, list: ListModel, openCell: OpenCell): void => {
  const newest = useRef({ list, openCell });
  const { isEmbedded } = list;
  useEffect(() => {
    newest.current = { list, openCell };
  });
  useEffect(() => {
    const { current } = root;
    if (!current) return undefined;
    const listen = (event: Event): void => {
      if (!(event instanceof KeyboardEvent)) return;
      if (leavesSearch(event) && walk(current, null, 'Home', newest.current.list.panel, false)) return event.preventDefault();
      const busy = event.defaultPrevented || isTyping(event.target);
      if (!busy && event.target instanceof Element && handle(current, event.target, event, newest.current)) event.preventDefault();
    };
    // A list inside another screen only listens to keys inside it.
    const place: HTMLElement | Document = isEmbedded ? current : document;
    place.addEventListener('keydown', listen);
    return () => place.removeEventListener('keydown', listen);
  }, [root, isEmbedded]);
};
