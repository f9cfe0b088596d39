import { setImmediate } from 'node:timers/promises';
import { remember } from '../kernel/remember';

/** How one portion works without making others wait. */
export interface Pace {
  /** How many records to process next. Work that reads many with one statement gives a higher maximum. */
  readonly batch: (most?: number) => number;
  /** Given how many records the batch had; the next size follows from it. */
  readonly took: (count: number) => void;
  /** Lets requests in and says whether the portion has to end; called between two batches. */
  readonly isOver: () => Promise<boolean>;
}

/** The approximate milliseconds of a batch, and after how many a portion ends. */
interface Measure {
  readonly batchMs: number;
  readonly portionMs: number;
}
/** The pace while somebody waits for this process, and while nobody does. */
export interface Manners {
  readonly polite: Measure;
  readonly alone: Measure;
}
/**
 * The embedded engine answers within the turn of the event loop: during a batch no request is read, and during a portion nobody else has
 * the database. PostgreSQL serves others meanwhile: there a portion is longer, since a set of rows costs much before its first row.
 */
export const mannersOf = (engine: 'pglite' | 'postgres'): Manners =>
  engine === 'pglite'
    ? { polite: { batchMs: 15, portionMs: 50 }, alone: { batchMs: 50, portionMs: 400 } }
    : { polite: { batchMs: 30, portionMs: 200 }, alone: { batchMs: 200, portionMs: 500 } };

const mostRecords = 500;
/** How many records a batch had, and how long it took. */
interface Batch {
  readonly count: number;
  readonly ms: number;
}
/** The last batch of a kind of work, and the last one before it that had another size. */
interface Known {
  last: Batch | null;
  other: Batch | null;
}
/** The time that every batch takes, and the time that each record adds: a line through two batches of different sizes, unless chance made one of them slow. */
const costOf = (last: Batch, other: Batch | null): { readonly baseMs: number; readonly eachMs: number; readonly isLine: boolean } => {
  const slope = other ? (last.ms - other.ms) / (last.count - other.count) : 0;
  const isLine = slope > 0 && slope * last.count <= last.ms * roughly;
  return isLine
    ? { baseMs: Math.max(0, last.ms - slope * last.count), eachMs: slope, isLine }
    : { baseMs: 0, eachMs: last.ms / last.count, isLine };
};
const roughly = 1.02;
/** How many records fit into the time of a batch. If most of it passes before the first record, a batch may take twice that time. */
const fitting = (last: Batch, other: Batch | null, { batchMs, portionMs }: Measure): number => {
  const isFlat = other !== null && last.count > other.count && last.ms <= other.ms; // more records took no longer
  if (last.ms <= 0 || (isFlat && last.ms <= portionMs)) return last.count * 2;
  const { baseMs, eachMs, isLine } = costOf(last, other);
  const room = Math.min(portionMs, Math.max(batchMs, 2 * baseMs));
  const fits = Math.floor((room - baseMs) / eachMs);
  const mayGrow = isLine ? last.ms + eachMs <= batchMs : last.ms <= portionMs; // a second size shows what a record costs
  return fits <= last.count && mayGrow ? last.count + 1 : fits;
};

/** The paces of the portions of one job: the cost of a record is remembered from one to the next, separately for each maximum. */
export const createPaces = (
  { polite, alone }: Manners,
  isWanted: () => boolean,
  now: () => number = () => performance.now(),
): (() => Pace) => {
  const measure = (): Measure => (isWanted() ? polite : alone);
  const known = new Map<number, Known>();
  return () => {
    const begun = now();
    let batchBegun = begun,
      work: Known = { last: null, other: null };
    return {
      batch: (most = mostRecords) => {
        batchBegun = now();
        work = remember(known, most, () => ({ last: null, other: null }));
        const { last, other } = work;
        return last ? Math.max(1, Math.min(fitting(last, other, measure()), last.count * 2, most)) : 1;
      },
      took: (count) => {
        const batch = { count: Math.max(count, 1), ms: now() - batchBegun };
        if (work.last && work.last.count !== batch.count) work.other = work.last;
        work.last = batch;
      },
      isOver: async () => {
        await setImmediate();
        const { portionMs } = measure(),
          nextMs = Math.min(work.last?.ms ?? 0, portionMs / 2);
        return now() - begun + nextMs > portionMs;
      },
    };
  };
};
