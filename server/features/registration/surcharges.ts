import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict, invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import type { PaymentMethod } from './Change';
import { addPayment } from './payments';
import { moveWallet } from '../wallets/wallets';
import { allowsWallet } from './allowsWallet';

interface Surcharge {
  readonly amount_cents: number;
  readonly method?: PaymentMethod | null | undefined;
  readonly reference?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/** Takes what a change costs after payment, at the counter or from the wallet; answers what was paid then. Asks for the way when none is said. */
export const takeSurcharge = async (
  tx: Transaction,
  row: Inscription,
  { amount_cents, method, reference, reason }: Surcharge,
): Promise<Partial<Inscription>> => {
  if (!method) throw invalid([{ path: 'input.method', code: 'DIFFERENCE_DUE', params: { amount: amount_cents / 100 } }]);
  const paymentid = await addPayment(tx, row, {
    type: 'charge',
    method,
    status: 'paid',
    amount_cents,
    reference: reference ?? null,
    reason: reason ?? null,
  });
  if (method !== 'wallet') return { paid_cents: row.paid_cents + amount_cents };
  if (!(await allowsWallet(tx, row.eventid))) throw conflict('WALLET_NOT_ALLOWED');
  const of = { amount_cents, inscriptionid: row.inscriptionid, paymentid };
  await moveWallet(tx, row.web_userid, { type: 'hold', ...of, key: `hold:${paymentid}` });
  await moveWallet(tx, row.web_userid, { type: 'capture', ...of, key: `capture:${paymentid}` });
  return { paid_cents: row.paid_cents + amount_cents, wallet_cents: row.wallet_cents + amount_cents };
};
