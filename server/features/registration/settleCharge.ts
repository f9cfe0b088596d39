import { moments, isAmong } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { conflict, notFound } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { readStored } from '../../api/list/stored';
import { advance, noWay } from './advance';
import { attempt } from './attempt';
import { addLog, previousStatus } from '../log/log';
import { numberAfterPayment } from './numbering';
import { markPaid } from './payments';
import { runEffects } from './runEffects';
import { lockSeats } from './seats';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** The outcome of money that a gateway reports: it paid the inscription, it went into the wallet, or it was already known. */
export type Settlement = 'paid' | 'credited' | 'known';
interface Charge {
  readonly paymentid: number;
  readonly amount_cents: number;
  readonly reference: string | null;
}

const gateway = { actor: 'gateway' } as const;
const unsettled: ReadonlySet<unknown> = new Set(['created', 'pending', 'authorized', 'declined', 'expired', 'cancelled']);

/** Restores an expired inscription to waiting for payment, with the part that its wallet was to pay. */
const resume = async (tx: Transaction, row: Inscription, amount_cents: number): Promise<Inscription> => {
  const previous = await previousStatus(tx, row.inscriptionid);
  const wallet_cents = row.total_cents - (row.paid_cents - row.refunded_cents) - amount_cents;
  if (row.cancel_reason !== 'expired' || !previous || !isAmong('hold', previous)) throw noWay(row.status, 'paid');
  if (wallet_cents < 0) throw conflict('AMOUNT_DIFFERS');
  const waits = previous === 'pending_payment';
  const back = await advance(tx, row, previous, {
    ...gateway,
    isBack: true,
    set: { cancel_reason: null, cancelled_at: null },
    ...(waits && { wallet_cents }),
  });
  return waits ? back : advance(tx, back, 'pending_payment', { ...gateway, wallet_cents });
};

const pay = async (tx: Transaction, row: Inscription, { paymentid, amount_cents, reference }: Charge): Promise<void> => {
  const status = row.status;
  if (!isAmong('hold', status) && status !== 'cancelled') throw noWay(status, 'paid');
  const waiting = status === 'cancelled' ? await resume(tx, row, amount_cents) : row;
  await updateAudited(tx, payments, (payment) => sql`${payment.paymentid} = ${paymentid}`, { status: 'pending' });
  const paid = await advance(tx, waiting, 'paid', { ...gateway, paymentid, reference });
  await numberAfterPayment(tx, paid, { actor: 'system' });
};

/** Late money goes to the athlete's wallet. A cancelled inscription shows that in its status. */
export const credit = async (
  tx: Transaction,
  row: Inscription,
  { paymentid, amount_cents, reference }: Charge,
  reason = 'late_payment',
): Promise<void> => {
  await lockSeats(tx, row.eventid, [row.distanceid]);
  await markPaid(tx, paymentid, reference);
  const details = { actor: 'system', reason, amount_cents, set: { paid_cents: row.paid_cents + amount_cents } } as const;
  const from = row.status;
  if (from === 'cancelled' && row.paid_cents === row.refunded_cents) {
    await advance(tx, row, 'wallet_refund', details);
    return;
  }
  const { written } = await runEffects(tx, row, { from, to: 'wallet_refund', effects: ['credit_wallet'], details });
  await updateAudited(tx, inscriptions, (one) => sql`${one.inscriptionid} = ${row.inscriptionid}`, written);
  const changes = (['paid_cents', 'refunded_cents'] as const).map((field) => ({ field, old: row[field], new: written[field] }));
  if (moments.data_updated.from?.includes(from))
    await addLog(tx, row, { status: 'data_updated', changes, reason: details.reason, actor: 'system' });
};

/**
 * The card that pays lacks the promotion: it is taken off, and the athlete is written to and asked for the full price. What was captured
 * already goes into the wallet.
 */
export const losePromotion = async (tx: Transaction, row: Inscription, captured: Charge | null): Promise<void> => {
  if (captured) await credit(tx, row, captured, 'promotion_lost');
  const current = captured ? await readStored(tx, inscriptions, row.inscriptionid, { lock: true }) : row;
  if (!current) throw notFound();
  await advance(tx, current, 'payment_declined', {
    ...gateway,
    reason: 'promotion_lost',
    set: {
      promotion_binid: null,
      promotion_discount_cents: 0,
      total_cents: current.total_cents + current.promotion_discount_cents,
    },
  });
};

const p = columnsOf(payments);
const inscriptionOf = async (tx: Transaction, paymentid: number): Promise<Inscription | null> => {
  const found = await selectOne(
    tx,
    { inscriptionid: p.inscriptionid },
    sql`from ${p} where ${p.paymentid} = ${paymentid} and ${p.type} = 'charge' and ${p.deleted_at} is null`,
  );
  return found?.inscriptionid ? readStored(tx, inscriptions, found.inscriptionid, { lock: true }) : null;
};

/**
 * Handles the report of a gateway that a charge was paid, in time or late, once or repeatedly.
 *
 * A waiting inscription is paid; an expired one takes its seat, size and coupon again if they are free. Otherwise the money goes into
 * the athlete's wallet: it is never lost and never counted twice.
 */
export const settleCharge = async (tx: Transaction, paymentid: number, reference: string | null = null): Promise<Settlement> => {
  const row = await inscriptionOf(tx, paymentid);
  if (!row) throw notFound();
  const { status, amount_cents } = p;
  const payment = await selectOne(tx, { status, amount_cents }, sql`from ${p} where ${p.paymentid} = ${paymentid} for no key update`);
  if (!payment || !unsettled.has(payment.status)) return 'known';
  const charge: Charge = { paymentid, amount_cents: payment.amount_cents, reference };
  if (!(await attempt(tx, () => pay(tx, row, charge)))) return 'paid';
  await credit(tx, row, charge);
  return 'credited';
};
