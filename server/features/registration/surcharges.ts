import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { nth } from '@/schema/must';
import { conflict, invalid, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import type { PaymentMethod } from './Change';
import { addPayments, type NewPayment } from './payments';
import { moveWallets, type Move } from '../wallets/wallets';
import { withWallet } from './withWallet';

/** How a fee is paid. */
export interface Paying {
  readonly method?: PaymentMethod | null | undefined;
  readonly reference?: string | null | undefined;
  readonly reason?: string | null | undefined;
}
/** What somebody owes for a change after payment. */
export type Owed = readonly [row: Inscription, amount_cents: number];
/** What was paid of it, or why not; `hasWritten` when something was written before it was refused. */
export type Taken = { readonly paid: Partial<Inscription> } | { readonly refusal: DomainError; readonly hasWritten: boolean };

/** Takes the fees for changes after payment, at the counter or from the wallets, and answers for each what was paid. Without a method it asks for one. */
export const takeSurcharges = async (
  tx: Transaction,
  owed: readonly Owed[],
  { method, reference, reason }: Paying,
): Promise<readonly Taken[]> => {
  const refuse = (refusal: DomainError, hasWritten = false): Taken => ({ refusal, hasWritten });
  if (!method)
    return owed.map(([, cents]) => refuse(invalid([{ path: 'input.method', code: 'DIFFERENCE_DUE', params: { amount: cents / 100 } }])));
  const isWallet = method === 'wallet';
  const allowed = await withWallet(tx, isWallet ? owed.map(([{ eventid }]) => eventid) : []);
  const open = owed.filter(([{ eventid }]) => !isWallet || allowed.has(eventid));
  const paymentids = await addPayments(
    tx,
    open.map(([row, amount_cents]): NewPayment => [
      row,
      { type: 'charge', method, status: 'paid', amount_cents, reference: reference ?? null, reason: reason ?? null },
    ]),
  );
  if (!isWallet) return open.map(([row, amount_cents]) => ({ paid: { paid_cents: row.paid_cents + amount_cents } }));
  const moveOf = (type: 'hold' | 'capture', at: number): Move => {
    const [row, amount_cents] = nth(open, at),
      paymentid = nth(paymentids, at);
    return [row.web_userid, { type, amount_cents, inscriptionid: row.inscriptionid, paymentid, key: `${type}:${paymentid}` }];
  };
  const refusals = await moveWallets(
    tx,
    open.map((_, at) => moveOf('hold', at)),
  );
  const held = open.map((_, at) => at).filter((at) => !refusals[at]);
  await moveWallets(
    tx,
    held.map((at) => moveOf('capture', at)),
  );
  return owed.map((each): Taken => {
    const [row, amount_cents] = each,
      at = open.indexOf(each),
      refusal = refusals[at];
    if (at < 0) return refuse(conflict('WALLET_NOT_ALLOWED'));
    if (refusal) return refuse(refusal, true);
    return { paid: { paid_cents: row.paid_cents + amount_cents, wallet_cents: row.wallet_cents + amount_cents } };
  });
};

/** The same for one inscription. */
export const takeSurcharge = async (
  tx: Transaction,
  row: Inscription,
  { amount_cents, ...paying }: Paying & { readonly amount_cents: number },
): Promise<Partial<Inscription>> => {
  const taken = nth(await takeSurcharges(tx, [[row, amount_cents]], paying), 0);
  if ('refusal' in taken) throw taken.refusal;
  return taken.paid;
};
