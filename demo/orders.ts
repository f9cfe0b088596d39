import { nth } from '@/schema/must';
import { folioOf } from './folioOf';
import type { InscriptionRow } from './inscriptions';
import type { Row } from './insertRows';
import { isHeld, isSeated } from './lifecycle';
import type { PaymentRow } from './payments';
import { createRandom, seedOf } from './random';

const chapter = 91,
  partyShare = 1 / 11,
  mostCompanions = 3,
  codesFrom = 2 ** 39;

interface Open {
  readonly orderid: number;
  readonly rows: InscriptionRow[];
  readonly payments: PaymentRow[];
  left: number;
}
const sum = <C extends string>(rows: readonly Readonly<Record<C, number>>[], column: C): number =>
  rows.reduce((total, row) => total + row[column], 0);

const cameIn = new Set(['paid', 'partially_refunded', 'refunded', 'chargeback']);
const orderRow = ({ orderid, rows, payments }: Open): Row => {
  const first = nth(rows, 0);
  const statuses = rows.map(({ status }) => status);
  const updated = rows
    .map(({ updated }) => updated)
    .sort()
    .at(-1);
  return {
    orderid,
    code: folioOf(codesFrom + orderid),
    organizationid: first.organizationid,
    eventid: first.eventid,
    web_userid: first.web_userid,
    status: statuses.some(isHeld) ? 'open' : statuses.some(isSeated) ? 'paid' : 'closed',
    inscriptions_count: rows.length,
    total_cents: sum(rows, 'total_cents'),
    charged_cents: sum(
      payments.filter(({ type, status }) => type === 'charge' && cameIn.has(status)),
      'amount_cents',
    ),
    refunded_cents: sum(
      payments.filter(({ type, status }) => type === 'refund' && status === 'paid'),
      'amount_cents',
    ),
    created: first.created,
    updated,
  };
};

/**
 * Groups inscriptions of one event into orders: most are alone, sometimes somebody pays for friends. Orders are complete, with their
 * counts.
 */
export const createOrders = (numbers: { order: number }) => {
  let open: Open | null = null;
  const done: Row[] = [];
  const close = (): void => {
    if (open) done.push(orderRow(open));
    open = null;
  };
  const current = (): Open => (open ??= { orderid: (numbers.order += 1), rows: [], payments: [], left: 0 });
  /** The order of the next inscription, and the purchase that it joins. */
  const next = (): { readonly orderid: number; readonly leader: InscriptionRow | null } => {
    const { orderid, rows } = current();
    return { orderid, leader: rows[0] ?? null };
  };
  const add = (row: InscriptionRow, payments: readonly PaymentRow[]): void => {
    const order = current();
    const chance = createRandom(seedOf(chapter, order.orderid));
    if (order.rows.length === 0 && !isHeld(row.status) && row.cancel_reason !== 'expired' && chance.chance(partyShare))
      order.left = 1 + chance.between(1, mostCompanions);
    order.rows.push(row);
    order.payments.push(...payments);
    order.left -= 1;
    if (order.left <= 0) close();
  };
  /** Orders that are complete by now. */
  const take = (): Row[] => done.splice(0);
  return { next, add, close, take };
};
