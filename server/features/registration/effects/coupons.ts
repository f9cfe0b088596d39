import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../../kernel/transaction';
import { addBeside, changeBeside } from '../../../api/write/beside';
import type { EffectBody } from '../Change';
import { judgeBudget, refusedCoupon, settleCoupons } from '../couponLimits';
import { quote } from './price';

const couponSql = `
  select c.status, c.starts_at > now() as early, c.ends_at <= now() as late, c.eventid, c.organizationid, c.max_uses, c.uses_count + c.reserved_count as taken, c.max_uses_per_user, c.max_inscriptions_per_order,
         c.min_total_cents, c.domain_restricted, c.price_audience, c.email_restricted, cardinality(coalesce(c.distanceids, '{}')) > 0 and $2 <> all(c.distanceids) as elsewhere
    from coupons c where c.couponid = $1 and c.deleted_at is null for no key update`;
/** Two inscriptions that exchange their coupons wait for each other in the same order. */
const bothSql = [
  'select 1 from coupons where couponid = any($1::bigint[]) order by couponid for no key update',
  'select 1 from coupon_batches where coupon_batchid in (select coupon_batchid from coupons where couponid = any($1::bigint[])) order by coupon_batchid for no key update',
] as const;
const mineSql = `
  select count(*) from coupon_uses u join inscriptions i on i.inscriptionid = u.inscriptionid
   where u.couponid = $1 and u.state <> 'returned' and i.web_userid = $2 and u.inscriptionid <> $3`;
const orderSql = `
  select count(*) from coupon_uses u join inscriptions i on i.inscriptionid = u.inscriptionid
   where u.couponid = $1 and u.state <> 'returned' and i.orderid = $2 and u.inscriptionid <> $3`;

interface Coupon {
  readonly max_uses: number | null;
  readonly perAthlete: number | null;
  readonly perOrder: number | null;
  readonly leastTotal: number | null;
  readonly domain: string | null;
  readonly emails: readonly string[];
  readonly audience: string | null;
  readonly taken: number;
}

/** Locks a coupon and judges what it says of itself: its state, its period, its event. */
const lockCoupon = async (tx: Transaction, { eventid, organizationid, distanceid }: Inscription, couponid: number): Promise<Coupon> => {
  const [row] = await tx.run(couponSql, [couponid, distanceid]);
  if (!row) throw refusedCoupon('COUPON_UNKNOWN');
  const [
    status,
    early,
    late,
    ofEvent,
    ofOrganization,
    max_uses,
    taken,
    perAthlete,
    perOrder,
    leastTotal,
    domain,
    audience,
    emails,
    isOtherDistance,
  ] = row;
  if (status === 'exhausted') throw refusedCoupon('COUPON_EXHAUSTED');
  if (status !== 'active') throw refusedCoupon('COUPON_CLOSED');
  if (early) throw refusedCoupon('COUPON_EARLY');
  if (late) throw refusedCoupon('COUPON_LATE');
  if ((ofEvent !== null && Number(ofEvent) !== eventid) || Number(ofOrganization) !== organizationid)
    throw refusedCoupon('COUPON_ELSEWHERE');
  if (isOtherDistance === true) throw refusedCoupon('COUPON_DISTANCE');
  const whole = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
  return {
    max_uses: whole(max_uses),
    taken: Number(taken),
    perAthlete: whole(perAthlete),
    perOrder: whole(perOrder),
    leastTotal: whole(leastTotal),
    domain: domain as string | null,
    emails: (emails ?? []) as readonly string[],
    audience: audience as string | null,
  };
};

const judgeAudience = async (tx: Transaction, price_tierid: number | null, wanted: string | null): Promise<void> => {
  if (!wanted) return;
  const [[audience] = []] = price_tierid ? await tx.run('select audience from price_tiers where price_tierid = $1', [price_tierid]) : [];
  if (audience !== wanted) throw refusedCoupon('COUPON_AUDIENCE');
};

const judgeUse = async (tx: Transaction, now: Inscription, couponid: number, coupon: Coupon, discount: number): Promise<void> => {
  if (coupon.max_uses !== null && coupon.taken >= coupon.max_uses) throw refusedCoupon('COUPON_EXHAUSTED');
  if (coupon.perAthlete !== null) {
    const [[mine] = []] = await tx.run(mineSql, [couponid, now.web_userid, now.inscriptionid]);
    if (Number(mine) >= coupon.perAthlete) throw refusedCoupon('COUPON_USED_UP');
  }
  if (coupon.perOrder !== null && now.orderid) {
    const [[inOrder] = []] = await tx.run(orderSql, [couponid, now.orderid, now.inscriptionid]);
    if (Number(inOrder) >= coupon.perOrder) throw refusedCoupon('COUPON_ORDER');
  }
  if (coupon.leastTotal !== null && now.list_price_cents < coupon.leastTotal) throw refusedCoupon('COUPON_MINIMUM');
  await judgeBudget(tx, couponid, discount);
  if (coupon.domain && !(now.email ?? '').endsWith(`@${coupon.domain}`)) throw refusedCoupon('COUPON_DOMAIN');
  if (coupon.emails.length > 0 && !coupon.emails.includes((now.email ?? '').toLowerCase())) throw refusedCoupon('COUPON_EMAIL');
  await judgeAudience(tx, now.price_tierid ?? null, coupon.audience);
};

const placeSql = `
  select cardinality(coalesce(c.distanceids, '{}')) > 0 and $2 <> all(c.distanceids), c.price_audience, c.min_total_cents > coalesce(t.price_cents, 0)
    from coupons c left join price_tiers t on t.price_tierid = $3 where c.couponid = $1`;
/** Whether the coupon of an inscription serves another distance at its price: a discount goes where it was meant to. */
export const judgeCouponAt = async (
  tx: Transaction,
  { couponid }: Inscription,
  distanceid: number,
  price_tierid: number | null,
): Promise<void> => {
  const [[isElsewhere, audience, isBelow] = []] = couponid ? await tx.run(placeSql, [couponid, distanceid, price_tierid]) : [];
  if (isElsewhere === true) throw refusedCoupon('COUPON_DISTANCE');
  if (isBelow === true) throw refusedCoupon('COUPON_MINIMUM');
  await judgeAudience(tx, price_tierid, (audience ?? null) as string | null);
};

/** The uses that an inscription has go back to their coupons. */
export const giveBack = async (tx: Transaction, inscriptionid: number, except: number | null = null): Promise<void> => {
  const given = await changeBeside(
    tx,
    coupon_uses,
    `t.inscriptionid = $7 and t.state <> 'returned' and t.couponid is distinct from $8::bigint`,
    [inscriptionid, except],
    { state: 'returned' },
  );
  if (given.length > 0)
    await settleCoupons(
      tx,
      (await tx.run('select couponid from coupon_uses where coupon_useid = any($1)', [given])).map(([couponid]) => Number(couponid)),
    );
};

/** Takes one use of the coupon, and of its budget, for the inscription. A coupon that it had before is given back. */
export const reserveCoupon: EffectBody = async ({ tx, id, now, details, write }) => {
  const couponid = details.couponid ?? now.couponid;
  if (!couponid) return;
  if (now.couponid && now.couponid !== couponid) for (const text of bothSql) await tx.run(text, [[now.couponid, couponid]]);
  await giveBack(tx, id, couponid);
  const [held] = await tx.run(`select 1 from coupon_uses where inscriptionid = $1 and couponid = $2 and state <> 'returned'`, [
    id,
    couponid,
  ]);
  if (held && details.couponid) throw refusedCoupon('COUPON_APPLIED');
  if (held) {
    // a cancellation kept the use
    await changeBeside(tx, coupon_uses, `t.inscriptionid = $7 and t.state = 'used'`, [id], { state: 'reserved' });
    return;
  }
  const coupon = await lockCoupon(tx, now, couponid);
  const { discount_cents } = details.couponid ? await quote(tx, now.price_tierid ?? null, couponid) : now;
  await judgeUse(tx, now, couponid, coupon, discount_cents);
  const again = await changeBeside(tx, coupon_uses, 't.couponid = $7 and t.inscriptionid = $8', [couponid, id], {
    state: 'reserved',
    discount_cents,
  });
  if (again.length === 0)
    await addBeside(tx, coupon_uses, { couponid, inscriptionid: id, eventid: now.eventid, state: 'reserved', discount_cents });
  await settleCoupons(tx, [couponid]);
  write({ couponid });
};

const spend = async (tx: Transaction, id: number): Promise<void> => {
  await changeBeside(tx, coupon_uses, `t.inscriptionid = $7 and t.state = 'reserved'`, [id], { state: 'used' });
};

/** The reservation becomes a use. */
export const useCoupon: EffectBody = async ({ tx, id, now }) => {
  if (now.couponid) await spend(tx, id);
};

/** The use returns to the coupon, unless somebody decided otherwise: then it counts as used. */
export const returnCoupon: EffectBody = async ({ tx, id, now, details }) => {
  if (now.couponid) await (details.returnCoupon === false ? spend : giveBack)(tx, id);
};
