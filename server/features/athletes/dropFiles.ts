import type { Transaction } from '../../kernel/transaction';
import { columnText, quote } from '../../kernel/sql';
import type { PersonalCopy, Values } from './personalCopies';

const address = '/api/upload/([A-Za-z0-9_.-]+)';

/**
 * Makes the files unreachable that the rows name in what is about to be replaced; their bytes are taken away afterwards, by a job.
 *
 * Not in the transaction, since no bucket can bring back what it gave away.
 */
export const dropFiles = async (
  tx: Transaction,
  { resource, by, where = 'true' }: PersonalCopy,
  ids: readonly number[],
  set: Values,
): Promise<void> => {
  const said = Object.keys(set)
    .map((name) => `${columnText('t', name)}::text`)
    .join(', ');
  await tx.run(
    `
    update uploads set dropped_at = now() where dropped_at is null and uploadid in (
      select m[1] from ${quote(resource.name)} t cross join lateral regexp_matches(concat_ws(' ', ${said}), '${address}', 'g') m where ${columnText('t', by)} = any($1::bigint[]) and ${where})`,
    [ids],
  );
};
