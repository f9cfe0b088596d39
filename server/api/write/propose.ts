import { pathOf, type AnyResource } from '@/schema';
import { quote } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

/** Fills what was not sent with what the records that it names say, where a field declares so; whether they may be named is judged later. */
export const proposeValues = async (tx: Transaction, { all }: AnyResource, body: Record<string, unknown>): Promise<void> => {
  for (const [name, { proposedFrom = '' }] of Object.entries(all)) {
    const [reference, column] = pathOf(proposedFrom);
    const target = column && body[name] == null ? all[reference]?.target : undefined;
    if (!column || !target || !Number.isSafeInteger(body[reference])) continue;
    const [row] = await tx.run(
      `select ${quote(column)} from ${quote(target)} where ${quote(tx.registry.get(target).key)} = $1 and deleted_at is null`,
      [body[reference]],
    );
    if (row?.[0] != null) body[name] = row[0];
  }
};
