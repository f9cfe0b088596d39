import { inscriptions } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { advance } from './advance';
import { numberAfterPayment } from './numbering';

/** A list brings who has paid elsewhere: what owes nothing has its seat for good, and its number as its event numbers. */
export const settleImport = async (tx: Transaction, inscriptionid: number): Promise<void> => {
  const row = await readStored(tx, inscriptions, inscriptionid);
  if (row?.channel !== 'import' || row.total_cents > 0) return;
  await numberAfterPayment(tx, await advance(tx, row, 'paid', { actor: 'import' }), { actor: 'import' });
};
