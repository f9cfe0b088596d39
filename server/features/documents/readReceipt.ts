import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict } from '../../kernel/DomainError';
import { readHead } from './Head';
import { didMove, priceOf, readPayments } from './readPayments';
import type { Reads } from './Reads';
import type { Receipt } from './Receipt';

/** Reads the contents of the receipt of an inscription; refused when nothing was paid. */
export const readReceipt = async (tx: Reads, now: Inscription): Promise<Receipt> => {
  if (now.paid_cents === 0) throw conflict('NOTHING_PAID', [{ path: 'input.kind', code: 'NOTHING_PAID' }]);
  return { head: await readHead(tx, now), price: priceOf(now), payments: (await readPayments(tx, now.inscriptionid)).filter(didMove) };
};
