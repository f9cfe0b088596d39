import { filterShape, type AnyResource, type Grants, type Registry } from '@/schema';
import { nth } from '@/schema/must';
import { pinnedTo } from '@/schema/grouping';
import { isOfOrganization } from '@/schema/project/security';
import { eventColumn, notesChanges } from '@/schema/project/triggers';
import type { Expression } from '../../kernel/columnsOf';
import { remember } from '../../kernel/remember';
import { jsonObject, nested, prepare, read, value, type Prepared, type Selected } from '../../kernel/select';
import { bind, compile, filled, later, sql, type Compiled, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { Viewer } from './reader';

/** The sums of a list, by their columns. */
type Sums = Readonly<Record<string, Expression<number>>>;
/** What was counted of a list. */
export interface Counted {
  readonly total: number;
  readonly totals: Selected<Sums>;
}
/** What was counted, with the snapshot of the database in which it was. */
interface Kept {
  readonly counted: Counted;
  readonly snapshot: string;
  /** A snapshot of a replica does not say which transactions were under way. */
  readonly isExact: boolean;
  readonly as: string;
  readonly at: number;
}
interface Noted<C extends Counted | null> {
  readonly isChanged: boolean;
  readonly snapshot: string;
  readonly isExact: boolean;
  readonly wroteNothing: boolean;
  readonly as: string;
  readonly counted: C;
}
/**
 * A count as one statement or, where changes are noted, as two: the second one, which is given what is kept (`sinceKept`), only counts if
 * what it counts has changed.
 */
export type Counting =
  | { readonly plain: Prepared<Counted>; readonly ifChanged: null }
  | { readonly plain: Prepared<Noted<Counted>>; readonly ifChanged: Prepared<Noted<Counted | null>> };

/** Changes are noted for longer than this (see `forgetChanges`). */
export const keptMs = 10 * 60_000;
const worthRows = 1000,
  worthMs = 10,
  mostKept = 500,
  longestKey = 4000;

/**
 * Under which role, as whom and in which run of the database a statement runs: a total is only kept for the same. After a failover, numbers
 * of transactions are given again.
 */
const asSql = sql`concat_ws(' ', current_user, current_setting('app.org', true), current_setting('app.userid', true), pg_postmaster_start_time())`;
/** What a count also answers: its snapshot, whether that is exact, whether the transaction wrote nothing itself, and as whom it read. */
const noted = {
  snapshot: value<string>(sql`pg_current_snapshot()::text`),
  isExact: value<boolean>(sql`not pg_is_in_recovery()`),
  wroteNothing: value<boolean>(sql`pg_current_xact_id_if_assigned() is null`),
  as: value<string>(asSql),
};

const clock = /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|current_date|current_timestamp|localtimestamp)\b/i;
const reference = /\b(?:from|join)\s+(?:public\.)?"?(\w+)"?/gi;

const namesIn = (text: string): readonly string[] => [...text.matchAll(reference)].map(([, name = '']) => name);
/** Every table that decides the answer of a statement, its own policies included; null where not all changes of them are noted. */
const tablesOf = (registry: Registry, resource: AnyResource, text: string): readonly AnyResource[] | null => {
  if (clock.test(text)) return null;
  const names = new Set([resource.name, ...namesIn(text)]);
  names.delete('unnest');
  const found = new Set<AnyResource>();
  for (const name of names) {
    const table = registry.find(name);
    if (!table || !notesChanges(table)) return null;
    found.add(table);
    const { tenancy } = table;
    if (typeof tenancy === 'object' && 'through' in tenancy) names.add(tenancy.through.split('.')[0] ?? '');
  }
  return [...found];
};

/** The event to which a filter limits a list. */
const eventOf = (resource: AnyResource, filter: unknown): number | null => {
  const column = eventColumn(resource),
    value = column && pinnedTo(filterShape.safeParse(filter).data ?? null, column);
  return typeof value === 'number' ? value : null;
};

/** Whether something of these tables was committed since the snapshot that the statement is given (`sinceKept`). */
const changedSql = (grants: Grants, resource: AnyResource, tables: readonly AnyResource[], event: number | null): SQL => {
  const organization = grants.is_platform ? null : grants.organizationid;
  const ofAll = tables.filter((table) => !isOfOrganization(table)).map(({ name }) => name);
  return sql`select ${asSql} <> ${later('as')}::text or exists (select from list_changes c
      where c.xid >= pg_snapshot_xmin(${later('snapshot')}::pg_snapshot)
        and not (${later('isExact')}::boolean and pg_visible_in_snapshot(c.xid, ${later('snapshot')}::pg_snapshot))
        and c.resource = any(${bind(tables.map(({ name }) => name))}::text[])
        and (${bind(organization)}::bigint is null or c.organizationid in (0, ${bind(organization)}::bigint)
             or c.resource = any(${bind(ofAll)}::text[]))
        and (${bind(event)}::bigint is null or c.resource <> ${resource.name} or c.eventid in (0, ${bind(event)}::bigint)))`;
};
const sinceKept = ({ as, snapshot, isExact }: Kept) => ({ as, snapshot, isExact });

/** Composes the count of a list: how many rows, and the sums of some columns. */
export const countingOf = (
  { registry, grants }: Viewer,
  resource: AnyResource,
  { totals, table, condition, filter }: { readonly totals: Sums; readonly table: SQL; readonly condition: SQL; readonly filter: unknown },
): Counting => {
  const what = { total: value<number>(sql`count(*)`), totals: nested(totals) };
  const rest = sql`from ${table} where ${condition}`;
  const text = compile(condition).sql;
  const tables = tablesOf(registry, resource, text);
  if (!tables) return { plain: prepare(what, rest), ifChanged: null };
  // A condition that reads the same table again may depend on rows of other events.
  const event = namesIn(text).includes(resource.name) ? null : eventOf(resource, filter);
  const changed = changedSql(grants, resource, tables, event);
  const isChanged = value<boolean>(sql`(select found from changed)`);
  // As a condition of the rows it would be passed on with each of them, which takes a quarter of the time of a count.
  const counted = value<Counted | null>(
    sql`case when ${isChanged} then (select ${jsonObject({ ...what, totals: jsonObject(totals) })} ${rest}) end`,
  );
  return {
    plain: prepare({ isChanged: value<boolean>(sql`true`), ...noted, counted: nested(what) }, rest),
    ifChanged: prepare({ isChanged, ...noted, counted }, (list) => sql`with changed (found) as materialized (${changed}) select ${list}`),
  };
};

const memory = new WeakMap<Grants, Map<string, Kept>>();
const keyOf = ({ sql: text, params }: Compiled): string => `${text} ${JSON.stringify(params)}`;

/** Counts, or answers what was counted before if nothing of it has changed since. One exchange with the database in either case. */
export const readCounted = async (tx: Transaction, { plain, ifChanged }: Counting): Promise<Counted> => {
  if (!ifChanged) return nth(await read(tx, plain), 0);
  const totals = remember(memory, tx.grants, () => new Map<string, Kept>()),
    key = keyOf(plain);
  const known = totals.get(key),
    kept = known && Date.now() - known.at < keptMs ? known : null;
  const began = performance.now();
  const row = nth(await read(tx, kept ? filled(ifChanged, sinceKept(kept)) : plain), 0);
  const took = performance.now() - began;
  const { isChanged, wroteNothing, counted, ...seen } = row;
  if (kept && !isChanged) return kept.counted;
  if (!counted) throw new Error('what changed was not counted');
  totals.delete(key);
  const isWorth = counted.total >= worthRows || took >= worthMs;
  if (wroteNothing && isWorth && key.length <= longestKey) {
    if (totals.size >= mostKept) totals.clear();
    totals.set(key, { ...seen, counted, at: Date.now() });
  }
  return counted;
};
