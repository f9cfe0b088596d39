import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isSelected, nothing, putRows, rangeOf, togglePage, toggleRow, type Row, type Selection } from './selection';

/** What a list needs to select: the selection lasts as long as its query. */
export interface Selecting {
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  /** Selects or deselects a row; `isRange` includes all rows from the one before it. */
  readonly toggle: (id: number, isRange?: boolean) => void;
  /** Gives visible rows one state, as a drag over them does. */
  readonly put: (ids: readonly number[], isChosen: boolean) => void;
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
  const anchor = useRef<number>(undefined);
  const toggle = useCallback(
    (id: number, isRange = false) => {
      const { selection: now, inSight: seen } = newest.current;
      const row = seen.get(id);
      if (!row) return;
      const range = isRange && anchor.current !== undefined ? rangeOf(anchor.current, id, seen) : [];
      select(range.length > 0 ? putRows(now, range, !isSelected(now, id), seen) : toggleRow(now, id, row, seen));
      anchor.current = id;
    },
    [select],
  );
  const put = useCallback(
    (ids: readonly number[], isChosen: boolean) => {
      select(putRows(newest.current.selection, ids, isChosen, newest.current.inSight));
      anchor.current = ids.at(-1);
    },
    [select],
  );
  return {
    selection,
    select,
    toggle,
    put,
    togglePage: useCallback(() => select(togglePage(newest.current.selection, newest.current.inSight)), [select]),
  };
};
