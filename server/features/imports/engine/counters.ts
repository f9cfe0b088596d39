import type { ImportCounter } from '../../../kernel/ImportHooks';
import { numbersIn } from '@/schema/unknown';
import { execute, nested, select, value } from '../../../kernel/select';
import { plain, quote, sql, type SQL } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import type { Job, Taken } from './Job';

const { raw } = sql;
type Values = Readonly<Record<string, unknown>>;

const rowsOf = ({ key, of }: ImportCounter, job: Job, rows: readonly Values[]): SQL | null => {
  if (of === 'event') return job.eventid === null ? null : sql`eventid = ${job.eventid}`;
  const ids = [...new Set(numbersIn(rows.map((values) => values[of.field])))];
  return ids.length === 0 ? null : sql`${raw(quote(key))} = any(${ids}::bigint[])`;
};
const nameOf = ({ table }: ImportCounter, id: unknown, column: string): string => `${table} ${String(id)} ${column}`;

/** Reads counters as they are now. */
export const readCounters = (
  tx: Transaction,
  counters: readonly ImportCounter[],
  job: Job,
  rows: readonly Values[],
): Promise<ReadonlyMap<string, number>> =>
  tx.asOwner(async () => {
    const found = new Map<string, number>();
    for (const counter of counters) {
      const where = rowsOf(counter, job, rows);
      if (!where) continue;
      const counts = Object.fromEntries(counter.columns.map((column) => [column, value<number | null>(plain(quote(column)))]));
      const counted = await select(
        tx,
        { id: value<number>(plain(quote(counter.key))), counts: nested(counts) },
        sql`from ${raw(quote(counter.table))} where ${where}`,
      );
      for (const { id, counts } of counted)
        for (const [column, count] of Object.entries(counts)) found.set(nameOf(counter, id, column), count ?? 0);
    }
    return found;
  });

/** How far counters have moved. */
export const moved = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Taken =>
  Object.fromEntries(
    [...after].flatMap(([name, value]) => {
      const difference = value - (before.get(name) ?? 0);
      return difference === 0 ? [] : [[name, difference] as const];
    }),
  );
/** The sum of two. */
export const added = (one: Taken, other: Taken): Taken => {
  const sum: Record<string, number> = { ...one };
  for (const [name, value] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + value;
  return sum;
};

/** Moves counters as rows that were checked before would have; only ever within a check, which is undone. */
export const take = (tx: Transaction, counters: readonly ImportCounter[], taken: Taken): Promise<void> =>
  tx.asOwner(async () => {
    for (const [name, value] of Object.entries(taken)) {
      const [table = '', id = '', column = ''] = name.split(' ');
      const counter = counters.find((each) => each.table === table && each.columns.includes(column));
      if (!counter || value === 0) continue;
      const at = raw(quote(column));
      const most = counter.most?.[column];
      const sum = sql`${at} + ${value}::bigint`;
      await execute(
        tx,
        sql`update ${raw(quote(table))} set ${at} = greatest(0, ${most === undefined ? sum : sql`least(${sum}, coalesce(${raw(most)}, ${sum}))`}) where ${raw(quote(counter.key))} = ${Number(id)}`,
      );
    }
  });
