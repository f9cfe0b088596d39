import type { Lifecycle } from '@/domain/registration/lifecycle';
import { folioOf } from './folioOf';
import type { Row } from './insertRows';
import { isHeld, isSeated } from './lifecycle';
import { createRandom, seedOf } from './random';

const chapter = 91,
  partyShare = 1 / 11,
  mostCompanions = 3,
  codesFrom = 2 ** 39;

interface Open {
  readonly orderid: number;
  readonly rows: Row[];
  readonly payments: Row[];
  left: number;
}
const cents = (value: unknown): number => value as number;
const sum = (rows: readonly Row[], column: string): number => rows.reduce((total, row) => total + cents(row[column]), 0);

const cameIn = new Set(['paid', 'partially_refunded', 'refunded', 'chargeback']);
const orderRow = ({ orderid, rows, payments }: Open): Row => {
  const [first] = rows;
  const statuses = rows.map(({ status }) => status as Lifecycle);
  const updated = rows
    .map((row) => row['updated'] as string)
    .sort()
    .at(-1);
  return {
    orderid,
    code: folioOf(codesFrom + orderid),
    organizationid: first!['organizationid'],
    eventid: first!['eventid'],
    web_userid: first!['web_userid'],
    status: statuses.some(isHeld) ? 'open' : statuses.some(isSeated) ? 'paid' : 'closed',
    inscriptions_count: rows.length,
    total_cents: sum(rows, 'total_cents'),
    charged_cents: sum(
      payments.filter(({ type, status }) => type === 'charge' && cameIn.has(status as string)),
      'amount_cents',
    ),
    refunded_cents: sum(
      payments.filter(({ type, status }) => type === 'refund' && status === 'paid'),
      'amount_cents',
    ),
    created: first!['created'],
    updated,
  };
};

/** Puts inscriptions of one event into orders: most stand alone, now and then somebody pays for friends. Orders come out whole, already counted. */
export const createOrders = (numbers: { order: number }) => {
  let open: Open | null = null;
  const done: Row[] = [];
  const close = (): void => {
    if (open) done.push(orderRow(open));
    open = null;
  };
  /** The order of the next inscription, and whose purchase it joins. */
  const next = (): { readonly orderid: number; readonly leader: Row | null } => {
    open ??= { orderid: (numbers.order += 1), rows: [], payments: [], left: 0 };
    return { orderid: open.orderid, leader: open.rows[0] ?? null };
  };
  const add = (row: Row, payments: readonly Row[]): void => {
    const chance = createRandom(seedOf(chapter, open!.orderid));
    if (open!.rows.length === 0 && !isHeld(row['status'] as Lifecycle) && row['cancel_reason'] !== 'expired' && chance.chance(partyShare))
      open!.left = 1 + chance.between(1, mostCompanions);
    open!.rows.push(row);
    open!.payments.push(...payments);
    open!.left -= 1;
    if (open!.left <= 0) close();
  };
  /** Orders that are whole by now. */
  const take = (): Row[] => done.splice(0);
  return { next, add, close, take };
};
