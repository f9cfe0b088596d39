import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { advance } from './advance';
import type { Details } from './Change';

/** Gives a number to an inscription that has just been paid, as its event numbers: at once, later by hand, or at the delivery of kits. A pool that ran empty leaves it without. */
export const numberAfterPayment = async (
  tx: Transaction,
  paid: Inscription,
  details: Pick<Details, 'actor' | 'permissionKey'> = {},
): Promise<Inscription> => {
  if (paid.number !== null && paid.number !== undefined) return advance(tx, paid, 'assign_number', details);
  const [[mode] = []] = await tx.run('select numbering_mode from events where eventid = $1', [paid.eventid]);
  if (mode === 'manual') return paid;
  if (mode !== 'automatic') return advance(tx, paid, 'no_assign_number', details);
  try {
    return await advance(tx, paid, 'assign_number', details);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'POOL_EMPTY') throw error;
    return advance(tx, paid, 'no_assign_number', { ...details, reason: 'pool_empty' });
  }
};
