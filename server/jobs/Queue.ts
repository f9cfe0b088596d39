import type { z } from 'zod';
import type { QueueName } from '@/domain/lists';
import type { Reason } from '@/schema/errorCodes';
import type { Transaction } from '../kernel/transaction';
import type { Pace } from './pace';

/** Whether there is more to do after a portion. `hold` is more that only this process can continue, so it does not pause for other jobs. */
export type Step = 'more' | 'hold' | 'done';
/** One portion of a job: it is committed as a whole, with the position that it reached, or not at all. */
export interface Portion<D> {
  /** A transaction as the person who asked, with their present permissions. */
  readonly tx: Transaction;
  readonly data: D;
  /** Says when the portion has to end, and how many records to process at a time. */
  readonly pace: Pace;
}

/**
 * Work that somebody asked for. People follow a separate row, which the portions update; `data` only refers to it.
 *
 * A portion that throws a refusal (a `DomainError` below 500) ends the job with that reason. After any other error it is tried again
 * with pauses, and then given up.
 */
interface Asked<D> {
  readonly name: QueueName;
  readonly data: z.ZodType<D>;
  /** What a portion needs from outside the database, such as the next rows of a file; done before it without holding a transaction. */
  readonly ahead?: (data: D) => Promise<void>;
  readonly portion: (portion: Portion<D>) => Promise<Step>;
  /** Stores the reason in the row that people follow when the job ends early; in the same transaction, as the server. */
  readonly ended: (tx: Transaction, data: D, reason: Pick<Reason, 'code' | 'rule' | 'params'>) => Promise<void>;
  /**
   * Called when this process works on the job no more: it is done, was stopped, failed, or continues later or elsewhere. A queue with it keeps
   * something in memory from one portion to the next, and has a place of its own in each process.
   */
  readonly left?: (data: D) => Promise<void>;
}
/** A queue of work for people, as the worker uses it. */
export interface AskedQueue {
  readonly name: QueueName;
  readonly ahead?: (data: unknown) => Promise<void>;
  readonly portion: (portion: Portion<unknown>) => Promise<Step>;
  readonly ended: (tx: Transaction, data: unknown, reason: Pick<Reason, 'code' | 'rule' | 'params'>) => Promise<void>;
  readonly left?: (data: unknown) => Promise<void>;
}
/** Declares the work of a queue for people. */
export const askedQueue = <D>({ name, data: shape, ahead, portion, ended, left }: Asked<D>): AskedQueue => ({
  name,
  ...(ahead && { ahead: (data) => ahead(shape.parse(data)) }),
  portion: ({ data, ...rest }) => portion({ ...rest, data: shape.parse(data) }),
  ended: (tx, data, reason) => ended(tx, shape.parse(data), reason),
  ...(left && { left: (data: unknown) => left(shape.parse(data)) }),
});

/** When the server's own work runs again: this many seconds after it ended, or at a time of the day in a time zone. */
export type Schedule = { readonly everySeconds: number } | { readonly cron: string; readonly timezone: string };
/** Periodic work of the server. One process does it at a time, and opens its transactions itself. */
export interface OwnQueue {
  readonly name: QueueName;
  readonly schedule: Schedule;
  readonly turn: (isOver: () => boolean) => Promise<unknown>;
}
