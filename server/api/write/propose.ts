import { pathOf, type AnyResource } from '@/schema';
import { proposedFields } from '../list/fieldsOf';
import { selectAll, value } from '../../kernel/select';
import { quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const { raw } = sql;

/** Fills missing values from the referenced records, if a field declares so. Whether they may be referenced is checked later. */
export const proposeValues = async (tx: Transaction, resource: AnyResource, body: Record<string, unknown>): Promise<void> => {
  for (const [name, proposedFrom] of proposedFields(resource)) {
    const [reference, column] = pathOf(proposedFrom);
    const target = column && body[name] == null ? resource.all[reference]?.target : undefined;
    if (!column || !target || !Number.isSafeInteger(body[reference])) continue;
    const key = raw(quote(tx.registry.get(target).key));
    const [found] = await selectAll(
      tx,
      value<unknown>(raw(quote(column))),
      sql`from ${raw(quote(target))} where ${key} = ${Number(body[reference])} and deleted_at is null`,
    );
    if (found != null) body[name] = found;
  }
};
