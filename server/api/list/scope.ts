import { sql, type SQL } from 'drizzle-orm';
import { takesComments, type AnyResource, type Grants, type Registry } from '@/schema';
import { isReading } from '@/schema/access';
import { can, scopeFilter } from '@/schema/project/access';
import { sqlLiteral } from '@/schema/sql';
import { aliveText } from './alive';
import { columnText, every, quote } from '../../kernel/sql';
import { predicate } from './predicate';
import { remember } from '../../kernel/remember';

const kept = new WeakMap<Grants, Map<string, SQL | null>>();
const throughOf = ({ tenancy }: AnyResource): readonly [string, string] | null =>
  typeof tenancy === 'object' && 'through' in tenancy ? (tenancy.through.split('.') as [string, string]) : null;

/** Rows without an owner of their own are visible through the visible rows that refer to them. */
const throughSql = (registry: Registry, grants: Grants, resource: AnyResource, verb: string, alias: string): SQL | null => {
  const through = throughOf(resource);
  if (!through) return null;
  const target = registry.get(through[0]);
  const narrowed = scopeSql(registry, grants, target, isReading(verb) ? 'list' : 'edit', 'w');
  if (grants.is_platform && !narrowed) return null;
  return sql`exists (select 1 from ${sql.raw(quote(target.name))} "w" where ${sql.raw(`${columnText('w', through[1])} = ${columnText(alias, resource.key)} and "w"."deleted_at" is null`)} and ${every([narrowed])})`;
};

/** Rows about a record are visible to those who may see that record; which record it is, each row says. */
const aboutSql = (registry: Registry, grants: Grants, { scope }: AnyResource, alias: string, among?: readonly string[]): SQL | null => {
  const { about, aboutKind } = scope ?? {};
  if (!about || !aboutKind) return null;
  const cases = registry.all
    .filter((each) => (among?.includes(each.name) ?? true) && takesComments(each) && can(grants, 'show', each))
    .map((each) => {
      const found = every([
        sql.raw(`${columnText('a', each.key)} = ${columnText(alias, about)} and ${aliveText(each, 'a')}`),
        scopeSql(registry, grants, each, 'show', 'a'),
      ]);
      return sql`when ${sql.raw(sqlLiteral(each.name))} then exists (select 1 from ${sql.raw(quote(each.name))} "a" where ${found} offset 0)`; // the offset keeps the database from reading whole tables for it
    });
  return cases.length === 0
    ? sql.raw('false')
    : sql`case ${sql.raw(columnText(alias, aboutKind))} ${sql.join(cases, sql.raw(' '))} else false end`;
};

/**
 * The one predicate over rows (organization, region, events, conditional keys) as SQL; `null` when there is no limit. For rows about
 * records, `among` names the entities that are known to come into question, because the plan for all of them takes long to make.
 */
export const scopeSql = (
  registry: Registry,
  grants: Grants,
  resource: AnyResource,
  verb: string,
  alias: string,
  among?: readonly string[],
): SQL | null => {
  const cache = remember(kept, grants, () => new Map<string, SQL | null>());
  const key = `${resource.name} ${verb} ${alias} ${among?.join() ?? ''}`;
  const found = cache.get(key);
  if (found !== undefined) return found;
  const filter = scopeFilter(grants, resource, verb);
  const parts = [
    filter && predicate(registry, resource, alias, filter),
    throughSql(registry, grants, resource, verb, alias),
    aboutSql(registry, grants, resource, alias, among),
  ].filter((each): each is SQL => each !== null);
  const scope = parts.length > 0 ? every(parts) : null;
  cache.set(key, scope);
  return scope;
};
