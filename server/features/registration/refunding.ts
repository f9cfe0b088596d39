import { isAmong } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { organizations } from '@/resources/organizations/organizations';
import { payments, type Payment } from '@/resources/payments/payments';
import { readStored } from '../../api/list/stored';
import { updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, invalid, notFound, problemAt } from '../../kernel/DomainError';
import { selectAll, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { moveWallet } from '../wallets/wallets';
import { addPayment } from './payments';

const p = columnsOf(payments);
const r = columnsOf(payments, 'r');
const o = columnsOf(organizations, 'o');
const i = columnsOf(inscriptions, 'i');

/** The registration of a payment, locked before the payment changes. */
export const inscriptionOf = async (tx: Transaction, { inscriptionid }: Pick<Payment, 'inscriptionid'>): Promise<Inscription> => {
  const row = inscriptionid && (await readStored(tx, inscriptions, inscriptionid, { lock: true }));
  if (!row) throw notFound();
  return row;
};

/** What of a charge may still go back: not what went or is on its way, and not what a place costs that is kept. */
const leftOf = async (tx: Transaction, charge: Payment, row: Inscription): Promise<number> => {
  const found = await selectOne(
    tx,
    {
      ofCharge: value<number>(
        sql`coalesce(sum(${r.amount_cents}) filter (where ${r.parent_paymentid} = ${charge.paymentid} and ${r.status} <> 'cancelled' and ${r.method} <> 'wallet'), 0)::int`,
      ),
      onItsWay: value<number>(
        sql`coalesce(sum(${r.amount_cents}) filter (where ${r.status} in ('created', 'pending', 'declined')), 0)::int`,
      ),
    },
    sql`from ${r} where ${r.inscriptionid} = ${row.inscriptionid} and ${r.type} = 'refund' and ${r.deleted_at} is null`,
  );
  const owed = isAmong('active', row.status) || isAmong('disputed', row.status) ? row.total_cents : 0;
  return Math.max(
    0,
    Math.min(charge.amount_cents - (found?.ofCharge ?? 0), row.paid_cents - row.refunded_cents - owed - (found?.onItsWay ?? 0)),
  );
};

const limitOf = (tx: Transaction, inscriptionid: number): Promise<number> =>
  tx.asOwner(
    async () =>
      (
        await selectOne(
          tx,
          { limit: o.refund_approval_cents },
          sql`from ${i} join ${o} on ${o.organizationid} = ${i.organizationid} where ${i.inscriptionid} = ${inscriptionid}`,
        )
      )?.limit ?? 0,
  );

/** What a person asks to be returned. */
interface RefundWish {
  readonly amount_cents: number;
  readonly reason: string;
  readonly idempotency_key?: string | null | undefined;
}
/** What was asked for, the same for every repetition under one key. */
interface Asked {
  readonly paymentid: number;
  readonly amount_cents: number;
  /** Whether a second person has to approve it. */
  readonly waiting: 0 | 1;
}

/**
 * Asks the gateway to return a part of a charge to where it came from. Above the limit of the organization a second person approves it
 * first. Only money that pays for no place goes back: a registration is closed before.
 */
export const askRefund = async (tx: Transaction, charge: Payment, wish: RefundWish): Promise<Asked> => {
  const { amount_cents, reason, idempotency_key } = wish;
  const row = await inscriptionOf(tx, charge);
  const key = idempotency_key ? `refund:${charge.paymentid}:${idempotency_key}` : undefined;
  const known = key
    ? await selectOne(
        tx,
        { paymentid: p.paymentid, amount_cents: p.amount_cents, status: p.status },
        sql`from ${p} where ${p.idempotency_key} = ${key}`,
      )
    : undefined;
  if (known && known.amount_cents !== amount_cents) throw conflict('KEY_REUSED', [problemAt('input.idempotency_key', 'KEY_REUSED')]);
  if (known) return { paymentid: known.paymentid, amount_cents, waiting: known.status === 'created' ? 1 : 0 };
  const [asked] = await selectAll(
    tx,
    p.paymentid,
    sql`from ${p} where ${p.inscriptionid} = ${row.inscriptionid} and ${p.type} = 'refund' and ${p.status} = 'created' and ${p.deleted_at} is null`,
  );
  if (asked !== undefined) throw conflict('REFUND_WAITING', [problemAt('status', 'REFUND_WAITING')]);
  if (amount_cents > (await leftOf(tx, charge, row))) throw invalid([problemAt('input.amount_cents', 'REFUND_TOO_MUCH')]);
  const mustAsk = amount_cents > (await limitOf(tx, row.inscriptionid));
  const paymentid = await addPayment(tx, row, {
    type: 'refund',
    method: charge.method,
    status: mustAsk ? 'created' : 'pending',
    amount_cents,
    reason,
    requested_by_userid: tx.userid,
    parent_paymentid: charge.paymentid,
    ...(!mustAsk && { refund_state: 'approved' }),
    ...(key && { idempotency_key: key }),
  });
  return { paymentid, amount_cents, waiting: mustAsk ? 1 : 0 };
};

/** Whether a refund goes back to where the money came from, and not into the wallet. */
export const isToOrigin = ({ method, parent_paymentid }: Pick<Payment, 'method' | 'parent_paymentid'>): boolean =>
  method !== 'wallet' && parent_paymentid !== null;

/** A refund that the gateway did not make goes into the wallet of the athlete. */
export const refundToWallet = async (tx: Transaction, refund: Payment): Promise<{ readonly amount_cents: number }> => {
  const row = await inscriptionOf(tx, refund);
  const { paymentid, amount_cents, reason } = refund;
  if (row.refunded_cents + amount_cents > row.paid_cents) throw invalid([problemAt('amount_cents', 'REFUND_TOO_MUCH')]);
  await updateRow(tx, payments, paymentid, {
    method: 'wallet',
    status: 'paid',
    paid_at: new Date().toISOString(),
    refund_state: 'done',
    approved_by_userid: tx.userid,
  });
  await moveWallet(tx, row.web_userid, {
    type: 'refund_credit',
    amount_cents,
    inscriptionid: row.inscriptionid,
    paymentid,
    reason,
    key: `refund:${paymentid}`,
  });
  await updateRow(tx, inscriptions, row.inscriptionid, { refunded_cents: row.refunded_cents + amount_cents });
  return { amount_cents };
};
