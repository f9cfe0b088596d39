import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import type { Row } from './selection';
import { steadyRows, type SteadyRows } from './steadyRows';

/** Somebody who moved the pointer or pressed a key just now is about to press something. */
const workingMs = 8000;
/** What the person did by themselves shows at once. */
const ownMs = 3000;
const activity = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
let workedAt = 0;
const note = (): void => {
  workedAt = Date.now();
};
let isWatching = false;
const watch = (): void => {
  if (isWatching) return;
  isWatching = true;
  for (const name of activity) document.addEventListener(name, note, { passive: true, capture: true });
};

interface Arrived {
  readonly rows: readonly Row[];
  readonly key: string;
  /** Page, order, filter and search: another one shows its rows at once. */
  readonly question: string;
}

/** Keeps the rows of a list in their places while somebody works with them; `show` brings what waits. */
export const useSteadyRows = ({ rows, key, question }: Arrived): SteadyRows & { readonly show: () => void } => {
  const queries = useQueryClient();
  const shown = useRef<{ readonly question: string; readonly rows: readonly Row[] }>(undefined);
  const ownAt = useRef(0);
  const [released, show] = useReducer((count: number) => count + 1, 0);
  const lastReleased = useRef(0);
  useEffect(() => {
    watch();
    return queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.mutation.state.status !== 'success') return;
      ownAt.current = Date.now();
      show();
    });
  }, [queries]);
  const steady = useMemo((): SteadyRows => {
    const before = shown.current;
    const isAsked = lastReleased.current !== released;
    lastReleased.current = released;
    const now = Date.now();
    const isWorking = now - workedAt < workingMs && now - ownAt.current > ownMs;
    const isHeld = !isAsked && isWorking && before !== undefined && before.question === question && before.rows.length > 0;
    return isHeld ? steadyRows(before.rows, rows, key) : { rows, news: null };
  }, [rows, key, question, released]);
  useEffect(() => {
    shown.current = { question, rows: steady.rows };
  }, [question, steady]);
  return { ...steady, show: useCallback(() => show(), []) };
};
