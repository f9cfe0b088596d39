import { setImmediate } from 'node:timers/promises';
import type { AnyResource, Filter } from '@/schema';
import { can } from '@/schema/project/access';
import { isOneSession } from '../../database/oneSession';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { DomainError, forbidden } from '../../kernel/DomainError';
import { selectOne, value } from '../../kernel/select';
import { columnText, quote, sql } from '../../kernel/sql';
import { inTransaction, type Call } from '../../kernel/transaction';
import { weighFilter, type Weight } from './filterWeight';
import { FoundKeys } from './FoundKeys';
import { parseFilter } from './judgeFilter';
import { listCondition } from './readList';
import { tableSizes, type RowsOf } from './tableSizes';

const nanosOfMs = 1_000_000;
/**
 * The limit of one transaction on the embedded database; on a shared machine this takes a second. A list evaluates its filter twice, for
 * the page and for the total.
 */
const atOnceMs = 300,
  portionMs = 250,
  triesOfList = 2,
  fewestRows = 500,
  mostRows = 20_000,
  mostGrowth = 2;
/**
 * The limit for all filters of one request, estimated for the embedded engine: thirty texts over 60,000 rows without an index.
 * No declaration has that many filters, and more would occupy a processor longer than anybody waits.
 */
const mostMs = 6000;
/** PostgreSQL is faster by this factor, and its reads block nobody. */
const serverFactor = 5;
const factorOf = (isEmbedded: boolean): number => (isEmbedded ? 1 : serverFactor);

/** A list as it is requested. */
export interface AskedList {
  readonly resource: AnyResource;
  readonly filter: unknown;
}
interface Asked {
  readonly deps: ApiDeps;
  readonly call: Call;
  readonly resource: AnyResource;
  /** Whether the rows found will be locked and written, in a transaction that should do nothing else. */
  readonly writes?: boolean;
}

interface Found {
  readonly keys: readonly number[];
  /** How many rows were checked, and the last of them. */
  readonly tried: number;
  readonly last: number;
  readonly ms: number;
}
/** Evaluates a filter on the next rows of a table, in a separate transaction. */
const tryRows = ({ deps, call, resource }: Asked, filter: Filter, after: number, rows: number): Promise<Found> =>
  inTransaction(deps, call, 'read', async (tx) => {
    if (!can(tx.grants, 'list', resource)) throw forbidden();
    const key = sql.raw(columnText('t', resource.key)),
      own = sql.raw(quote(resource.key));
    const began = performance.now();
    const found = await selectOne(
      tx,
      {
        keys: value<readonly number[] | null>(sql`array_agg(${key}) filter (where ${listCondition(tx, resource, { filter })})`),
        tried: value<number>(sql`count(*)`),
        last: value<number>(sql`coalesce(max(${key}), 0)`),
      },
      sql`from (select * from ${sql.raw(quote(resource.name))} where ${own} > ${after} order by ${own} limit ${rows}) "t"`,
    );
    return { keys: found?.keys ?? [], tried: found?.tried ?? 0, last: found?.last ?? 0, ms: performance.now() - began };
  });

/** Finds the rows of a filter portion by portion; other requests run in between. */
const findKeys = async (asked: Asked, filter: Filter, { onceNanos, rowNanos }: Weight): Promise<FoundKeys> => {
  const bounded = (rows: number): number => Math.floor(Math.min(mostRows, Math.max(fewestRows, rows)));
  const keys: number[] = [];
  let rows = bounded((portionMs * nanosOfMs - onceNanos) / Math.max(1, rowNanos)),
    after = 0;
  for (;;) {
    await setImmediate(); // the embedded database answers within one turn of the event loop; this lets other requests in
    const found = await tryRows(asked, filter, after, rows);
    for (const key of found.keys) keys.push(key);
    if (found.tried < rows) return new FoundKeys(keys);
    after = found.last;
    rows = bounded(rows * Math.min(mostGrowth, portionMs / found.ms)); // words occur more or less often than estimated
  }
};

/** The estimated milliseconds for evaluating a filter on every row. */
export const msOf = (resource: AnyResource, { onceNanos, rowNanos }: Weight, rowsOf: RowsOf): number =>
  (onceNanos + rowsOf(resource.name) * rowNanos) / nanosOfMs;
/** Whether the filters of a request, with these total and single costs, are more than one request may use. */
export const isTooHeavy = (ms: number, onceNanos: number, isEmbedded: boolean): boolean =>
  ms / factorOf(isEmbedded) > mostMs || (isEmbedded && onceNanos > triesOfList * atOnceMs * nanosOfMs);
/** An invalid filter costs nothing here, because its own list refuses it. */
const parsedOrNone = (filter: unknown): Filter | null => {
  try {
    return parseFilter(filter);
  } catch {
    return null;
  }
};

/**
 * Estimates the cost of the filters of a request (`others` are all of its lists) before any of them runs, and refuses too much. A filter
 * that would block the embedded database is evaluated in portions, and the keys found replace it.
 *
 * On PostgreSQL reads block nobody.
 */
export const settleFilter = async (asked: Asked, sent: unknown, others: readonly AskedList[] = []): Promise<unknown> => {
  const filter = parseFilter(sent);
  if (!filter) return sent;
  const { deps, resource } = asked,
    { pool, registry } = deps,
    isEmbedded = isOneSession(pool);
  const rowsOf = await tableSizes(pool);
  const weigh = (of: AnyResource, each: Filter): Weight => weighFilter({ registry, rowsOf }, of, each);
  const weight = weigh(resource, filter),
    ms = msOf(resource, weight, rowsOf);
  const all = others.reduce((sum, each) => {
    const one = parsedOrNone(each.filter);
    return sum + (one ? msOf(each.resource, weigh(each.resource, one), rowsOf) : 0);
  }, 0);
  if (isTooHeavy(Math.max(ms, all), weight.onceNanos, isEmbedded)) throw new DomainError('FILTER_TOO_HEAVY');
  const isLong = (triesOfList * ms) / factorOf(isEmbedded) > atOnceMs;
  return isLong && (isEmbedded || asked.writes) ? findKeys(asked, filter, weight) : sent;
};
