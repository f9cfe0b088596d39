import type { Transaction } from '../../kernel/transaction';
import { uploads } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { column, quote, sql } from '../../kernel/sql';
import { rowsNaming } from '../../kernel/rowsNaming';
import type { PersonalCopy, Values } from './personalCopies';

const u = columnsOf(uploads);
const address = '/api/upload/([A-Za-z0-9_.-]+)';

/**
 * Marks files as unreachable that a replaced value names; a job removes their bytes afterwards.
 *
 * This does not happen in the transaction, because a bucket cannot restore what it removed.
 */
export const dropFiles = async (
  tx: Transaction,
  { resource, by, where = sql`true` }: PersonalCopy,
  ids: readonly number[],
  set: Values,
): Promise<void> => {
  const said = Object.keys(set).map((name) => sql`${column('t', name)}::text`);
  await execute(
    tx,
    sql`update ${u} set ${u.dropped_at} = now() where ${u.dropped_at} is null and ${u.uploadid} in (
      select m[1] from ${sql.raw(quote(resource.name))} t cross join lateral regexp_matches(concat_ws(' ', ${sql.join(said, sql`, `)}), ${address}, 'g') m where ${rowsNaming(resource, by, ids)} and ${where})`,
  );
};
