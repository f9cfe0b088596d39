import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { select, value } from '../../kernel/select';
import { bind, column, every, quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { titleText } from '../list/reader';
import { scopeSql } from '../list/scope';
import { titleKey } from './valueWords';

/** A record that a person reaches: how it is called, and whether it was removed. */
export interface Reached {
  readonly title: string | null;
  readonly isGone: boolean;
}
/** Records by `titleKey`. */
export type Records = ReadonlyMap<string, Reached>;

/** Records among some that the person reaches now, with their titles, removed ones too. */
const reachedOf = async (tx: Transaction, resource: AnyResource, ids: readonly number[], verb: 'show' | 'list'): Promise<Records> => {
  if (!can(tx.grants, verb, resource) || ids.length === 0) return new Map();
  const title = titleText(tx, resource, 't');
  const key = column('t', resource.key);
  const rows = await select(
    tx,
    {
      id: value<number>(key),
      title: value<string | null>(sql.raw(title ? `(${title})::text` : 'null::text')),
      isGone: value<boolean>(resource.appendOnly ? sql`false` : sql`${column('t', 'deleted_at')} is not null`),
    },
    sql`from ${sql.raw(`${quote(resource.name)} "t"`)} where ${every([sql`${key} = any(${bind([...new Set(ids)])}::bigint[])`, scopeSql(tx.registry, tx.grants, resource, verb, 't')])}`,
  );
  return new Map(rows.map(({ id, title: said, isGone }) => [titleKey(resource.name, id), { title: said, isGone }]));
};

const groupedIds = (pairs: readonly (readonly [resource: string, id: number])[]): ReadonlyMap<string, readonly number[]> => {
  const groups = new Map<string, number[]>();
  for (const [name, id] of pairs) groups.set(name, [...(groups.get(name) ?? []), id]);
  return groups;
};
/** The same for records of many resources, by `titleKey`; `list` is the verb where only their titles are wanted. */
export const recordsOf = async (
  tx: Transaction,
  pairs: readonly (readonly [string, number])[],
  verb: 'show' | 'list',
): Promise<Records> => {
  const all = new Map<string, Reached>();
  for (const [name, ids] of groupedIds(pairs)) {
    const resource = tx.registry.find(name);
    if (resource) for (const [key, reached] of await reachedOf(tx, resource, ids, verb)) all.set(key, reached);
  }
  return all;
};
