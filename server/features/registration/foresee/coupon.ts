import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { columnsOf, orNull } from '../../../kernel/columnsOf';
import type { Forecast } from '../../../kernel/defineHooks';
import { conflict, type DomainError } from '../../../kernel/DomainError';
import { value, type Selected } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Tier } from '@/domain/registration/pricing';
import { refusedCoupon } from '../couponLimits';
import { openCoupons, type CouponBook, type Use } from './couponBook';
import { factsOf, i } from './facts';

const t = columnsOf(price_tiers, 't');
/** Joins the price of a registration. */
export const joinTier = sql`left join ${t} on ${t.price_tierid} = ${i.price_tierid}`;
/** What a use of a coupon is checked against. */
export const userShape = {
  couponid: i.couponid,
  web_userid: i.web_userid,
  orderid: i.orderid,
  eventid: i.eventid,
  organizationid: i.organizationid,
  distanceid: i.distanceid,
  email: i.email,
  list: i.list_price_cents,
  discount: i.discount_cents,
  audience: orNull(t.audience),
};
const tierShape = {
  price_cents: value<number>(sql`coalesce(${t.price_cents}, 0)`),
  service_fee_cents: value<number>(sql`coalesce(${t.service_fee_cents}, 0)`),
  fee_payer: value<Tier['fee_payer']>(sql`coalesce(${t.fee_payer}, 'athlete')`),
};
const shape = { ...userShape, ...tierShape, frozen: i.wallet_cents };
type Fact = Selected<typeof shape> & { readonly id: number };

const applied = refusedCoupon('COUPON_APPLIED'),
  exceeds = conflict('WALLET_EXCEEDS');
/** What the replaced coupon returns to the batch of both, before the new one is checked. */
const givenBack = (book: CouponBook, fact: Fact, couponid: number): number => {
  const [before, next] = [book.find(fact.couponid), book.find(couponid)];
  if (before === undefined || before.couponid === couponid || before.batch === null || before.batch !== next?.batch) return 0;
  return book.usedBy(before.couponid, fact.id) ?? 0;
};

/** Uses of one coupon and its budget, by its discount on each price. */
export const foreseeCoupon = ({ couponid }: { readonly couponid: number }): Forecast => {
  const book = openCoupons();
  const check = (fact: Fact): DomainError | null => {
    if (book.usedBy(couponid, fact.id) !== undefined) return applied;
    const price = book.price(fact, couponid),
      use: Use = { ...fact, couponid, discount: price.discount_cents };
    const back = givenBack(book, fact, couponid);
    if (back > 0 && fact.couponid !== null) book.spend(fact.couponid, -back);
    const refusal = book.refusal(use) ?? (fact.frozen > price.total_cents ? exceeds : null);
    if (refusal && back > 0 && fact.couponid !== null) book.spend(fact.couponid, back);
    if (!refusal) book.take(use);
    return refusal;
  };
  return async ({ tx, ids }) => {
    const facts = await factsOf(tx, ids, shape, joinTier);
    await book.know(tx, [couponid, ...facts.map((fact) => fact.couponid)]);
    const refused = new Map<number, DomainError>();
    for (const fact of facts) {
      const refusal = check(fact);
      if (refusal) refused.set(fact.id, refusal);
    }
    return refused;
  };
};
