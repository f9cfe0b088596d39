import { inscriptions } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { advance } from './advance';
import { numberAfterPayment } from './numbering';

/**
 * Imported registrations were paid elsewhere: with nothing left to pay they keep their seat and get their number by the rules of the
 * event.
 */
export const settleImport = async (tx: Transaction, inscriptionid: number): Promise<void> => {
  const row = await readStored(tx, inscriptions, inscriptionid);
  if (row?.channel !== 'import' || row.total_cents > 0) return;
  await numberAfterPayment(tx, await advance(tx, row, 'paid', { actor: 'import' }), { actor: 'import' });
};
