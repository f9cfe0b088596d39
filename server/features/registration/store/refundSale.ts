import { shareOfSale } from '@/domain/store/shareOfSale';
import { organizations } from '@/resources/organizations/organizations';
import { payments, type Payment } from '@/resources/payments/payments';
import { store_sale_lines } from '@/resources/store_sale_lines/store_sale_lines';
import { store_sales, type StoreSale } from '@/resources/store_sales/store_sales';
import { updateAudited, updateEachAudited } from '../../../api/write/audited';
import { updateRow } from '../../../api/write/columns';
import { columnsOf } from '../../../kernel/columnsOf';
import { conflict, invalid, problemAt } from '../../../kernel/DomainError';
import { pick, select, selectOne, type Selected } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { settleParent } from '../settleParent';
import { moveWallet } from '../../wallets/wallets';
import { returnSaleCoupon } from './saleCoupon';
import { addSalePayment, lockSale, moveSale, writeSale } from './salePayments';

const p = columnsOf(payments);
const o = columnsOf(organizations, 'o');
const s = columnsOf(store_sales, 's');
const l = columnsOf(store_sale_lines);

interface RefundWish {
  /** Which articles come back; everything that is left when nothing is said. */
  readonly lines?: readonly { readonly sale_lineid: number; readonly qty: number }[] | null | undefined;
  readonly goods: 'returned' | 'written_off';
  readonly to: 'origin' | 'wallet';
  readonly reason: string;
}

const limitOf = (tx: Transaction, saleid: number): Promise<number> =>
  tx.asOwner(
    async () =>
      (
        await selectOne(
          tx,
          { limit: o.refund_approval_cents },
          sql`from ${s} join ${o} on ${o.organizationid} = ${s.organizationid} where ${s.saleid} = ${saleid}`,
        )
      )?.limit ?? 0,
  );

/** The pieces that are refunded come back to the shelf, or they are written off. */
const bringBack = (tx: Transaction, sale: StoreSale): Promise<void> =>
  moveSale(tx, sale, sale.goods === 'written_off' ? 'write_off' : 'return', sale.reason, l.returning_qty);

const lineShape = pick(l, 'sale_lineid', 'variantid', 'qty', 'refunded_qty', 'returning_qty', 'price_cents');
type Line = Selected<typeof lineShape>;
const linesOf = (tx: Transaction, saleid: number): Promise<readonly Line[]> =>
  select(tx, lineShape, sql`from ${l} where ${l.saleid} = ${saleid} and ${l.deleted_at} is null order by ${l.sale_lineid}`);

/** Notes on the articles how many of each are asked back, and answers what they are worth of what was paid, to the cent. */
const askBack = async (tx: Transaction, sale: StoreSale, wish: RefundWish['lines']): Promise<number> => {
  const lines = await linesOf(tx, sale.saleid);
  const asked = new Map<number, number>();
  for (const { sale_lineid, qty } of wish ?? []) asked.set(sale_lineid, (asked.get(sale_lineid) ?? 0) + qty);
  if ([...asked.keys()].some((id) => !lines.some(({ sale_lineid }) => sale_lineid === id)))
    throw invalid([problemAt('input.lines', 'INVALID_REFERENCE')]);
  const leftOf = ({ qty, refunded_qty }: Line): number => qty - (refunded_qty ?? 0);
  const back = lines.map((line) => ({ ...line, returning: asked.size === 0 ? leftOf(line) : (asked.get(line.sale_lineid) ?? 0) }));
  if (back.some((line) => line.returning > leftOf(line))) throw conflict('REFUND_TOO_MANY', [problemAt('input.lines', 'REFUND_TOO_MANY')]);
  await updateEachAudited(
    tx,
    store_sale_lines,
    back
      .filter(({ returning }) => returning > 0)
      .map(({ sale_lineid, returning }) => ({ id: sale_lineid, values: { returning_qty: returning } })),
  );
  const worth = (count: (line: (typeof back)[number]) => number): number =>
    back.reduce((sum, line) => sum + count(line) * (line.price_cents ?? 0), 0);
  const due = shareOfSale({
    total_cents: sale.total_cents,
    gross_cents: worth(({ qty }) => qty),
    returned_cents: worth((line) => (line.refunded_qty ?? 0) + line.returning),
  });
  return Math.max(0, due - (sale.refunded_cents ?? 0));
};

/** The articles that were asked back are refunded, or stay sold after all; answers whether all of the sale are refunded now. */
const closeLines = async (tx: Transaction, saleid: number, isRefunded: boolean): Promise<boolean> => {
  const lines = await linesOf(tx, saleid);
  const refunded = ({ refunded_qty, returning_qty }: Line): number => (refunded_qty ?? 0) + (isRefunded ? (returning_qty ?? 0) : 0);
  await updateEachAudited(
    tx,
    store_sale_lines,
    lines
      .filter(({ returning_qty }) => (returning_qty ?? 0) > 0)
      .map((line) => ({ id: line.sale_lineid, values: { refunded_qty: refunded(line), returning_qty: 0 } })),
  );
  return lines.every((line) => refunded(line) === line.qty);
};
/** Where a sale goes on of which something is left. */
const standing = ({ handed_at }: Pick<StoreSale, 'handed_at'>): StoreSale['status'] => (handed_at === null ? 'paid' : 'handed_over');

/** Money of a sale is back: the sale ends with the last of its articles, and its charge says so. */
const finish = async (
  tx: Transaction,
  sale: StoreSale,
  { amount_cents, parent_paymentid }: Pick<Payment, 'amount_cents' | 'parent_paymentid'>,
) => {
  const isWhole = await closeLines(tx, sale.saleid, true);
  if (isWhole) await returnSaleCoupon(tx, sale.saleid);
  await writeSale(tx, sale, {
    status: isWhole ? 'refunded' : standing(sale),
    refunded_cents: (sale.refunded_cents ?? 0) + amount_cents,
    letter_kind: 'refunded',
    letter: 'waiting',
  });
  if (parent_paymentid !== null) await settleParent(tx, parent_paymentid);
};

type Refund = Pick<Payment, 'paymentid' | 'amount_cents' | 'method' | 'reason' | 'parent_paymentid'>;
const paid = () => ({ status: 'paid', paid_at: new Date().toISOString(), refund_state: 'done' }) as const;

/** Puts the money of a sale into the wallet of its athlete. */
const creditRefund = async (tx: Transaction, sale: StoreSale, refund: Refund): Promise<void> => {
  const { paymentid, amount_cents, reason } = refund;
  await moveWallet(tx, sale.web_userid, { type: 'refund_credit', amount_cents, paymentid, reason, key: `refund:${paymentid}` });
  await finish(tx, sale, refund);
};

/** A refund that nobody has to decide on any more is made: at the counter and in the wallet at once, at the gateway by its job. */
const makeRefund = async (tx: Transaction, sale: StoreSale, refund: Refund, approved_by_userid?: number | null): Promise<void> => {
  await bringBack(tx, sale);
  const charge = await selectOne(tx, { provider: p.provider }, sql`from ${p} where ${p.paymentid} = ${refund.parent_paymentid}`);
  const approved = approved_by_userid === undefined ? {} : { approved_by_userid };
  if (refund.method !== 'wallet' && charge?.provider != null) {
    await updateRow(tx, payments, refund.paymentid, { status: 'pending', refund_state: 'approved', ...approved });
    return;
  }
  await updateRow(tx, payments, refund.paymentid, { ...paid(), ...approved });
  if (refund.method === 'wallet') await creditRefund(tx, sale, refund);
  else await finish(tx, sale, refund);
};

/**
 * Gives the money of a sale or of some of its articles back, to where it came from or into the wallet, and says what becomes of the pieces. Above the limit of the
 * organization a second person approves it first, and nothing moves until then.
 */
export const refundSale = async (
  tx: Transaction,
  row: StoreSale,
  { lines, goods, to, reason }: RefundWish,
): Promise<{ readonly amount_cents: number; readonly waiting: 0 | 1 }> => {
  const sale = await lockSale(tx, row.saleid);
  if (sale.status !== 'paid' && sale.status !== 'handed_over')
    throw conflict('STATE_NOT_ALLOWED', [problemAt('status', 'STATE_NOT_ALLOWED')]);
  const amount_cents = await askBack(tx, sale, lines);
  const next = { ...sale, goods, reason, status: 'refunding' } as const;
  await writeSale(tx, sale, { status: 'refunding', goods, reason });
  const charge = await selectOne(
    tx,
    pick(p, 'paymentid', 'method'),
    sql`from ${p} where ${p.saleid} = ${sale.saleid} and ${p.type} = 'charge' and ${p.status} in ('paid', 'partially_refunded') and ${p.deleted_at} is null order by ${p.paymentid} limit 1`,
  );
  if (!charge || amount_cents === 0) {
    await bringBack(tx, next);
    await finish(tx, next, { amount_cents: 0, parent_paymentid: null });
    return { amount_cents: 0, waiting: 0 };
  }
  const mustAsk = amount_cents > (await limitOf(tx, sale.saleid));
  const method = to === 'wallet' ? 'wallet' : charge.method;
  const parent_paymentid = charge.paymentid;
  const paymentid = await addSalePayment(tx, sale, {
    type: 'refund',
    method,
    status: 'created',
    amount_cents,
    reason,
    requested_by_userid: tx.userid,
    parent_paymentid,
  });
  if (!mustAsk) await makeRefund(tx, next, { paymentid, amount_cents, method, reason, parent_paymentid });
  return { amount_cents, waiting: mustAsk ? 1 : 0 };
};

/** The second person agrees. */
export const approveSaleRefund = async (tx: Transaction, saleid: number, refund: Payment): Promise<void> =>
  makeRefund(tx, await lockSale(tx, saleid), refund, tx.userid);

/** The second person refuses: the sale is as it was. */
export const rejectSaleRefund = async (tx: Transaction, saleid: number): Promise<void> => {
  const sale = await lockSale(tx, saleid);
  await closeLines(tx, saleid, false);
  await writeSale(tx, sale, { status: standing(sale), goods: null, reason: null });
};

/** The money is back, from the gateway or by hand. */
export const finishSaleRefund = async (
  tx: Transaction,
  saleid: number,
  refund: Pick<Payment, 'amount_cents' | 'parent_paymentid'>,
): Promise<void> => finish(tx, await lockSale(tx, saleid), refund);

/** A refund that the gateway did not make goes into the wallet of the athlete. */
export const saleRefundToWallet = async (tx: Transaction, saleid: number, refund: Payment): Promise<{ readonly amount_cents: number }> => {
  const sale = await lockSale(tx, saleid);
  await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${refund.paymentid}`, {
    ...paid(),
    method: 'wallet',
    approved_by_userid: tx.userid,
  });
  await creditRefund(tx, sale, refund);
  return { amount_cents: refund.amount_cents };
};
