import { randomUUID } from 'node:crypto';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { orders } from '@/resources/orders/orders';
import { payments, type Payment } from '@/resources/payments/payments';
import type { Transaction } from '../../kernel/transaction';
import { createAudited, updateAudited } from '../../api/write/audited';
import { randomCode } from './codes';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const codeLength = 10;

/** Opens an order of one athlete in one event and answers its key. */
export const openOrder = (tx: Transaction, { eventid, web_userid }: Pick<Inscription, 'eventid' | 'web_userid'>): Promise<number> =>
  createAudited(tx, orders, { code: randomCode(codeLength), eventid, web_userid });

type Given = Pick<Payment, 'type' | 'method' | 'status' | 'amount_cents'>;
type More = {
  readonly [
    K in
      | 'reference'
      | 'reason'
      | 'expires_at'
      | 'requested_by_userid'
      | 'approved_by_userid'
      | 'parent_paymentid'
      | 'return_coupon'
      | 'kit_override'
  ]?: Payment[K] | undefined;
};

/** Writes one payment of an inscription and answers its key. */
export const addPayment = async (tx: Transaction, inscription: Inscription, given: Given & More): Promise<number> => {
  const { inscriptionid, eventid, orderid } = inscription;
  const order = orderid ?? (await adoptOrder(tx, inscription));
  return createAudited(tx, payments, {
    orderid: order,
    eventid,
    inscriptionid,
    idempotency_key: randomUUID(),
    ...given,
    ...(given.status === 'paid' && { paid_at: new Date().toISOString() }),
  });
};

/** An inscription that came without an order gets one when money moves. */
const adoptOrder = async (tx: Transaction, inscription: Inscription): Promise<number> => {
  const orderid = await openOrder(tx, inscription);
  await updateAudited(tx, inscriptions, (row) => sql`${row.inscriptionid} = ${inscription.inscriptionid}`, { orderid });
  return orderid;
};

/** A charge that waited is paid. */
export const markPaid = async (tx: Transaction, paymentid: number, reference: string | null): Promise<void> => {
  await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${paymentid}`, {
    status: 'paid',
    paid_at: new Date().toISOString(),
    ...(reference !== null && { reference }),
  });
};

const i = columnsOf(inscriptions);
const stateOf = value<'open' | 'paid' | 'closed'>(sql`case when l.held then 'open' when l.seated then 'paid' else 'closed' end`);

/** Puts the status of an order right after one of its inscriptions moved. */
export const settleOrder = async (tx: Transaction, orderid: number | null): Promise<void> => {
  if (!orderid) return;
  const held = sql`coalesce(bool_or(${i.status} in ('started', 'pending_payment', 'payment_declined')), false)`,
    seated = sql`coalesce(bool_or(${i.status} in ('paid', 'assign_number', 'no_assign_number', 'chargeback')), false)`;
  const found = await selectOne(
    tx,
    { status: stateOf },
    sql`from (select ${held} as held, ${seated} as seated from ${i} where ${i.orderid} = ${orderid} and ${i.deleted_at} is null) l`,
  );
  if (found)
    await updateAudited(tx, orders, (order) => sql`${order.orderid} = ${orderid} and ${order.status} <> ${found.status}`, {
      status: found.status,
    });
};
