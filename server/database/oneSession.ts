import type pg from 'pg';

const pools = new WeakSet<object>();

/** Marks a pool with only one session: the embedded engine. */
export const hasOneSession = <P extends pg.Pool>(pool: P): P => {
  pools.add(pool);
  return pool;
};

/** Whether one transaction blocks the database for everybody else. */
export const isOneSession = (pool: object): boolean => pools.has(pool);
