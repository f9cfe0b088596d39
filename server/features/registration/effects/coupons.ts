import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { coupon_batches } from '@/resources/coupon_batches/coupon_batches';
import { coupons } from '@/resources/coupons/coupons';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import type { Transaction } from '../../../kernel/transaction';
import { createAudited, updateAudited } from '../../../api/write/audited';
import type { EffectBody } from '../Change';
import { judgeBudget, refusedCoupon, settleCoupons } from '../couponLimits';
import { quote } from './price';
import { columnsOf } from '../../../kernel/columnsOf';
import { execute, exists, selectAll, selectOne, value } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';

const c = columnsOf(coupons, 'c');
const u = columnsOf(coupon_uses, 'u');
const i = columnsOf(inscriptions, 'i');
const t = columnsOf(price_tiers, 't');
const isElsewhere = (distanceid: number) =>
  value<boolean>(sql`cardinality(coalesce(${c.distanceids}, '{}')) > 0 and ${distanceid} <> all(${c.distanceids})`);

/** Two inscriptions that exchange their coupons wait for each other in the same order. */
const lockBoth = async (tx: Transaction, both: readonly number[]): Promise<void> => {
  const [one, batch] = [columnsOf(coupons), columnsOf(coupon_batches)];
  await execute(tx, sql`select 1 from ${one} where ${one.couponid} = any(${both}::bigint[]) order by ${one.couponid} for no key update`);
  await execute(
    tx,
    sql`select 1 from ${batch} where ${batch.coupon_batchid} in (select ${c.coupon_batchid} from ${c} where ${c.couponid} = any(${both}::bigint[])) order by ${batch.coupon_batchid} for no key update`,
  );
};
/** Uses of a coupon, apart from that of one inscription, where a condition holds. */
const usesWhere = async (tx: Transaction, couponid: number, except: number, condition: SQL): Promise<number> => {
  const [count = 0] = await selectAll(
    tx,
    value<number>(sql`count(*)`),
    sql`from ${u} join ${i} on ${i.inscriptionid} = ${u.inscriptionid} where ${u.couponid} = ${couponid} and ${u.state} <> 'returned' and ${condition} and ${u.inscriptionid} <> ${except}`,
  );
  return count;
};

const readCoupon = (tx: Transaction, couponid: number, distanceid: number) =>
  selectOne(
    tx,
    {
      status: c.status,
      isEarly: value<boolean | null>(sql`${c.starts_at} > now()`),
      isLate: value<boolean | null>(sql`${c.ends_at} <= now()`),
      eventid: c.eventid,
      organizationid: c.organizationid,
      max_uses: c.max_uses,
      taken: value<number>(sql`${c.uses_count} + ${c.reserved_count}`),
      perAthlete: c.max_uses_per_user,
      perOrder: c.max_inscriptions_per_order,
      leastTotal: c.min_total_cents,
      domain: c.domain_restricted,
      audience: c.price_audience,
      emails: c.email_restricted,
      isElsewhere: isElsewhere(distanceid),
    },
    sql`from ${c} where ${c.couponid} = ${couponid} and ${c.deleted_at} is null for no key update`,
  );
type Limits = NonNullable<Awaited<ReturnType<typeof readCoupon>>>;

/** Locks a coupon and judges what it says of itself: its state, its period, its event. */
const lockCoupon = async (tx: Transaction, { eventid, organizationid, distanceid }: Inscription, couponid: number): Promise<Limits> => {
  const coupon = await readCoupon(tx, couponid, distanceid);
  if (!coupon) throw refusedCoupon('COUPON_UNKNOWN');
  if (coupon.status === 'exhausted') throw refusedCoupon('COUPON_EXHAUSTED');
  if (coupon.status !== 'active') throw refusedCoupon('COUPON_CLOSED');
  if (coupon.isEarly) throw refusedCoupon('COUPON_EARLY');
  if (coupon.isLate) throw refusedCoupon('COUPON_LATE');
  if ((coupon.eventid !== null && coupon.eventid !== eventid) || coupon.organizationid !== organizationid)
    throw refusedCoupon('COUPON_ELSEWHERE');
  if (coupon.isElsewhere) throw refusedCoupon('COUPON_DISTANCE');
  return coupon;
};

const judgeAudience = async (tx: Transaction, price_tierid: number | null, wanted: string | null): Promise<void> => {
  if (!wanted) return;
  const tier = price_tierid
    ? await selectOne(tx, { audience: t.audience }, sql`from ${t} where ${t.price_tierid} = ${price_tierid}`)
    : undefined;
  if (tier?.audience !== wanted) throw refusedCoupon('COUPON_AUDIENCE');
};

const judgeUse = async (tx: Transaction, now: Inscription, couponid: number, coupon: Limits, discount: number): Promise<void> => {
  if (coupon.max_uses !== null && coupon.taken >= coupon.max_uses) throw refusedCoupon('COUPON_EXHAUSTED');
  if (coupon.perAthlete !== null) {
    const mine = await usesWhere(tx, couponid, now.inscriptionid, sql`${i.web_userid} = ${now.web_userid}`);
    if (mine >= coupon.perAthlete) throw refusedCoupon('COUPON_USED_UP');
  }
  if (coupon.perOrder !== null && now.orderid) {
    const inOrder = await usesWhere(tx, couponid, now.inscriptionid, sql`${i.orderid} = ${now.orderid}`);
    if (inOrder >= coupon.perOrder) throw refusedCoupon('COUPON_ORDER');
  }
  if (coupon.leastTotal !== null && now.list_price_cents < coupon.leastTotal) throw refusedCoupon('COUPON_MINIMUM');
  await judgeBudget(tx, couponid, discount);
  if (coupon.domain && !(now.email ?? '').endsWith(`@${coupon.domain}`)) throw refusedCoupon('COUPON_DOMAIN');
  const emails = coupon.emails ?? [];
  if (emails.length > 0 && !emails.includes((now.email ?? '').toLowerCase())) throw refusedCoupon('COUPON_EMAIL');
  await judgeAudience(tx, now.price_tierid ?? null, coupon.audience);
};

const readPlace = (tx: Transaction, couponid: number, distanceid: number, price_tierid: number | null) =>
  selectOne(
    tx,
    {
      isElsewhere: isElsewhere(distanceid),
      audience: c.price_audience,
      isBelow: value<boolean | null>(sql`${c.min_total_cents} > coalesce(${t.price_cents}, 0)`),
    },
    sql`from ${c} left join ${t} on ${t.price_tierid} = ${price_tierid} where ${c.couponid} = ${couponid}`,
  );
/** Whether the coupon of an inscription serves another distance at its price: a discount goes where it was meant to. */
export const judgeCouponAt = async (
  tx: Transaction,
  { couponid }: Inscription,
  distanceid: number,
  price_tierid: number | null,
): Promise<void> => {
  const place = couponid ? await readPlace(tx, couponid, distanceid, price_tierid) : undefined;
  if (place?.isElsewhere) throw refusedCoupon('COUPON_DISTANCE');
  if (place?.isBelow) throw refusedCoupon('COUPON_MINIMUM');
  await judgeAudience(tx, price_tierid, place?.audience ?? null);
};

/** The uses that an inscription has go back to their coupons. */
export const giveBack = async (tx: Transaction, inscriptionid: number, except: number | null = null): Promise<void> => {
  const given = await updateAudited(
    tx,
    coupon_uses,
    (use) =>
      sql`${use.inscriptionid} = ${inscriptionid} and ${use.state} <> 'returned' and ${use.couponid} is distinct from ${except}::bigint`,
    { state: 'returned' },
  );
  if (given.length > 0)
    await settleCoupons(tx, await selectAll(tx, u.couponid, sql`from ${u} where ${u.coupon_useid} = any(${given}::bigint[])`));
};

/** Takes one use of the coupon, and of its budget, for the inscription. A coupon that it had before is given back. */
export const reserveCoupon: EffectBody = async ({ tx, id, now, details, write }) => {
  const couponid = details.couponid ?? now.couponid;
  if (!couponid) return;
  if (now.couponid && now.couponid !== couponid) await lockBoth(tx, [now.couponid, couponid]);
  await giveBack(tx, id, couponid);
  const held = await exists(
    tx,
    sql`from ${u} where ${u.inscriptionid} = ${id} and ${u.couponid} = ${couponid} and ${u.state} <> 'returned'`,
  );
  if (held && details.couponid) throw refusedCoupon('COUPON_APPLIED');
  if (held) {
    // a cancellation kept the use
    await updateAudited(tx, coupon_uses, (use) => sql`${use.inscriptionid} = ${id} and ${use.state} = 'used'`, { state: 'reserved' });
    return;
  }
  const coupon = await lockCoupon(tx, now, couponid);
  const { discount_cents } = details.couponid ? await quote(tx, now.price_tierid ?? null, couponid) : now;
  await judgeUse(tx, now, couponid, coupon, discount_cents);
  const again = await updateAudited(tx, coupon_uses, (use) => sql`${use.couponid} = ${couponid} and ${use.inscriptionid} = ${id}`, {
    state: 'reserved',
    discount_cents,
  });
  if (again.length === 0)
    await createAudited(tx, coupon_uses, { couponid, inscriptionid: id, eventid: now.eventid, state: 'reserved', discount_cents });
  await settleCoupons(tx, [couponid]);
  write({ couponid });
};

const spend = async (tx: Transaction, id: number): Promise<void> => {
  await updateAudited(tx, coupon_uses, (use) => sql`${use.inscriptionid} = ${id} and ${use.state} = 'reserved'`, { state: 'used' });
};

/** The reservation becomes a use. */
export const useCoupon: EffectBody = async ({ tx, id, now }) => {
  if (now.couponid) await spend(tx, id);
};

/** The use returns to the coupon, unless somebody decided otherwise: then it counts as used. */
export const returnCoupon: EffectBody = async ({ tx, id, now, details }) => {
  if (now.couponid) await (details.returnCoupon === false ? spend : giveBack)(tx, id);
};
