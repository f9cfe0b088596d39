import type { AnyResource } from '@/schema';
import { column, sql, type SQL } from './sql';

/**
 * The rows that name one of some people, live and removed. Written as two cases, because each of them has an index of its own and a
 * condition on neither has none.
 */
export const rowsNaming = ({ appendOnly, key }: AnyResource, by: string, ids: readonly number[], alias = 't'): SQL => {
  const named = sql`${column(alias, by)} = any(${ids}::bigint[])`;
  if (appendOnly || by === key) return named;
  const removedAt = column(alias, 'deleted_at');
  return sql`((${named} and ${removedAt} is null) or (${named} and ${removedAt} is not null))`;
};
