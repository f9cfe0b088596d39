import type { AnyResource } from '@/schema';
import { updateAudited } from '../../api/write/audited';
import { selectAll, value } from '../../kernel/select';
import { column, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const none = sql``;
const athlete = 'web_userid';

/** Whether a row of `t` is one that this athlete has already, where an index lets nobody have two: it stays where it is. */
export const isThereAlready = ({ name, indexes = [] }: AnyResource, owner: number): SQL => {
  const parts = indexes.flatMap(({ on, unique, where = 'true' }) => {
    if (!unique || !on.includes(athlete)) return [];
    const counts = sql.raw(`deleted_at is null and (${where})`);
    const same = on.filter((each) => each !== athlete).map((each) => sql` and ${column('o', each)} = ${column('t', each)}`);
    return [
      sql`(${counts} and exists (select 1 from ${sql.raw(quote(name))} o where ${column('o', athlete)} = ${owner} and ${counts}${sql.join(same, none)}))`,
    ];
  });
  return parts.length === 0 ? sql.raw('false') : sql`(${sql.join(parts, sql.raw(' or '))})`;
};

interface Way {
  readonly from: number;
  readonly to: number;
  readonly among?: readonly number[];
}
/** Gives the rows of one athlete in a table to another; answers which. What the other one has already stays. */
export const moveRows = async (tx: Transaction, resource: AnyResource, { from, to, among }: Way): Promise<readonly number[]> => {
  const key = column('t', resource.key);
  const chosen = among ? sql`and ${key} = any(${among}::bigint[])` : none;
  const ids = await selectAll(
    tx,
    value<number>(key),
    sql`from ${sql.raw(quote(resource.name))} t where t.web_userid = ${from} and t.deleted_at is null ${chosen} and not ${isThereAlready(resource, to)} order by ${key} for update`,
  );
  if (ids.length > 0) await updateAudited(tx, resource, () => sql`${key} = any(${ids}::bigint[])`, { web_userid: to });
  return ids;
};
