import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { refundOf } from '@/domain/registration/pricing';
import { events } from '@/resources/events/events';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import { organizations } from '@/resources/organizations/organizations';
import { wallet_movements } from '@/resources/wallet_movements/wallet_movements';
import { conflict, invalid, notFound } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { updateAudited } from '../../../api/write/audited';
import { advance } from '../advance';
import type { PaymentMethod } from '../Change';
import { judgeKit, judgeWaiting } from '../guards';
import { returnOf } from '../../log/log';
import { numberAfterPayment } from '../numbering';
import { addPayment } from '../payments';
import { lockSeats } from '../seats';
import { frozenFor, moveWallet } from '../../wallets/wallets';
import { columnsOf } from '../../../kernel/columnsOf';
import { selectOne, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

/** Puts a coupon on an inscription that is not paid yet. */
export const applyCoupon = async (tx: Transaction, row: Inscription, { couponid }: { readonly couponid: number }): Promise<void> => {
  await advance(tx, row, 'coupon_applied', { couponid });
};

/** Starts a payment that the athlete finishes elsewhere; what the wallet gives is set aside. Whoever owes nothing is paid at once. */
export const requestPayment = async (
  tx: Transaction,
  row: Inscription,
  { method, wallet_cents }: { readonly method: PaymentMethod; readonly wallet_cents?: number | null | undefined },
): Promise<void> => {
  const pending = await advance(tx, row, 'pending_payment', { method, wallet_cents: wallet_cents ?? 0 });
  if (pending.total_cents <= pending.wallet_cents)
    await numberAfterPayment(tx, await advance(tx, pending, 'paid', { actor: 'system' }), { actor: 'system' });
};

interface PayInput {
  readonly method: PaymentMethod;
  readonly reference?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/** Takes what is due at the counter, from the wallet, or as a courtesy that names its reason. Numbers follow in the same transaction. */
export const pay = async (tx: Transaction, row: Inscription, { method, reference, reason }: PayInput): Promise<void> => {
  if (method === 'courtesy' && !reason) throw invalid([{ path: 'input.reason', code: 'REQUIRED' }]);
  let now = row;
  if (method === 'courtesy' && (await frozenFor(tx, row.inscriptionid)) > 0) now = await advance(tx, now, 'defrost_balance', { reason });
  if (method === 'wallet')
    now = await advance(
      tx,
      now.status === 'pending_payment' ? await advance(tx, now, 'payment_declined', { reason: 'replaced' }) : now,
      'pending_payment',
      { method, wallet_cents: now.total_cents - now.wallet_cents },
    );
  await numberAfterPayment(tx, await advance(tx, now, 'paid', { method, reference, reason }));
};

/** Takes the wallet off a payment that is not finished; what was set aside is free again. */
export const removeWallet = async (tx: Transaction, row: Inscription, { reason }: { readonly reason: string }): Promise<void> => {
  await advance(tx, await advance(tx, row, 'defrost_balance', { reason }), 'wallet_removed', { reason });
};

const e = columnsOf(events, 'e');
const o = columnsOf(organizations, 'o');
const refundPolicyOf = (tx: Transaction, eventid: number) =>
  selectOne(
    tx,
    {
      schedule: e.refund_schedule,
      daysLeft: value<number>(sql`floor(extract(epoch from ${e.start_at} - now()) / 86400)::int`),
      limit: o.refund_approval_cents,
    },
    sql`from ${e} join ${o} on ${o.organizationid} = ${e.organizationid} where ${e.eventid} = ${eventid}`,
  );
interface RefundInput {
  readonly amount_cents?: number | null | undefined;
  readonly return_coupon?: boolean | null | undefined;
  readonly override?: boolean | null | undefined;
  readonly reason: string;
}

/**
 * Closes an inscription and gives its value back into the wallet: the amount that was said, or what the schedule of the event leaves.
 *
 * Above the limit of the organisation it only asks: a second person approves the payment that it leaves behind.
 */
export const walletRefund = async (
  tx: Transaction,
  row: Inscription,
  { amount_cents, return_coupon, override, reason }: RefundInput,
): Promise<{ readonly amount_cents: number; readonly waiting: number }> => {
  judgeKit(row, override);
  const policy = await tx.asOwner(() => refundPolicyOf(tx, row.eventid));
  if (!policy) throw notFound();
  const { schedule, daysLeft, limit } = policy;
  const choices = { return_coupon: return_coupon ?? true, kit_override: override ?? false };
  const left = row.paid_cents - row.refunded_cents;
  const amount = amount_cents ?? Math.min(left, refundOf(row.paid_cents, schedule, daysLeft));
  if (amount > left) throw invalid([{ path: 'input.amount_cents', code: 'REFUND_TOO_MUCH' }]);
  if (amount <= 0) throw conflict('REFUND_NOTHING');
  await judgeWaiting(tx, row);
  if (amount > (limit ?? 0)) {
    await addPayment(tx, row, {
      type: 'refund',
      method: 'wallet',
      status: 'created',
      amount_cents: amount,
      reason,
      requested_by_userid: tx.userid,
      ...choices,
    });
    return { amount_cents: amount, waiting: 1 };
  }
  await advance(tx, row, 'wallet_refund', {
    amount_cents: amount,
    reason,
    returnCoupon: choices.return_coupon,
    kitOverride: choices.kit_override,
  });
  return { amount_cents: amount, waiting: 0 };
};

/** What the closing itself credited, which the log of the same transaction names, and who closed; what came after it stays where it is, and a merge that was undone closed nothing. */
const l = columnsOf(inscription_log);
const m = columnsOf(wallet_movements, 'm');
const creditOf = (tx: Transaction, inscriptionid: number) =>
  selectOne(
    tx,
    { paymentid: m.paymentid, amount_cents: m.amount_cents, isLate: value<boolean>(sql`l.actor_type = 'system'`) },
    sql`from (select ${l.created} as created, ${l.actor_type} as actor_type from ${l} where ${l.inscriptionid} = ${inscriptionid} and ${l.to_status} = 'wallet_refund' and ${l.from_status} is distinct from 'merged' order by ${l.logid} desc limit 1) l
     join ${m} on ${m.inscriptionid} = ${inscriptionid} and ${m.type} = 'refund_credit' and ${m.created} = l.created`,
  );

/** Takes a refund back out of the wallet while it is unspent, unless it was money that came late and never paid for the seat: the inscription returns to where it stood, if its seat, size and coupon are still to be had. */
export const reverseRefund = async (
  tx: Transaction,
  row: Inscription,
  { reason }: { readonly reason: string },
): Promise<{ readonly amount_cents: number }> => {
  const { to, isActive } = await returnOf(tx, row.inscriptionid);
  const credit = await tx.asOwner(() => creditOf(tx, row.inscriptionid));
  if (credit?.isLate) throw conflict('LATE_MONEY', [{ path: 'status', code: 'LATE_MONEY' }]);
  if (!to || credit?.paymentid == null) throw conflict('NO_RETURN', [{ path: 'status', code: 'NO_RETURN' }]);
  const { paymentid, amount_cents } = credit;
  await lockSeats(tx, row.eventid, [row.distanceid]);
  await updateAudited(tx, payments, (payment) => sql`${payment.paymentid} = ${paymentid}`, { status: 'cancelled' });
  await moveWallet(tx, row.web_userid, {
    type: 'reversal',
    amount_cents,
    inscriptionid: row.inscriptionid,
    paymentid,
    reason,
    key: `reversal:${paymentid}`,
  });
  const back = await advance(tx, row, to, {
    reason,
    isBack: true,
    set: { refunded_cents: row.refunded_cents - amount_cents, ...(isActive && { cancel_reason: null, cancelled_at: null }) },
  });
  if (isActive) await numberAfterPayment(tx, back);
  return { amount_cents };
};

/** The bank disputes the payment: nothing moves until it is decided. */
export const openChargeback = async (
  tx: Transaction,
  row: Inscription,
  { reference, reason }: { readonly reference?: string | null | undefined; readonly reason: string },
): Promise<void> => {
  await advance(tx, row, 'chargeback', { reference, reason });
};

const p = columnsOf(payments);
const disputeOf = (tx: Transaction, inscriptionid: number) =>
  selectOne(
    tx,
    { paymentid: p.paymentid, amount_cents: p.amount_cents },
    sql`from ${p} where ${p.inscriptionid} = ${inscriptionid} and ${p.type} = 'chargeback' and ${p.status} = 'pending' for no key update`,
  );

/** The dispute is decided: won, it returns to where it stood with its bib; lost, it is cancelled and the money is gone. */
export const closeChargeback = async (
  tx: Transaction,
  row: Inscription,
  { outcome, reason }: { readonly outcome: 'won' | 'lost'; readonly reason: string },
): Promise<void> => {
  const dispute = await disputeOf(tx, row.inscriptionid);
  if (dispute)
    await updateAudited(
      tx,
      payments,
      (payment) => sql`${payment.paymentid} = ${dispute.paymentid}`,
      outcome === 'won' ? { status: 'declined' } : { status: 'paid', paid_at: new Date().toISOString() },
    );
  if (outcome === 'won') {
    await numberAfterPayment(tx, await advance(tx, row, 'paid', { reason, isBack: true }));
    return;
  }
  await advance(tx, row, 'cancelled', {
    reason,
    set: { cancel_reason: 'chargeback', refunded_cents: row.refunded_cents + (dispute?.amount_cents ?? 0) },
  });
};
