import { payments, type Payment } from '@/resources/payments/payments';
import type { StoreSale } from '@/resources/store_sales/store_sales';
import { updateAudited } from '../../../api/write/audited';
import { columnsOf } from '../../../kernel/columnsOf';
import { pick, selectOne } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { attempt } from '../attempt';
import { markPaid } from '../payments';
import { moveWallet } from '../../wallets/wallets';
import { reserveSaleCoupon } from './saleCoupon';
import { addSalePayment, closeCharges, lockSale, markSalePaid, moveSale, writeSale } from './salePayments';

const p = columnsOf(payments);
const unsettled: ReadonlySet<unknown> = new Set(['created', 'pending', 'authorized', 'declined', 'expired', 'cancelled']);

/** Money for a sale that does not wait for it: it goes into the wallet of the athlete, and the payments say so. */
const credit = async (
  tx: Transaction,
  sale: StoreSale,
  { paymentid, amount_cents, method }: Pick<Payment, 'paymentid' | 'amount_cents' | 'method'>,
): Promise<void> => {
  const refund = await addSalePayment(tx, sale, {
    type: 'refund',
    method: 'wallet',
    status: 'paid',
    amount_cents,
    reason: 'late_payment',
    parent_paymentid: paymentid,
  });
  await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${paymentid}`, { status: 'refunded', method });
  await moveWallet(tx, sale.web_userid, {
    type: 'refund_credit',
    amount_cents,
    paymentid: refund,
    reason: 'late_payment',
    key: `refund:${refund}`,
  });
  if (sale.status === 'cancelled') await writeSale(tx, sale, { letter_kind: 'refunded', letter: 'waiting' });
};

/** An expired sale takes its pieces again, if they are still there. */
const resume = async (tx: Transaction, sale: StoreSale, method: Payment['method']): Promise<void> => {
  await moveSale(tx, sale, 'reserve', 'late_payment');
  await reserveSaleCoupon(tx, sale);
  await markSalePaid(tx, { ...sale, status: 'unpaid' }, saleMethod(method));
};
const saleMethod = (method: Payment['method']): StoreSale['method'] =>
  method === 'card' || method === 'oxxo' || method === 'spei' || method === 'paypal' || method === 'cash' || method === 'pos'
    ? method
    : null;

/**
 * The gateway says that a charge of a sale was paid, in time or late, once or repeatedly. Late money pays the sale when its pieces are still
 * there, and goes into the wallet when not.
 */
export const settleSale = async (
  tx: Transaction,
  saleid: number,
  paymentid: number,
  reference: string | null,
): Promise<'paid' | 'credited' | 'known'> => {
  const sale = await lockSale(tx, saleid);
  const charge = await selectOne(
    tx,
    pick(p, 'paymentid', 'status', 'amount_cents', 'method'),
    sql`from ${p} where ${p.paymentid} = ${paymentid} for no key update`,
  );
  if (!charge || !unsettled.has(charge.status)) return 'known';
  await markPaid(tx, paymentid, reference);
  const isWanted = charge.amount_cents === sale.total_cents;
  if (sale.status === 'unpaid' && isWanted) {
    await closeCharges(tx, saleid, 'cancelled');
    await markSalePaid(tx, sale, saleMethod(charge.method));
    return 'paid';
  }
  const isExpired = sale.status === 'cancelled' && sale.ended_by === 'expired';
  if (isExpired && isWanted && !(await attempt(tx, () => resume(tx, sale, charge.method)))) return 'paid';
  await credit(tx, sale, charge);
  return 'credited';
};

/** The gateway did not get the money; the sale waits until it expires. */
export const declineSale = async (
  tx: Transaction,
  saleid: number,
  paymentid: number,
  decline_code: string | null,
): Promise<'declined' | 'known'> => {
  await lockSale(tx, saleid);
  const done = await updateAudited(
    tx,
    payments,
    (row) => sql`${row.paymentid} = ${paymentid} and ${row.status} in ('created', 'pending', 'authorized')`,
    { status: 'declined', decline_code },
  );
  return done.length > 0 ? 'declined' : 'known';
};

/** Whether money that is authorized for a sale is to be captured. */
export const captureSale = async (tx: Transaction, saleid: number, status: string): Promise<'capture' | 'declined'> =>
  (await lockSale(tx, saleid)).status === 'unpaid' && (status === 'created' || status === 'pending' || status === 'authorized')
    ? 'capture'
    : 'declined';
