import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { openGroup, type Member } from '../../kernel/group';
import type { Transaction } from '../../kernel/transaction';
import { readAllStored } from '../../api/list/stored';
import { advanceGroup } from './advance';
import { judgeLate } from './begin';
import { numberGroup } from './numbering';

/**
 * Imported registrations were paid elsewhere: with nothing left to pay they keep their seat and get their number by the rules of the
 * event.
 */
export const settleImports = async (tx: Transaction, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  const stored = await readAllStored(tx, inscriptions, ids);
  const paid = ids.flatMap((id): Member<Inscription>[] => {
    const row = stored.get(id)?.row as Inscription | undefined;
    return row?.channel === 'import' && row.total_cents <= 0 ? [{ id, row }] : [];
  });
  if (paid.length === 0) return;
  const { group, refusals } = openGroup(tx, paid);
  await advanceGroup(group, () => ({ to: 'paid', details: { actor: 'import' } }));
  await numberGroup(group, { actor: 'import' });
  judgeLate(paid.map(({ id }) => refusals.get(id) ?? null));
};
