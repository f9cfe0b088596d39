import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';

/** Runs work when it is its turn. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** The share of the connections that the root fields of one document may use. */
const share = 3;

/**
 * Runs the root fields of one document a few at a time, so that they never take all connections. On the embedded engine they run one
 * after another, with other requests in between.
 */
export const createTurns = ({ options: { max } }: pg.Pool): TakeTurn => {
  let free = Math.ceil(max / share);
  const waiting: (() => void)[] = [];
  const leave = async (): Promise<void> => {
    const next = waiting.shift();
    if (!next) {
      free += 1;
      return;
    }
    await setImmediate(); // requests that arrived in the meantime ask for the connection first
    next();
  };
  return async (work) => {
    await Promise.resolve(); // by then every root field has registered what it requests
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      void leave();
    }
  };
};
