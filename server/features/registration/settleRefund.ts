import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { payments, type Payment } from '@/resources/payments/payments';
import { updateAudited } from '../../api/write/audited';
import { readStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError, notFound } from '../../kernel/DomainError';
import { pick, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { finishSaleRefund } from './store/refundSale';
import { lockSale } from './store/salePayments';
import { settleParent } from './settleParent';

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

/** Money is back where it came from. The registration is locked before its payments, as everywhere; a second report changes nothing. */
export const finishRefund = async (tx: Transaction, paymentid: number, provider_ref: string | null): Promise<boolean> => {
  const refund = await selectOne(
    tx,
    pick(p, 'inscriptionid', 'saleid', 'parent_paymentid', 'amount_cents'),
    sql`from ${p} where ${p.paymentid} = ${paymentid}`,
  );
  const row = refund?.inscriptionid ? await readStored(tx, inscriptions, refund.inscriptionid, { lock: true }) : null;
  if (refund?.saleid) await lockSale(tx, refund.saleid);
  if (!refund || !(row || refund.saleid)) throw notFound();
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
  if (!row) {
    if (refund.saleid) await finishSaleRefund(tx, refund.saleid, refund);
    return true;
  }
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
