import { isOneSession } from './oneSession';

/** The kind of a transaction: a request that reads, one that writes or tries a write, a background job, or the one statement that reads a whole list for a file. */
export type Purpose = 'read' | 'write' | 'job' | 'download';
/** How long a transaction may take, in milliseconds; 0 is without limit. */
export interface TimeLimits {
  /** One statement. */
  readonly statementMs: number;
  /** Waiting for a lock. */
  readonly lockMs: number;
  /** The whole transaction. */
  readonly wholeMs: number;
}

/**
 * On PostgreSQL. A request that writes holds locks until it ends, so the whole of it has two seconds. Its limit for waiting is shorter,
 * so that the two can be distinguished.
 * Reads block nobody: the longest lists of a million rows answer within a few seconds. Jobs work in batches.
 * A download reads all of its rows with one statement, so that they are of one moment: an hour at most, in which the database keeps rows
 * that were deleted since. It holds no lock that anybody waits for.
 */
const onServer: Readonly<Record<Purpose, TimeLimits>> = {
  read: { statementMs: 15_000, lockMs: 2000, wholeMs: 0 },
  write: { statementMs: 2000, lockMs: 1500, wholeMs: 2000 },
  job: { statementMs: 10_000, lockMs: 2000, wholeMs: 0 },
  download: { statementMs: 3_600_000, lockMs: 2000, wholeMs: 0 },
};
/**
 * The embedded engine cannot stop a statement and waits for no locks: the cost of its work is estimated before, and the work is done in
 * portions.
 */
const none: TimeLimits = { statementMs: 0, lockMs: 0, wholeMs: 0 };

/** The limits of a transaction over a pool. */
export const timeLimits = (pool: object, purpose: Purpose): TimeLimits => (isOneSession(pool) ? none : onServer[purpose]);

/** Sets the limits of the open transaction. */
export const limitsSql = ({ statementMs, lockMs }: TimeLimits): string =>
  statementMs === 0 ? '' : `set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}`;
