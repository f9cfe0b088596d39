import { useCallback, type KeyboardEvent, type RefObject } from 'react';

const cell = '[data-cell]';
const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Moves the focus from cell to cell of a table with the arrow keys. */
export const useCellKeys = (table: RefObject<HTMLTableElement | null>): ((event: KeyboardEvent) => void) =>
  useCallback(
    (event) => {
      const step = steps[event.key];
      const here = event.target instanceof HTMLElement ? event.target : null;
      if (!step || !here?.matches(cell) || event.altKey || event.ctrlKey || event.metaKey) return;
      const rows = [...(table.current?.tBodies[0]?.rows ?? [])].map((row) => [...row.querySelectorAll<HTMLElement>(cell)]);
      const row = rows.findIndex((cells) => cells.includes(here));
      const column = rows[row]?.indexOf(here) ?? -1;
      const next = rows[row + step[0]]?.[column + step[1]];
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
    [table],
  );
