import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { events } from '@/resources/events/events';
import { DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { advance } from './advance';
import type { Details } from './Change';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const e = columnsOf(events);
/** Gives a number to an inscription that has just been paid, as its event numbers: at once, later by hand, or at the delivery of kits. A pool that ran empty leaves it without. */
export const numberAfterPayment = async (
  tx: Transaction,
  paid: Inscription,
  details: Pick<Details, 'actor' | 'permissionKey'> = {},
): Promise<Inscription> => {
  if (paid.number !== null && paid.number !== undefined) return advance(tx, paid, 'assign_number', details);
  const { mode } = (await selectOne(tx, { mode: e.numbering_mode }, sql`from ${e} where ${e.eventid} = ${paid.eventid}`)) ?? {};
  if (mode === 'manual') return paid;
  if (mode !== 'automatic') return advance(tx, paid, 'no_assign_number', details);
  try {
    return await advance(tx, paid, 'assign_number', details);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'POOL_EMPTY') throw error;
    return advance(tx, paid, 'no_assign_number', { ...details, reason: 'pool_empty' });
  }
};
