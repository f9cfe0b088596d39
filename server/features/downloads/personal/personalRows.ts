import type { AnyResource } from '@/schema';
import { must } from '@/schema/must';
import type { Row } from '../../../kernel/Row';
import { rowsNaming } from '../../../kernel/rowsNaming';
import { select, selectAll, value } from '../../../kernel/select';
import { column, every, quote, sql, type SQL } from '../../../kernel/sql';
import { web_users } from '@/resources/web_users/web_users';
import type { Transaction } from '../../../kernel/transaction';
import { accountsOf } from './accountsOf';
import { personalResources, personRoots, type PersonalResource } from './personalResources';

/** What is kept about an athlete in one resource. */
export interface PersonalRows {
  readonly resource: AnyResource;
  readonly rows: readonly Row[];
}
/** Rows of one resource; nobody has more of one kind. */
const most = 20_000;

/** Removed rows are found where an index leads to them, which it does wherever forgetting looks for them too. */
const naming = (resource: AnyResource, field: string, ids: readonly number[]): SQL => {
  const isIndexed = resource.indexes?.some(({ on, removed }) => removed === true && on[0] === field);
  if (resource.appendOnly || isIndexed) return rowsNaming(resource, field, ids);
  return sql`(${column('t', field)} = any(${ids}::bigint[]) and ${column('t', 'deleted_at')} is null)`;
};

const rowsOf = async (
  tx: Transaction,
  { resource, by }: PersonalResource,
  ids: ReadonlyMap<string, readonly number[]>,
): Promise<readonly Row[]> => {
  const rows = new Map<unknown, Row>();
  for (const { field, root, kind } of by) {
    const named = ids.get(root) ?? [];
    if (named.length === 0) continue;
    const found = await select(
      tx,
      { row: value<Row>(sql`to_jsonb(t)`) },
      sql`from ${sql.raw(`${quote(resource.name)} t`)} where ${every([naming(resource, field, named), kind === undefined ? null : sql`${column('t', kind)} = ${root}`])} order by ${column('t', resource.key)} limit ${sql.raw(String(most))}`,
    );
    for (const { row } of found) rows.set(row[resource.key], row);
  }
  return [...rows.values()];
};

/** Everything that is kept about an athlete, resource by resource, as it is stored: also what the person who asks could not read elsewhere. */
export const personalRows = (tx: Transaction, id: number): Promise<readonly PersonalRows[]> =>
  tx.asOwner(async () => {
    const all = personalResources(tx.registry);
    const ids = new Map<string, readonly number[]>();
    const found: PersonalRows[] = [];
    const people = await selectAll(tx, value<number>(sql`web_userid`), accountsOf(id));
    const accounts = await select(
      tx,
      { row: value<Row>(sql`to_jsonb(t)`) },
      sql`from web_users t where ${column('t', web_users.key)} = any(${people}::bigint[])`,
    );
    ids.set(web_users.name, people);
    found.push({ resource: web_users, rows: accounts.map(({ row }) => row) });
    for (const name of personRoots.slice(1)) {
      const root = must(
        all.find(({ resource }) => resource.name === name),
        `the root ${name}`,
      );
      const rows = await rowsOf(tx, root, ids);
      ids.set(
        name,
        rows.map((row) => Number(row[root.resource.key])),
      );
      found.push({ resource: root.resource, rows });
    }
    const roots: ReadonlySet<string> = new Set(personRoots);
    for (const each of all) if (!roots.has(each.resource.name)) found.push({ resource: each.resource, rows: await rowsOf(tx, each, ids) });
    return found.filter(({ rows }) => rows.length > 0);
  });
