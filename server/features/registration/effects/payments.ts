import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { conflict } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { updateAudited } from '../../../api/write/audited';
import type { EffectBody } from '../Change';
import { addPayment, markPaid } from '../payments';
import { frozenFor } from '../../wallets/wallets';
import { giveBack } from './coupons';
import { columnsOf } from '../../../kernel/columnsOf';
import { select, selectAll } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

const p = columnsOf(payments);
const openOf = (tx: Transaction, inscriptionid: number) =>
  select(
    tx,
    { paymentid: p.paymentid, amount_cents: p.amount_cents, method: p.method },
    sql`from ${p} where ${p.inscriptionid} = ${inscriptionid} and ${p.type} = 'charge' and ${p.status} in ('created', 'pending', 'authorized') and ${p.deleted_at} is null order by ${p.paymentid} desc for update`,
  );
/** Ends the charges that are open. */
const closeOpen = (
  tx: Transaction,
  inscriptionid: number,
  status: 'cancelled' | 'declined' | 'expired',
  decline_code?: string | null,
): Promise<unknown> =>
  updateAudited(
    tx,
    payments,
    (row) =>
      sql`${row.inscriptionid} = ${inscriptionid} and ${row.type} = 'charge' and ${row.status} in ('created', 'pending', 'authorized')`,
    { status, decline_code: decline_code ?? null },
  );

/** What was paid and not given back: a payment that came for nothing is in the wallet, and covers nothing. */
const kept = ({ paid_cents, refunded_cents }: Inscription): number => paid_cents - refunded_cents;

/** A payment begins for what the wallet does not cover; it replaces one that is open, in its way unless another is said. */
export const openPayment: EffectBody = async ({ tx, now, details }) => {
  const due = now.total_cents - kept(now) - now.wallet_cents;
  const [open] = await openOf(tx, now.inscriptionid);
  if (open) await closeOpen(tx, now.inscriptionid, 'cancelled');
  const method = details.method ?? open?.method;
  if (due > 0 && method)
    await addPayment(tx, now, { type: 'charge', method, status: 'pending', amount_cents: due, reference: details.reference ?? null });
};

/** The total is covered: by the payment that is named, or by what the counter took. A courtesy takes the price away instead, and leaves the coupon to others. */
export const settlePayment: EffectBody = async ({ tx, id, now, details, write, from }) => {
  if (from !== 'cancelled' && from !== 'chargeback' && from !== 'wallet_refund') {
    const isGift = details.method === 'courtesy';
    if (isGift) {
      if (now.couponid) await giveBack(tx, id);
      write({ couponid: null, discount_cents: now.list_price_cents, fee_cents: 0, total_cents: 0 });
    }
    const frozen = now.wallet_cents === 0 ? 0 : await frozenFor(tx, id);
    const due = isGift ? 0 : now.total_cents - kept(now) - frozen;
    const open = await openOf(tx, id);
    const named = open.find(({ paymentid }) => paymentid === details.paymentid);
    if (details.paymentid !== undefined && named?.amount_cents !== due) throw conflict('AMOUNT_DIFFERS');
    if (named) await markPaid(tx, named.paymentid, details.reference ?? null);
    if (open.length > 0) await closeOpen(tx, id, 'cancelled');
    if (!named && due > 0)
      await addPayment(tx, now, {
        type: 'charge',
        method: details.method ?? 'external',
        status: 'paid',
        amount_cents: due,
        reference: details.reference ?? null,
        reason: details.reason ?? null,
      });
    if (due > 0) write({ paid_cents: now.paid_cents + due });
  }
  if (!now.paid_at) write({ paid_at: new Date().toISOString() });
  write({ cancelled_at: null, cancel_reason: null });
};

/** The attempt failed; seat and size are kept until they expire. */
export const declinePayment: EffectBody = async ({ tx, id, details }) => {
  await closeOpen(tx, id, 'declined', details.reason);
};

/** Nothing is to be paid any more. */
export const voidPayment: EffectBody = async ({ tx, id, details, write }) => {
  await closeOpen(tx, id, details.actor === 'system' ? 'expired' : 'cancelled');
  write({ cancelled_at: new Date().toISOString() });
};

/** The bank disputes what was paid: the amount is named, the seat stays until it is decided. */
export const openDispute: EffectBody = async ({ tx, now, details, write }) => {
  const [charge = null] = await selectAll(
    tx,
    p.paymentid,
    sql`from ${p} where ${p.inscriptionid} = ${now.inscriptionid} and ${p.type} = 'charge' and ${p.status} = 'paid' and ${p.method} <> 'wallet' order by ${p.amount_cents} desc limit 1`,
  );
  await addPayment(tx, now, {
    type: 'chargeback',
    method: 'card',
    status: 'pending',
    amount_cents: now.paid_cents - now.refunded_cents,
    reference: details.reference ?? null,
    reason: details.reason ?? null,
    parent_paymentid: charge,
  });
  write({ attention: true });
};
