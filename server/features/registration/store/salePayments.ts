import { randomUUID } from 'node:crypto';
import { orders } from '@/resources/orders/orders';
import { payments, type Payment } from '@/resources/payments/payments';
import { store_sale_lines } from '@/resources/store_sale_lines/store_sale_lines';
import { store_sales, type StoreSale } from '@/resources/store_sales/store_sales';
import type { InferWrite } from '@/schema';
import { readStored } from '../../../api/list/stored';
import { createAudited, updateAudited } from '../../../api/write/audited';
import { columnsOf, type Column } from '../../../kernel/columnsOf';
import { notFound } from '../../../kernel/DomainError';
import { select, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { spendSaleCoupon } from './saleCoupon';
import { moveStock, type StockMove } from './moveStock';

const l = columnsOf(store_sale_lines);

/** A sale, locked before its payments and its stock change. */
export const lockSale = async (tx: Transaction, saleid: number): Promise<StoreSale> => {
  const row = await readStored(tx, store_sales, saleid, { lock: true });
  if (!row) throw notFound();
  return row;
};

type OrderState = 'open' | 'paid' | 'closed';
/** How the order of a sale is in each of its states; an order of a sale holds nothing else. */
const orderStates: Readonly<Record<StoreSale['status'], OrderState>> = {
  unpaid: 'open',
  paid: 'paid',
  handed_over: 'paid',
  refunding: 'paid',
  refunded: 'closed',
  cancelled: 'closed',
};
/** Writes into a sale, and puts the status of its order right. */
export const writeSale = async (
  tx: Transaction,
  { saleid, orderid, status }: Pick<StoreSale, 'saleid' | 'orderid' | 'status'>,
  values: InferWrite<typeof store_sales>,
): Promise<void> => {
  await updateAudited(tx, store_sales, (row) => sql`${row.saleid} = ${saleid}`, values);
  const next = orderStates[values.status ?? status];
  await updateAudited(tx, orders, (row) => sql`${row.orderid} = ${orderid} and ${row.status} <> ${next}`, { status: next });
};

type Given = Pick<Payment, 'type' | 'method' | 'status' | 'amount_cents'> & InferWrite<typeof payments>;
/** Writes a payment of a sale and answers its key. */
export const addSalePayment = (
  tx: Transaction,
  { saleid, orderid, eventid }: Pick<StoreSale, 'saleid' | 'orderid' | 'eventid'>,
  given: Given,
): Promise<number> =>
  createAudited(tx, payments, {
    orderid,
    eventid,
    saleid,
    idempotency_key: randomUUID(),
    ...given,
    ...(given.status === 'paid' && { paid_at: new Date().toISOString() }),
  });

/** Ends the charges of a sale that are open: late money of them goes into the wallet. */
export const closeCharges = (tx: Transaction, saleid: number, status: 'cancelled' | 'expired'): Promise<unknown> =>
  updateAudited(
    tx,
    payments,
    (row) => sql`${row.saleid} = ${saleid} and ${row.type} = 'charge' and ${row.status} in ('created', 'pending', 'authorized')`,
    { status },
  );

/** Moves all pieces of a sale, or as many as another column of its articles counts. */
export const moveSale = async (
  tx: Transaction,
  { saleid }: Pick<StoreSale, 'saleid'>,
  type: StockMove['type'],
  reason: string | null = null,
  count: Column<number | null> = l.qty,
): Promise<void> => {
  const lines = await select(
    tx,
    { variantid: l.variantid, qty: value<number>(sql`${count}`) },
    sql`from ${l} where ${l.saleid} = ${saleid} and ${count} > 0 and ${l.deleted_at} is null`,
  );
  await moveStock(
    tx,
    lines.map(({ variantid, qty }) => ({ variantid, qty, type, saleid, reason })),
  );
};

/** The sale is paid: its pieces are sold, and its buyer is written to. */
export const markSalePaid = async (tx: Transaction, sale: StoreSale, method: StoreSale['method']): Promise<void> => {
  await moveSale(tx, sale, 'sell');
  await spendSaleCoupon(tx, sale.saleid);
  await writeSale(tx, sale, {
    status: 'paid',
    method,
    paid_at: new Date().toISOString(),
    expires_at: null,
    pay_link: null,
    ended_by: null,
    letter_kind: 'paid',
    letter: 'waiting',
  });
};
