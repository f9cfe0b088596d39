import { sql, type SQL } from 'drizzle-orm';
import type { AnyResource, Grants, Registry } from '@/schema';
import { isReading } from '@/schema/access';
import { scopeFilter } from '@/schema/project/access';
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

/** The one predicate over rows (organization, region, events, conditional keys) as SQL; `null` when there is no limit. */
export const scopeSql = (registry: Registry, grants: Grants, resource: AnyResource, verb: string, alias: string): SQL | null => {
  const cache = remember(kept, grants, () => new Map<string, SQL | null>());
  const key = `${resource.name} ${verb} ${alias}`;
  const found = cache.get(key);
  if (found !== undefined) return found;
  const filter = scopeFilter(grants, resource, verb);
  const parts = [filter && predicate(registry, resource, alias, filter), throughSql(registry, grants, resource, verb, alias)].filter(
    (each): each is SQL => each !== null,
  );
  const scope = parts.length > 0 ? every(parts) : null;
  cache.set(key, scope);
  return scope;
};
