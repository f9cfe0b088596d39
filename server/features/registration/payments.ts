import { randomUUID } from 'node:crypto';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { orders } from '@/resources/orders/orders';
import { payments, type Payment } from '@/resources/payments/payments';
import type { Transaction } from '../../kernel/transaction';
import { addBeside, changeBeside } from '../../api/write/beside';
import { randomCode } from './codes';

const codeLength = 10;

/** Opens an order of one athlete in one event and answers its key. */
export const openOrder = (tx: Transaction, { eventid, web_userid }: Pick<Inscription, 'eventid' | 'web_userid'>): Promise<number> =>
  addBeside(tx, orders, { code: randomCode(codeLength), eventid, web_userid });

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
  return addBeside(tx, payments, {
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
  await changeBeside(tx, inscriptions, 't.inscriptionid = $7', [inscription.inscriptionid], { orderid });
  return orderid;
};

/** A charge that waited is paid. */
export const markPaid = async (tx: Transaction, paymentid: number, reference: string | null): Promise<void> => {
  await changeBeside(tx, payments, 't.paymentid = $7', [paymentid], {
    status: 'paid',
    paid_at: new Date().toISOString(),
    ...(reference !== null && { reference }),
  });
};

const stateSql = `
  select case when not l.held and not l.seated then 'closed' when l.held then 'open' else 'paid' end
    from (select coalesce(bool_or(status in ('started', 'pending_payment', 'payment_declined')), false) as held, coalesce(bool_or(status in ('paid', 'assign_number', 'no_assign_number', 'chargeback')), false) as seated
            from inscriptions where orderid = $1 and deleted_at is null) l`;

/** Puts the status of an order right after one of its inscriptions moved. */
export const settleOrder = async (tx: Transaction, orderid: number | null): Promise<void> => {
  if (!orderid) return;
  const [[status] = []] = await tx.run(stateSql, [orderid]);
  await changeBeside(tx, orders, 't.orderid = $7 and t.status <> $8', [orderid, status], { status });
};
