import type pg from 'pg';
import { cancelWork } from '../database/cancelWork';
import { isOneSession } from '../database/oneSession';
import { leave } from '../database/transaction';
import type { Caller } from './Caller';
import { DomainError } from './DomainError';

/** Ends a transaction before its work is done. */
export interface Watch {
  /** Why it was ended, if it was. */
  readonly reason: () => DomainError | null;
  /** Throws when it was ended. */
  readonly check: () => void;
  /** From here on nothing ends it any more. */
  readonly stop: () => void;
  /**
   * Ends it without its work, or without waiting for its end. A connection on which something was cancelled is closed too, because the
   * cancellation may arrive late.
   */
  readonly leave: (command: 'commit' | 'rollback', cause?: unknown) => Promise<void>;
}
interface Watched {
  readonly client: pg.PoolClient;
  readonly pool: object;
  /** The maximum in milliseconds; 0 is without limit. */
  readonly wholeMs: number;
  /** The client that ends it by disconnecting; undefined when it must be finished. */
  readonly caller: Caller | undefined;
}

/** Nobody receives this answer. */
const gone = (): DomainError => new DomainError('BUSY');

/**
 * Ends the work of a transaction when its time is over or the client has disconnected: at once on PostgreSQL, before the next statement
 * on the embedded engine.
 */
export const watchOver = ({ client, pool, wholeMs, caller }: Watched): Watch => {
  const stopsAtOnce = !isOneSession(pool);
  let reason: DomainError | null = null,
    isOver = false;
  const end = (why: DomainError): void => {
    if (reason || isOver) return;
    reason = why;
    if (stopsAtOnce) cancelWork(client);
  };
  const timer = wholeMs > 0 ? setTimeout(() => end(new DomainError('TOO_SLOW')), wholeMs) : undefined;
  const forget = caller?.onGone(() => end(gone()));
  const stop = (): void => {
    isOver = true;
    clearTimeout(timer);
    forget?.();
  };
  return {
    reason: () => reason,
    check: () => {
      if (!reason && caller?.isGone()) end(gone());
      if (reason) throw reason;
    },
    stop,
    leave: async (command, cause) => {
      stop();
      if (reason && stopsAtOnce) client.release(true);
      else await leave(client, command, cause);
    },
  };
};
