import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { nothing, togglePage, toggleRow, type Row, type Selection } from './selection';

/** What a list needs to select: the selection lasts as long as its query. */
export interface Selecting {
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly toggle: (id: number) => void;
  readonly togglePage: () => void;
}
/** Visible rows may have changed since they were selected. */
const refreshed = (selection: Selection, inSight: ReadonlyMap<number, Row>): Selection =>
  selection.kind === 'all'
    ? selection
    : { kind: 'rows', rows: new Map([...selection.rows].map(([id, row]) => [id, inSight.get(id) ?? row])) };

/** Remembers the selected records of one query (resource, filter, search); another query starts with none. */
export const useSelection = (question: string, rows: readonly Row[], key: string): Selecting => {
  const [kept, setKept] = useState<{ readonly question: string; readonly selection: Selection }>({ question, selection: nothing });
  const inSight = useMemo(() => new Map(rows.map((row) => [row[key] as number, row])), [rows, key]);
  const selection = useMemo(() => (kept.question === question ? refreshed(kept.selection, inSight) : nothing), [kept, question, inSight]);

  const newest = useRef({ question, selection, inSight });
  useEffect(() => {
    newest.current = { question, selection, inSight };
  });
  const select = useCallback((next: Selection) => {
    newest.current = { ...newest.current, selection: next };
    setKept({ question: newest.current.question, selection: next });
  }, []);
  const toggle = useCallback(
    (id: number) => {
      const { selection: now, inSight: seen } = newest.current;
      const row = seen.get(id);
      if (row) select(toggleRow(now, id, row, seen));
    },
    [select],
  );
  return {
    selection,
    select,
    toggle,
    togglePage: useCallback(() => select(togglePage(newest.current.selection, newest.current.inSight)), [select]),
  };
};
