import { randomUUID } from 'node:crypto';
import { isAmong, type Lifecycle } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { orders } from '@/resources/orders/orders';
import { payments, type Payment } from '@/resources/payments/payments';
import { nth } from '@/schema/must';
import type { Transaction } from '../../kernel/transaction';
import { createAllAudited, updateAudited } from '../../api/write/audited';
import { randomCode } from '../../kernel/codes';
import { columnsOf, orNull } from '../../kernel/columnsOf';
import { Entangled } from '../../kernel/group';
import { remember } from '../../kernel/remember';
import { select } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const codeLength = 10;

/** Whose order it is, in which event. */
type Ordering = Pick<Inscription, 'eventid' | 'web_userid'>;
/** Creates an order for each of some athletes and answers their keys, in the same order. */
export const openOrders = (tx: Transaction, ordering: readonly Ordering[]): Promise<readonly number[]> =>
  createAllAudited(
    tx,
    orders,
    ordering.map(({ eventid, web_userid }) => ({ code: randomCode(codeLength), eventid, web_userid })),
  );
/** Creates an order of one athlete in one event and answers its key. */
export const openOrder = async (tx: Transaction, ordering: Ordering): Promise<number> => nth(await openOrders(tx, [ordering]), 0);

type Given = Pick<Payment, 'type' | 'method' | 'status' | 'amount_cents'>;
type More = {
  readonly [
    K in
      | 'reference'
      | 'card_bin'
      | 'promotion_binid'
      | 'refund_state'
      | 'idempotency_key'
      | 'reason'
      | 'expires_at'
      | 'requested_by_userid'
      | 'approved_by_userid'
      | 'parent_paymentid'
      | 'return_coupon'
      | 'kit_override'
  ]?: Payment[K] | undefined;
};

/** A payment of an inscription that is to be written. */
export type NewPayment = readonly [inscription: Inscription, given: Given & More];
/** Writes payments of inscriptions and answers their keys, in the same order. */
export const addPayments = async (tx: Transaction, payables: readonly NewPayment[]): Promise<readonly number[]> => {
  const keys: number[] = [];
  for (const [inscription] of payables) keys.push(inscription.orderid ?? (await adoptOrder(tx, inscription)));
  return createAllAudited(
    tx,
    payments,
    payables.map(([{ inscriptionid, eventid }, given], at) => ({
      orderid: keys[at],
      eventid,
      inscriptionid,
      idempotency_key: randomUUID(),
      ...given,
      ...(given.status === 'paid' && { paid_at: new Date().toISOString() }),
    })),
  );
};
/** Writes one payment of an inscription and answers its key. */
export const addPayment = async (tx: Transaction, inscription: Inscription, given: Given & More): Promise<number> =>
  nth(await addPayments(tx, [[inscription, given]]), 0);

/** An inscription without an order gets one when money moves. */
const adoptOrder = async (tx: Transaction, inscription: Inscription): Promise<number> => {
  const orderid = await openOrder(tx, inscription);
  await updateAudited(tx, inscriptions, (row) => sql`${row.inscriptionid} = ${inscription.inscriptionid}`, { orderid });
  return orderid;
};

/** A waiting charge was paid. */
export const markPaid = async (tx: Transaction, paymentid: number, reference: string | null): Promise<void> => {
  await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${paymentid}`, {
    status: 'paid',
    paid_at: new Date().toISOString(),
    ...(reference !== null && { reference }),
  });
};

type OrderState = 'open' | 'paid' | 'closed';
const stateOf = (statuses: Iterable<string>): OrderState => {
  const all = [...statuses];
  if (all.some((status) => isAmong('hold', status))) return 'open';
  return all.some((status) => isAmong('active', status) || isAmong('disputed', status)) ? 'paid' : 'closed';
};

/** An inscription that moved, and from where. */
export interface Moved {
  readonly orderid: number | null;
  readonly inscriptionid: number;
  readonly from: Lifecycle;
}
/** Puts the status of orders right after inscriptions of them moved, in that order. An order that would change twice has to see its inscriptions one by one. */
export const settleOrders = async (tx: Transaction, moved: readonly Moved[]): Promise<void> => {
  const orderids = [...new Set(moved.flatMap(({ orderid }) => orderid ?? []))];
  if (orderids.length === 0) return;
  const o = columnsOf(orders, 'o'),
    n = columnsOf(inscriptions, 'n');
  const found = await select(
    tx,
    { orderid: o.orderid, state: o.status, id: orNull(n.inscriptionid), status: orNull(n.status) },
    sql`from ${o} left join ${n} on ${n.orderid} = ${o.orderid} and ${n.deleted_at} is null where ${o.orderid} = any(${orderids}::bigint[])`,
  );
  const states = new Map<number, string>(),
    members = new Map<number, Map<number, string>>();
  for (const { orderid, state, id, status } of found) {
    states.set(orderid, state);
    const own = remember(members, orderid, () => new Map<number, string>());
    if (id !== null && status !== null) own.set(id, status);
  }
  const changes = new Map<number, OrderState>();
  /** As it was before any of them moved. */
  const back = new Map(moved.map(({ inscriptionid, from }) => [inscriptionid, from]));
  for (const { orderid, inscriptionid } of moved) {
    const own = orderid === null ? undefined : members.get(orderid);
    if (orderid === null || !own) continue;
    back.delete(inscriptionid);
    const next = stateOf([...own].map(([id, status]) => back.get(id) ?? status));
    if (next === states.get(orderid)) continue;
    if (changes.has(orderid)) throw new Entangled();
    states.set(orderid, next);
    changes.set(orderid, next);
  }
  for (const status of new Set(changes.values())) {
    const of = [...changes].filter(([, to]) => to === status).map(([orderid]) => orderid);
    await updateAudited(tx, orders, (order) => sql`${order.orderid} = any(${of}::bigint[])`, { status });
  }
};
