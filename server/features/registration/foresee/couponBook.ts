import { priceOf, type Discount, type Tier } from '@/domain/registration/pricing';
import { coupon_batches } from '@/resources/coupon_batches/coupon_batches';
import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import { coupons } from '@/resources/coupons/coupons';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { store_sales } from '@/resources/store_sales/store_sales';
import { columnsOf, orNull } from '../../../kernel/columnsOf';
import type { DomainError } from '../../../kernel/DomainError';
import { select, value, type Selected } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { refusedCoupon } from '../couponLimits';
import { openLedger } from './ledger';

const c = columnsOf(coupons, 'c');
const b = columnsOf(coupon_batches, 'b');
const u = columnsOf(coupon_uses, 'u');
const n = columnsOf(inscriptions, 'n');
const s = columnsOf(store_sales, 's');
const shape = {
  couponid: c.couponid,
  batch: c.coupon_batchid,
  isDeleted: value<boolean>(sql`${c.deleted_at} is not null`),
  status: c.status,
  isEarly: value<boolean>(sql`coalesce(${c.starts_at} > now(), false)`),
  isLate: value<boolean>(sql`coalesce(${c.ends_at} <= now(), false)`),
  eventid: c.eventid,
  organizationid: c.organizationid,
  distanceids: value<readonly number[]>(sql`coalesce(${c.distanceids}, '{}')`),
  usesLeft: value<number | null>(sql`${c.max_uses} - ${c.uses_count} - ${c.reserved_count}`),
  perAthlete: c.max_uses_per_user,
  perOrder: c.max_inscriptions_per_order,
  leastTotal: c.min_total_cents,
  budgetLeft: value<number | null>(sql`${c.budget_cents} - ${c.spent_cents}`),
  batchLeft: orNull(value<number | null>(sql`${b.budget_cents} - ${b.spent_cents}`)),
  domain: c.domain_restricted,
  emails: value<readonly string[]>(sql`coalesce(${c.email_restricted}, '{}')`),
  audience: c.price_audience,
  type: c.type,
  value: c.value,
  max_discount_cents: c.max_discount_cents,
  applies_to: c.applies_to,
};
/** The state of a coupon when a forecast first read it. */
export type KnownCoupon = Selected<typeof shape>;

/** A registration that will use a coupon, with its price. */
export interface Use {
  readonly id: number;
  readonly couponid: number;
  readonly web_userid: number;
  readonly orderid: number | null;
  readonly eventid: number;
  readonly organizationid: number | null;
  readonly distanceid: number;
  readonly email: string | null;
  readonly list: number;
  readonly audience: string | null;
  readonly discount: number;
}
/** Coupons, with their uses counted record by record. */
export interface CouponBook {
  /** Reads unknown coupons; with `uses` also who has used them. */
  readonly know: (tx: Transaction, couponids: Iterable<number | null>) => Promise<void>;
  readonly find: (couponid: number | null) => KnownCoupon | undefined;
  /** The discount of a coupon on a registration; undefined when it has no use of it. */
  readonly usedBy: (couponid: number | null, id: number) => number | undefined;
  readonly price: (tier: Tier, couponid: number | null) => ReturnType<typeof priceOf>;
  /** Why a registration may not use it; takes nothing. */
  readonly refusal: (use: Use) => DomainError | null;
  /** Why its budget does not allow this much more. */
  readonly overBudget: (couponid: number, more: number) => DomainError | null;
  readonly take: (use: Use) => void;
  /** Counts this much more, or less, against the budgets. */
  readonly spend: (couponid: number, more: number) => void;
}

const refusals = {
  unknown: refusedCoupon('COUPON_UNKNOWN'),
  exhausted: refusedCoupon('COUPON_EXHAUSTED'),
  batch: refusedCoupon('BATCH_EXHAUSTED'),
  closed: refusedCoupon('COUPON_CLOSED'),
  early: refusedCoupon('COUPON_EARLY'),
  late: refusedCoupon('COUPON_LATE'),
  elsewhere: refusedCoupon('COUPON_ELSEWHERE'),
  distance: refusedCoupon('COUPON_DISTANCE'),
  usedUp: refusedCoupon('COUPON_USED_UP'),
  order: refusedCoupon('COUPON_ORDER'),
  minimum: refusedCoupon('COUPON_MINIMUM'),
  domain: refusedCoupon('COUPON_DOMAIN'),
  email: refusedCoupon('COUPON_EMAIL'),
  audience: refusedCoupon('COUPON_AUDIENCE'),
};
/** Whether a coupon is valid for a distance at a price: `judgeCouponAt`, with the known data. */
export const refusalAt = (
  { distanceids, leastTotal, audience }: KnownCoupon,
  distanceid: number,
  tier: { readonly price_cents: number; readonly audience: string | null },
): DomainError | null => {
  if (distanceids.length > 0 && !distanceids.includes(distanceid)) return refusals.distance;
  if (leastTotal !== null && leastTotal > tier.price_cents) return refusals.minimum;
  return audience && tier.audience !== audience ? refusals.audience : null;
};

const count = (map: Map<string, number>, key: string): number => map.get(key) ?? 0;
const add = (map: Map<string, number>, key: string): void => void map.set(key, count(map, key) + 1);

const readCoupons = (tx: Transaction, couponids: readonly number[]): Promise<readonly KnownCoupon[]> =>
  select(
    tx,
    shape,
    sql`from ${c} left join ${b} on ${b.coupon_batchid} = ${c.coupon_batchid} where ${c.couponid} = any(${couponids}::bigint[])`,
  );
const readUses = (tx: Transaction, couponids: readonly number[]) =>
  select(
    tx,
    {
      couponid: u.couponid,
      // no registration has a negative key, so a sale is never taken for one
      id: value<number>(sql`coalesce(${u.inscriptionid}, -${u.saleid})`),
      discount: u.discount_cents,
      web_userid: value<number>(sql`coalesce(${n.web_userid}, ${s.web_userid})`),
      orderid: value<number | null>(sql`coalesce(${n.orderid}, ${s.orderid})`),
    },
    sql`from ${u} left join ${n} on ${n.inscriptionid} = ${u.inscriptionid} left join ${s} on ${s.saleid} = ${u.saleid} where ${u.couponid} = any(${couponids}::bigint[]) and ${u.state} <> 'returned'`,
  );
/** Whether the state, the dates and the place of a coupon allow a use. */
const stateOf = (coupon: KnownCoupon, { eventid, organizationid, distanceid }: Use, isOut: boolean): DomainError | null => {
  if (coupon.isDeleted) return refusals.unknown;
  if (coupon.status === 'exhausted' || isOut) return refusals.exhausted;
  if (coupon.status !== 'active') return refusals.closed;
  if (coupon.isEarly) return refusals.early;
  if (coupon.isLate) return refusals.late;
  if ((coupon.eventid !== null && coupon.eventid !== eventid) || coupon.organizationid !== organizationid) return refusals.elsewhere;
  return coupon.distanceids.length > 0 && !coupon.distanceids.includes(distanceid) ? refusals.distance : null;
};

/** Creates an empty book of coupons. */
export const openCoupons = (): CouponBook => {
  const known = new Map<number, KnownCoupon>(),
    out = new Set<number>();
  const taken = new Map<string, number>(),
    byAthlete = new Map<string, number>(),
    byOrder = new Map<string, number>();
  const uses = openLedger(),
    budgets = openLedger(),
    batches = openLedger();

  const know: CouponBook['know'] = async (tx, couponids) => {
    const missing = [...new Set(couponids)].filter((id): id is number => id !== null && !known.has(id));
    if (missing.length === 0) return;
    for (const coupon of await readCoupons(tx, missing)) {
      known.set(coupon.couponid, coupon);
      uses.know(coupon.couponid, coupon.usesLeft);
      budgets.know(coupon.couponid, coupon.budgetLeft);
      if (coupon.batch !== null) batches.know(coupon.batch, coupon.batchLeft);
    }
    for (const { couponid, id, discount, web_userid, orderid } of await readUses(tx, missing)) {
      taken.set(`${couponid} ${id}`, discount);
      add(byAthlete, `${couponid} ${web_userid}`);
      add(byOrder, `${couponid} ${orderid}`);
    }
  };
  const overBudget: CouponBook['overBudget'] = (couponid, more) => {
    const batch = known.get(couponid)?.batch ?? null;
    if (more <= 0) return null;
    if (!budgets.has(couponid, more)) return refusals.exhausted;
    return batch !== null && !batches.has(batch, more) ? refusals.batch : null;
  };
  const limitsOf = (coupon: KnownCoupon, use: Use): DomainError | null => {
    const { couponid } = coupon,
      own = taken.has(`${couponid} ${use.id}`) ? 1 : 0;
    if (!uses.has(couponid)) return refusals.exhausted;
    if (coupon.perAthlete !== null && count(byAthlete, `${couponid} ${use.web_userid}`) - own >= coupon.perAthlete) return refusals.usedUp;
    if (coupon.perOrder !== null && use.orderid !== null && count(byOrder, `${couponid} ${use.orderid}`) - own >= coupon.perOrder)
      return refusals.order;
    if (coupon.leastTotal !== null && use.list < coupon.leastTotal) return refusals.minimum;
    const over = overBudget(couponid, use.discount);
    if (over) return over;
    if (coupon.domain && !(use.email ?? '').endsWith(`@${coupon.domain}`)) return refusals.domain;
    if (coupon.emails.length > 0 && !coupon.emails.includes((use.email ?? '').toLowerCase())) return refusals.email;
    return coupon.audience && coupon.audience !== use.audience ? refusals.audience : null;
  };
  /** A coupon with nothing left is exhausted from then on, and open again once something was returned. */
  const settle = (couponid: number): void => {
    const isOut = !uses.has(couponid) || !budgets.has(couponid);
    if (isOut) out.add(couponid);
    else out.delete(couponid);
  };
  const spend: CouponBook['spend'] = (couponid, more) => {
    const batch = known.get(couponid)?.batch ?? null;
    budgets.take(couponid, more);
    if (batch !== null) batches.take(batch, more);
    settle(couponid);
  };
  return {
    know,
    find: (couponid) => (couponid === null ? undefined : known.get(couponid)),
    usedBy: (couponid, id) => taken.get(`${couponid} ${id}`),
    price: (tier, couponid) => priceOf(tier, discountOf(couponid === null ? undefined : known.get(couponid))),
    refusal: (use) => {
      const coupon = known.get(use.couponid);
      return coupon ? (stateOf(coupon, use, out.has(coupon.couponid)) ?? limitsOf(coupon, use)) : refusals.unknown;
    },
    overBudget,
    take: (use) => {
      taken.set(`${use.couponid} ${use.id}`, use.discount);
      add(byAthlete, `${use.couponid} ${use.web_userid}`);
      add(byOrder, `${use.couponid} ${use.orderid}`);
      uses.take(use.couponid);
      spend(use.couponid, use.discount);
    },
    spend,
  };
};
const discountOf = (coupon: KnownCoupon | undefined): Discount | null => coupon ?? null;
