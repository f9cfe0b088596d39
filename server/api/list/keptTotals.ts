import { filterShape, type AnyResource, type Grants, type Registry } from '@/schema';
import { pinnedTo } from '@/schema/grouping';
import { isOfOrganization } from '@/schema/project/security';
import { eventColumn, notesChanges } from '@/schema/project/triggers';
import { remember } from '../../kernel/remember';
import { bind, compile, sql, type Compiled, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { Viewer } from './reader';

/** A total with the snapshot of the database in which it was counted. */
interface Kept {
  readonly values: readonly unknown[];
  readonly snapshot: string;
  /** A snapshot of a replica does not say which transactions were under way. */
  readonly isExact: boolean;
  readonly as: string;
  readonly at: number;
}
/** A count as two statements: the second one only counts if what it counts has changed. Its first parameters are those of `sinceKept`. */
export interface Counting {
  readonly plain: Compiled;
  readonly ifChanged: Compiled | null;
}

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
const noted = sql`pg_current_snapshot()::text, not pg_is_in_recovery(), pg_current_xact_id_if_assigned() is null, ${asSql}`;

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

/**
 * Whether something of these tables was committed since a snapshot. Its first four parameters are open: as whom, the snapshot, whether it is
 * exact, and the snapshot (`sinceKept`).
 */
const changedSql = (grants: Grants, resource: AnyResource, tables: readonly AnyResource[], event: number | null): SQL => {
  const open = bind(null);
  const organization = grants.is_platform ? null : grants.organizationid;
  const ofAll = tables.filter((table) => !isOfOrganization(table)).map(({ name }) => name);
  return sql`select ${asSql} <> ${open}::text or exists (select from list_changes c
      where c.xid >= pg_snapshot_xmin(${open}::pg_snapshot) and not (${open}::boolean and pg_visible_in_snapshot(c.xid, ${open}::pg_snapshot))
        and c.resource = any(${bind(tables.map(({ name }) => name))}::text[])
        and (${bind(organization)}::bigint is null or c.organizationid in (0, ${bind(organization)}::bigint)
             or c.resource = any(${bind(ofAll)}::text[]))
        and (${bind(event)}::bigint is null or c.resource <> ${resource.name} or c.eventid in (0, ${bind(event)}::bigint)))`;
};
const openParameters = 4;
const sinceKept = ({ as, snapshot, isExact }: Kept): readonly unknown[] => [as, snapshot, isExact, snapshot];

/** Composes the count of a list: `what` are its columns and `from` its table and condition. */
export const countingOf = (
  { registry, grants }: Viewer,
  resource: AnyResource,
  { what, table, condition, filter }: { readonly what: SQL; readonly table: SQL; readonly condition: SQL; readonly filter: unknown },
): Counting => {
  const plain = compile(sql`select true, ${noted}, ${what} from ${table} where ${condition}`);
  const text = compile(condition).sql;
  const tables = tablesOf(registry, resource, text);
  if (!tables) return { plain: compile(sql`select ${what} from ${table} where ${condition}`), ifChanged: null };
  // A condition that reads the same table again may depend on rows of other events.
  const event = namesIn(text).includes(resource.name) ? null : eventOf(resource, filter);
  const changed = changedSql(grants, resource, tables, event);
  const ifChanged = compile(
    sql`with changed (found) as materialized (${changed})
      select (select found from changed), ${noted}, ${what} from ${table} where (select found from changed) and ${condition}`,
  );
  return { plain, ifChanged };
};

const memory = new WeakMap<Grants, Map<string, Kept>>();
const keyOf = ({ sql: text, params }: Compiled): string => `${text} ${JSON.stringify(params)}`;

/** Counts, or answers what was counted before if nothing of it has changed since. One exchange with the database in either case. */
export const readCounted = async (tx: Transaction, { plain, ifChanged }: Counting): Promise<readonly unknown[]> => {
  if (!ifChanged) return (await tx.rows(plain))[0] ?? [];
  const totals = remember(memory, tx.grants, () => new Map<string, Kept>()),
    key = keyOf(plain);
  const known = totals.get(key),
    kept = known && Date.now() - known.at < keptMs ? known : null;
  const began = performance.now();
  const [row = []] = await tx.rows(
    kept ? { sql: ifChanged.sql, params: [...sinceKept(kept), ...ifChanged.params.slice(openParameters)] } : plain,
  );
  const took = performance.now() - began;
  const [isChanged, snapshot, isExact, wroteNothing, as, ...values] = row;
  if (kept && isChanged !== true) return kept.values;
  totals.delete(key);
  const isWorth = Number(values[0]) >= worthRows || took >= worthMs;
  if (wroteNothing === true && isWorth && key.length <= longestKey && typeof snapshot === 'string' && typeof as === 'string') {
    if (totals.size >= mostKept) totals.clear();
    totals.set(key, { values, snapshot, isExact: isExact === true, as, at: Date.now() });
  }
  return values;
};
