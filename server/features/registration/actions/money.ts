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
import type { Group } from '../../../kernel/group';
import { advance, advanceGroup } from '../advance';
import type { PaymentMethod } from '../Change';
import { judgeAllWaiting, whyKept } from '../guards';
import { returnOf } from '../../log/log';
import { numberAfterPayment, numberGroup } from '../numbering';
import { addPayments, type NewPayment } from '../payments';
import { lockSeats } from '../seats';
import { frozenForEach, moveWallet } from '../../wallets/wallets';
import { columnsOf } from '../../../kernel/columnsOf';
import { select, selectOne, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

/** Puts a coupon on inscriptions that are not paid yet. */
export const applyCoupon = async (group: Group<Inscription>, { couponid }: { readonly couponid: number }): Promise<void> => {
  await advanceGroup(group, () => ({ to: 'coupon_applied', details: { couponid } }));
};

/** Starts payments that athletes finish elsewhere; what the wallet gives is reserved. A registration with nothing to pay is paid at once. */
export const requestPayment = async (
  group: Group<Inscription>,
  {
    method,
    wallet_cents,
    bin,
  }: { readonly method: PaymentMethod; readonly wallet_cents?: number | null | undefined; readonly bin?: string | null | undefined },
): Promise<void> => {
  if (bin && method !== 'card') group.refuseWhere(() => invalid([{ path: 'input.bin', code: 'PROMOTION_METHOD' }]));
  await advanceGroup(group, () => ({ to: 'pending_payment', details: { method, wallet_cents: wallet_cents ?? 0, bin: bin ?? null } }));
  const covered = group.part((row) => row.total_cents <= row.wallet_cents);
  await advanceGroup(covered, () => ({ to: 'paid', details: { actor: 'system' } }));
  await numberGroup(covered, { actor: 'system' });
};

interface PayInput {
  readonly method: PaymentMethod;
  readonly bin?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/** What a wallet is to give is frozen again, for the whole of it. */
const payFromWallets = async (group: Group<Inscription>): Promise<void> => {
  await advanceGroup(
    group.part(({ status }) => status === 'pending_payment'),
    () => ({ to: 'payment_declined', details: { reason: 'replaced' } }),
  );
  await advanceGroup(group, ({ total_cents, promotion_discount_cents, wallet_cents }) => ({
    to: 'pending_payment',
    details: { method: 'wallet', wallet_cents: total_cents + promotion_discount_cents - wallet_cents, bin: null },
  }));
};

/** Takes what is due at the counter, from the wallet, or as a courtesy that names its reason. Numbers follow in the same transaction. */
export const pay = async (group: Group<Inscription>, { method, bin, reference, reason }: PayInput): Promise<void> => {
  if (bin && method !== 'pos') group.refuseWhere(() => invalid([{ path: 'input.bin', code: 'PROMOTION_METHOD' }]));
  if (method === 'courtesy' && !reason) group.refuseWhere(() => invalid([{ path: 'input.reason', code: 'REQUIRED' }]));
  if (method === 'courtesy') {
    const frozen = await frozenForEach(
      group.tx,
      group.members().map(({ id }) => id),
    );
    await advanceGroup(
      group.part((_row, id) => frozen(id) > 0),
      () => ({ to: 'defrost_balance', details: { reason } }),
    );
  }
  if (method === 'wallet') await payFromWallets(group);
  await advanceGroup(group, () => ({ to: 'paid', details: { method, reference, reason, bin: bin ?? null } }));
  await numberGroup(group);
};

/** Takes the wallet off payments that are not finished; what was set aside is free again. */
export const removeWallet = async (group: Group<Inscription>, { reason }: { readonly reason: string }): Promise<void> => {
  await advanceGroup(group, () => ({ to: 'defrost_balance', details: { reason } }));
  await advanceGroup(group, () => ({ to: 'wallet_removed', details: { reason } }));
};

const e = columnsOf(events, 'e');
const o = columnsOf(organizations, 'o');
const refundPolicies = async (tx: Transaction, eventids: readonly number[]) => {
  const found = await select(
    tx,
    {
      eventid: e.eventid,
      schedule: e.refund_schedule,
      daysLeft: value<number>(sql`floor(extract(epoch from ${e.start_at} - now()) / 86400)::int`),
      limit: o.refund_approval_cents,
    },
    sql`from ${e} join ${o} on ${o.organizationid} = ${e.organizationid} where ${e.eventid} = any(${[...new Set(eventids)]}::bigint[])`,
  );
  return new Map(found.map((policy) => [policy.eventid, policy]));
};
interface RefundInput {
  readonly amount_cents?: number | null | undefined;
  readonly return_coupon?: boolean | null | undefined;
  readonly override?: boolean | null | undefined;
  readonly reason: string;
}

/**
 * Closes inscriptions and gives their value back into the wallets: the amount that was said, or what the schedule of the event leaves.
 *
 * Above the limit of the organization it only requests the refund: a second person approves the payment that it creates.
 */
export const walletRefund = async (
  group: Group<Inscription>,
  { amount_cents, return_coupon, override, reason }: RefundInput,
): Promise<void> => {
  const { tx } = group;
  group.refuseWhere((row) => whyKept(row, override));
  const policies = await tx.asOwner(() =>
    refundPolicies(
      tx,
      group.members().map(({ row }) => row.eventid),
    ),
  );
  const choices = { return_coupon: return_coupon ?? true, kit_override: override ?? false };
  const amountOf = ({ eventid, paid_cents, refunded_cents }: Inscription): number => {
    const policy = policies.get(eventid);
    return amount_cents ?? Math.min(paid_cents - refunded_cents, policy ? refundOf(paid_cents, policy.schedule, policy.daysLeft) : 0);
  };
  group.refuseWhere((row) => {
    if (!policies.has(row.eventid)) return notFound();
    if (amountOf(row) > row.paid_cents - row.refunded_cents) return invalid([{ path: 'input.amount_cents', code: 'REFUND_TOO_MUCH' }]);
    return amountOf(row) <= 0 ? conflict('REFUND_NOTHING') : null;
  });
  await judgeAllWaiting(group);
  const mustAsk = (row: Inscription): boolean => amountOf(row) > (policies.get(row.eventid)?.limit ?? 0);
  const asking = group.part(mustAsk),
    others = group.part((row) => !mustAsk(row));
  await addPayments(
    tx,
    asking.members().map(({ row }): NewPayment => [
      row,
      {
        type: 'refund',
        method: 'wallet',
        status: 'created',
        amount_cents: amountOf(row),
        reason,
        requested_by_userid: tx.userid,
        ...choices,
      },
    ]),
  );
  for (const { id, row } of asking.members()) {
    asking.answer(id, { amount_cents: amountOf(row), waiting: 1 });
    asking.become(id, row);
  }
  for (const { id, row } of others.members()) others.answer(id, { amount_cents: amountOf(row), waiting: 0 });
  await advanceGroup(others, (row) => ({
    to: 'wallet_refund',
    details: { amount_cents: amountOf(row), reason, returnCoupon: choices.return_coupon, kitOverride: choices.kit_override },
  }));
};

/**
 * The amount that the closing itself credited, which the log of the same transaction names, and who closed it. Later movements stay, and
 * a merge that was undone closed nothing.
 */
const l = columnsOf(inscription_log);
const m = columnsOf(wallet_movements, 'm');
const creditOf = (tx: Transaction, inscriptionid: number) =>
  selectOne(
    tx,
    { paymentid: m.paymentid, amount_cents: m.amount_cents, isLate: value<boolean>(sql`l.actor_type = 'system'`) },
    sql`from (select ${l.created} as created, ${l.actor_type} as actor_type from ${l} where ${l.inscriptionid} = ${inscriptionid} and ${l.to_status} = 'wallet_refund' and ${l.from_status} is distinct from 'merged' order by ${l.logid} desc limit 1) l
     join ${m} on ${m.inscriptionid} = ${inscriptionid} and ${m.type} = 'refund_credit' and ${m.created} = l.created`,
  );

/**
 * Takes an unspent refund back out of the wallet, unless it was late money that never paid for the seat. The inscription returns to its
 * former status, if its seat, size and coupon are still available.
 */
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

/** The bank disputes the payment: nothing else changes until it is decided. */
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

/**
 * The dispute is decided: if it is won, the inscription returns to its former status with its bib; if it is lost, it is cancelled and
 * the money is gone.
 */
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
