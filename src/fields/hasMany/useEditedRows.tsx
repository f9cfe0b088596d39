import { useEffect, useRef, type RefObject } from 'react';
import { moved, useRowKeys } from './useRowKeys';

/** Rows of a form that are added, removed and moved, with buttons or by dragging; the focus follows the changed row. */
export const useEditedRows = <Row,>(rows: readonly Row[], onChange: ((rows: readonly Row[]) => void) | undefined, blank: () => Row) => {
  const keys = useRowKeys(rows.length);
  const box: RefObject<HTMLDivElement | null> = useRef(null);
  const focusNext = useRef<readonly string[]>([]);
  useEffect(() => {
    const wanted = focusNext.current;
    focusNext.current = [];
    for (const each of wanted) {
      const found = box.current?.querySelector<HTMLElement>(each);
      if (found) return found.focus();
    }
  });
  const set = (next: readonly Row[], ...focus: readonly string[]) => {
    focusNext.current = focus;
    onChange?.(next);
  };
  const put = (from: number, to: number, ...focus: readonly string[]): void => {
    keys.moved(from, to);
    set(moved(rows, from, to), ...focus);
  };
  return {
    box,
    keys,
    inOrder: rows.map((_, at) => keys.at(at)),
    add: () => {
      keys.added();
      set([...rows, blank()], `[data-row="${rows.length}"] input`);
    },
    change: (at: number, row: Row) => onChange?.(rows.map((other, place) => (place === at ? row : other))),
    remove: (at: number) => {
      keys.removed(at);
      set(
        rows.filter((_, other) => other !== at),
        rows.length > 1 ? `[data-row="${Math.min(at, rows.length - 2)}"] [data-do="remove"]` : '[data-do="add"]',
      );
    },
    move: (from: number, to: number) =>
      put(
        from,
        to,
        `[data-row="${to}"] [data-do="${to < from ? 'up' : 'down'}"]:enabled`,
        `[data-row="${to}"] [data-do="${to < from ? 'down' : 'up'}"]:enabled`,
      ),
    drag: (from: number, to: number) => put(from, to, `[data-row="${to}"] [data-do="drag"]`),
  };
};
