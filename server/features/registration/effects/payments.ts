import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { conflict } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { updateAudited } from '../../../api/write/audited';
import { eachChange, type Change, type EffectBody } from '../Change';
import { addPayment, addPayments, markPaid, type NewPayment } from '../payments';
import { frozenForEach } from '../../wallets/wallets';
import { giveBack } from './coupons';
import { columnsOf } from '../../../kernel/columnsOf';
import { select, selectAll, value } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';

const p = columnsOf(payments);
const isOpenCharge = (row: typeof p, ids: readonly number[]): SQL =>
  sql`${row.inscriptionid} = any(${ids}::bigint[]) and ${row.type} = 'charge' and ${row.status} in ('created', 'pending', 'authorized')`;
const openShape = {
  inscriptionid: value<number>(sql`${p.inscriptionid}`),
  paymentid: p.paymentid,
  amount_cents: p.amount_cents,
  method: p.method,
  card_bin: p.card_bin,
};
/** The charges of each inscription that are open, the last one first; locked. */
const openOf = async (tx: Transaction, ids: readonly number[]) => {
  const found =
    ids.length === 0
      ? []
      : await select(
          tx,
          openShape,
          sql`from ${p} where ${isOpenCharge(p, ids)} and ${p.deleted_at} is null order by ${p.paymentid} desc for update`,
        );
  return (inscriptionid: number) => found.filter((charge) => charge.inscriptionid === inscriptionid);
};
/** Ends the charges that are open. */
const closeOpen = async (
  tx: Transaction,
  ids: readonly number[],
  status: 'cancelled' | 'declined' | 'expired',
  decline_code?: string | null,
): Promise<void> => {
  if (ids.length > 0) await updateAudited(tx, payments, (row) => isOpenCharge(row, ids), { status, decline_code: decline_code ?? null });
};
const idsOf = (changes: readonly Change[]): readonly number[] => changes.map(({ id }) => id);

/** The amount paid and not refunded. A late payment is in the wallet and covers nothing. */
const kept = ({ paid_cents, refunded_cents }: Inscription): number => paid_cents - refunded_cents;

/** A payment starts for what the wallet does not cover; it replaces one that is open, in its way unless another is said. */
export const openPayment: EffectBody = async (tx, changes) => {
  const open = await openOf(tx, idsOf(changes));
  await closeOpen(tx, idsOf(changes.filter(({ id }) => open(id).length > 0)), 'cancelled');
  await addPayments(
    tx,
    changes.flatMap(({ id, now, details }): readonly NewPayment[] => {
      const amount_cents = now.total_cents - kept(now) - now.wallet_cents,
        method = details.method ?? open(id)[0]?.method;
      if (amount_cents <= 0 || !method) return [];
      const card_bin = details.bin ?? (details.bin === undefined ? (open(id)[0]?.card_bin ?? null) : null);
      const promoted = now.promotion_binid === null ? {} : { card_bin, promotion_binid: now.promotion_binid };
      return [[now, { type: 'charge', method, status: 'pending', amount_cents, reference: details.reference ?? null, ...promoted }]];
    }),
  );
};

/** A courtesy removes the price, and does not use the coupon. */
const makeFree = async (tx: Transaction, gifts: readonly Change[]): Promise<void> => {
  await giveBack(tx, idsOf(gifts.filter(({ now }) => now.couponid)));
  for (const { now, write } of gifts) write({ couponid: null, discount_cents: now.list_price_cents, fee_cents: 0, total_cents: 0 }); // its promotion was lifted before
};
const isGift = ({ details }: Change): boolean => details.method === 'courtesy';
/** What is due is covered: by the named payment, or by a payment at the counter. */
const cover = async (tx: Transaction, changes: readonly Change[]): Promise<void> => {
  await makeFree(tx, changes.filter(isGift));
  const frozen = await frozenForEach(tx, idsOf(changes.filter(({ now }) => now.wallet_cents !== 0)));
  const open = await openOf(tx, idsOf(changes));
  const settled: Change[] = [],
    charges: NewPayment[] = [];
  for (const change of changes) {
    const { id, now, details, write, refuse } = change;
    const due = isGift(change) ? 0 : now.total_cents - kept(now) - (now.wallet_cents === 0 ? 0 : frozen(id));
    const named = open(id).find(({ paymentid }) => paymentid === details.paymentid);
    if (details.paymentid !== undefined && named?.amount_cents !== due) {
      refuse(conflict('AMOUNT_DIFFERS'));
      continue;
    }
    if (named) await markPaid(tx, named.paymentid, details.reference ?? null);
    if (!named && due > 0)
      charges.push([
        now,
        {
          type: 'charge',
          method: details.method ?? 'external',
          status: 'paid',
          amount_cents: due,
          reference: details.reference ?? null,
          reason: details.reason ?? null,
          ...(now.promotion_binid !== null && { card_bin: details.bin ?? null, promotion_binid: now.promotion_binid }),
        },
      ]);
    settled.push(change);
    if (due > 0) write({ paid_cents: now.paid_cents + due });
  }
  await closeOpen(tx, idsOf(settled.filter(({ id }) => open(id).length > 0)), 'cancelled');
  await addPayments(tx, charges);
};

const returnsPaid: ReadonlySet<unknown> = new Set(['cancelled', 'chargeback', 'wallet_refund']);
/** The total is covered, unless it was before and the inscription only returns. */
export const settlePayment: EffectBody = async (tx, changes) => {
  await cover(
    tx,
    changes.filter(({ from }) => !returnsPaid.has(from)),
  );
  for (const { now, write } of changes) {
    if (!now.paid_at) write({ paid_at: new Date().toISOString() });
    write({ cancelled_at: null, cancel_reason: null });
  }
};

/** The attempt failed; seat and size are kept until they expire. */
export const declinePayment: EffectBody = async (tx, changes) => {
  for (const reason of new Set(changes.map(({ details }) => details.reason ?? null)))
    await closeOpen(tx, idsOf(changes.filter(({ details }) => (details.reason ?? null) === reason)), 'declined', reason);
};

/** Nothing is to be paid any more. */
export const voidPayment: EffectBody = async (tx, changes) => {
  const isLate = ({ details }: Change): boolean => details.actor === 'system';
  await closeOpen(tx, idsOf(changes.filter(isLate)), 'expired');
  await closeOpen(tx, idsOf(changes.filter((change) => !isLate(change))), 'cancelled');
  for (const { write } of changes) write({ cancelled_at: new Date().toISOString() });
};

/** The bank disputes what was paid: the amount is named, the seat stays until it is decided. */
export const openDispute: EffectBody = eachChange(async (tx, { now, details, write }) => {
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
});
