import type { Row } from './selection';

/** Rows on screen, and how many wait to be shown. */
export interface SteadyRows {
  readonly rows: readonly Row[];
  /** New rows that are not shown yet; 0 when others only moved or left; null when everything is shown. */
  readonly news: number | null;
}

/**
 * Rows that arrived while somebody works with the former ones: those keep their places and take their new values, and the rest waits until
 * it is asked for.
 */
export const steadyRows = (before: readonly Row[], arrived: readonly Row[], key: string): SteadyRows => {
  const isSame = before.length === arrived.length && arrived.every((row, at) => row[key] === before[at]?.[key]);
  if (isSame) return { rows: arrived, news: null };
  const known = new Map(arrived.map((row) => [row[key], row]));
  const shown = new Set(before.map((row) => row[key]));
  return { rows: before.map((row) => known.get(row[key]) ?? row), news: arrived.filter((row) => !shown.has(row[key])).length };
};
