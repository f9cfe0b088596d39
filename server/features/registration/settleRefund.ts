import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { payments, type Payment } from '@/resources/payments/payments';
import { updateAudited } from '../../api/write/audited';
import { readStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError, notFound } from '../../kernel/DomainError';
import { pick, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

/** What became of a report of a refund. */
export type RefundOutcome = 'refunded' | 'refund_failed' | 'known';
interface Report {
  readonly type: 'refunded' | 'refund_failed';
  readonly id: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly decline_code?: string | null | undefined;
}
const p = columnsOf(payments);
const c = columnsOf(payments, 'c');

/** A charge says how much of it went back. */
const settleParent = async (tx: Transaction, paymentid: number): Promise<void> => {
  const found = await selectOne(
    tx,
    {
      amount_cents: c.amount_cents,
      back: value<number>(
        sql`coalesce((select sum(${p.amount_cents}) from ${p} where ${p.parent_paymentid} = ${paymentid} and ${p.type} = 'refund' and ${p.status} = 'paid' and ${p.deleted_at} is null), 0)::int`,
      ),
    },
    sql`from ${c} where ${c.paymentid} = ${paymentid} for no key update of c`,
  );
  if (!found) return;
  const status = found.back >= found.amount_cents ? 'refunded' : 'partially_refunded';
  await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${paymentid} and ${row.status} in ('paid', 'partially_refunded')`, {
    status,
  });
};

/** Money is back where it came from. The registration is locked before its payments, as everywhere; a second report changes nothing. */
export const finishRefund = async (tx: Transaction, paymentid: number, provider_ref: string | null): Promise<boolean> => {
  const refund = await selectOne(
    tx,
    pick(p, 'inscriptionid', 'parent_paymentid', 'amount_cents'),
    sql`from ${p} where ${p.paymentid} = ${paymentid}`,
  );
  const row = refund?.inscriptionid ? await readStored(tx, inscriptions, refund.inscriptionid, { lock: true }) : null;
  if (!refund || !row) throw notFound();
  const done = await updateAudited(
    tx,
    payments,
    (one) => sql`${one.paymentid} = ${paymentid} and ${one.status} in ('pending', 'declined')`,
    {
      status: 'paid',
      paid_at: new Date().toISOString(),
      refund_state: 'done',
      refund_failure: null,
      refund_next_at: null,
      ...(provider_ref !== null && { provider_ref }),
    },
  );
  if (done.length === 0) return false;
  await updateAudited(tx, inscriptions, (one) => sql`${one.inscriptionid} = ${row.inscriptionid}`, {
    refunded_cents: row.refunded_cents + refund.amount_cents,
  });
  if (refund.parent_paymentid !== null) await settleParent(tx, refund.parent_paymentid);
  return true;
};

/** The gateway does not return the money: somebody decides what follows. */
export const failRefund = async (
  tx: Transaction,
  paymentid: number,
  reason: string,
  provider_ref: string | null = null,
): Promise<boolean> => {
  const failed = await updateAudited(tx, payments, (one) => sql`${one.paymentid} = ${paymentid} and ${one.status} = 'pending'`, {
    status: 'declined',
    refund_state: 'failed',
    refund_failure: reason,
    refund_next_at: null,
    ...(provider_ref !== null && { provider_ref }),
  });
  return failed.length > 0;
};

type Known = Pick<Payment, 'paymentid' | 'amount_cents' | 'currency'>;
/** Handles the report of a gateway about a refund that it was asked for. */
export const settleRefund = async (tx: Transaction, provider: string, message: Report): Promise<RefundOutcome> => {
  const { type, id, amount_cents, currency, decline_code } = message;
  const refund: Known | undefined = await selectOne(
    tx,
    pick(p, 'paymentid', 'amount_cents', 'currency'),
    sql`from ${p} where ${p.provider} = ${provider} and ${p.provider_ref} = ${id} and ${p.type} = 'refund' and ${p.deleted_at} is null`,
  );
  if (!refund) throw notFound();
  if (refund.amount_cents !== amount_cents || refund.currency !== currency) throw new DomainError('AMOUNT_DIFFERS');
  const isNew =
    type === 'refunded'
      ? await finishRefund(tx, refund.paymentid, null)
      : await failRefund(tx, refund.paymentid, decline_code ?? 'refused');
  return isNew ? type : 'known';
};
