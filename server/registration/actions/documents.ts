import { moments, type Lifecycle } from '@/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../api/transaction';
import { runEffects } from '../runEffects';

/** Create PDF: prints the proof of registration anew and leaves the inscription itself as it is. */
export const createPdf = async (tx: Transaction, row: Inscription): Promise<void> => {
  await runEffects(tx, row, { from: row.status as Lifecycle, to: 'pdf_created', effects: moments.pdf_created.effects });
};
