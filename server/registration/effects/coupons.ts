import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict } from '../../api/DomainError';
import type { Transaction } from '../../api/transaction';
import { appendRow } from '../../api/write/columns';
import type { EffectBody } from '../Change';
import { quote } from './price';

const couponSql = `
  select c.status, c.starts_at > now() as early, c.ends_at <= now() as late, c.eventid, c.organizationid, c.max_uses, c.uses_count + c.reserved_count as taken, c.max_uses_per_user,
         c.min_total_cents, c.budget_cents, c.spent_cents, c.domain_restricted, c.price_audience, cardinality(coalesce(c.distanceids, '{}')) > 0 and $2 <> all(c.distanceids) as elsewhere
    from coupons c where c.couponid = $1 and c.deleted_at is null for no key update`;
/** Two inscriptions that exchange their coupons wait for each other in the same order. */
const bothSql = 'select 1 from coupons where couponid = any($1::bigint[]) order by couponid for no key update';
const mineSql = `
  select count(*) from coupon_uses u join inscriptions i on i.inscriptionid = u.inscriptionid
   where u.couponid = $1 and u.state <> 'returned' and i.web_userid = $2 and u.inscriptionid <> $3`;

const refused = (message: string) => conflict(message, [{ path: 'couponid', message }]);

interface Coupon { readonly max_uses: number | null; readonly perAthlete: number | null; readonly leastTotal: number | null; readonly budgetLeft: number | null; readonly domain: string | null; readonly audience: string | null; readonly taken: number }

/** Locks a coupon and judges what it says of itself: its state, its period, its event. */
const lockCoupon = async (tx: Transaction, { eventid, organizationid, distanceid }: Inscription, couponid: number): Promise<Coupon> => {
  const [row] = await tx.run(couponSql, [couponid, distanceid]);
  if (!row) throw refused('errors.couponUnknown');
  const [status, early, late, ofEvent, ofOrganization, max_uses, taken, perAthlete, leastTotal, budget, spent, domain, audience, isOtherDistance] = row;
  if (status !== 'active') throw refused('errors.couponClosed');
  if (early) throw refused('errors.couponEarly');
  if (late) throw refused('errors.couponLate');
  if ((ofEvent !== null && Number(ofEvent) !== eventid) || Number(ofOrganization) !== organizationid) throw refused('errors.couponElsewhere');
  if (isOtherDistance === true) throw refused('errors.couponDistance');
  const whole = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
  return { max_uses: whole(max_uses), taken: Number(taken), perAthlete: whole(perAthlete), leastTotal: whole(leastTotal), budgetLeft: budget === null ? null : Number(budget) - Number(spent), domain: domain as string | null, audience: audience as string | null };
};

const judgeUse = async (tx: Transaction, now: Inscription, couponid: number, coupon: Coupon, discount: number): Promise<void> => {
  if (coupon.max_uses !== null && coupon.taken >= coupon.max_uses) throw refused('errors.couponExhausted');
  if (coupon.perAthlete !== null) {
    const [[mine] = []] = await tx.run(mineSql, [couponid, now.web_userid, now.inscriptionid]);
    if (Number(mine) >= coupon.perAthlete) throw refused('errors.couponUsedUp');
  }
  if (coupon.leastTotal !== null && now.list_price_cents < coupon.leastTotal) throw refused('errors.couponMinimum');
  if (coupon.budgetLeft !== null && discount > coupon.budgetLeft) throw refused('errors.couponExhausted');
  if (coupon.domain && !(now.email ?? '').endsWith(`@${coupon.domain}`)) throw refused('errors.couponDomain');
  if (!coupon.audience) return;
  const [[audience] = []] = now.price_tierid ? await tx.run('select audience from price_tiers where price_tierid = $1', [now.price_tierid]) : [];
  if (audience !== coupon.audience) throw refused('errors.couponAudience');
};

/** The uses that an inscription has go back to their coupons. */
export const giveBack = async (tx: Transaction, inscriptionid: number, except: number | null = null): Promise<void> => {
  await tx.run(`update coupon_uses set state = 'returned', updated = now(), updated_by = $2, version = version + 1 where inscriptionid = $1 and state <> 'returned' and couponid is distinct from $3`, [inscriptionid, tx.userid, except]);
};

/** Takes one use of the coupon, and of its budget, for the inscription. A coupon that it had before is given back. */
export const reserveCoupon: EffectBody = async ({ tx, id, now, details, write }) => {
  const couponid = details.couponid ?? now.couponid;
  if (!couponid) return;
  if (now.couponid && now.couponid !== couponid) await tx.run(bothSql, [[now.couponid, couponid]]);
  await giveBack(tx, id, couponid);
  const [held] = await tx.run(`select 1 from coupon_uses where inscriptionid = $1 and couponid = $2 and state <> 'returned'`, [id, couponid]);
  if (held && details.couponid) throw refused('errors.couponApplied');
  if (held) { // a cancellation kept the use
    await tx.run(`update coupon_uses set state = 'reserved', updated = now(), updated_by = $2, version = version + 1 where inscriptionid = $1 and state = 'used'`, [id, tx.userid]);
    return;
  }
  const coupon = await lockCoupon(tx, now, couponid);
  const { discount_cents } = details.couponid ? await quote(tx, now.price_tierid ?? null, couponid) : now;
  await judgeUse(tx, now, couponid, coupon, discount_cents);
  const [again] = await tx.run(`update coupon_uses set state = 'reserved', discount_cents = $3, updated = now(), updated_by = $4, version = version + 1 where couponid = $1 and inscriptionid = $2 returning 1`, [couponid, id, discount_cents, tx.userid]);
  if (!again) await appendRow(tx, coupon_uses, { couponid, inscriptionid: id, eventid: now.eventid, state: 'reserved', discount_cents });
  write({ couponid });
};

const spend = async (tx: Transaction, id: number): Promise<void> => {
  await tx.run(`update coupon_uses set state = 'used', updated = now(), updated_by = $2, version = version + 1 where inscriptionid = $1 and state = 'reserved'`, [id, tx.userid]);
};

/** The reservation becomes a use. */
export const useCoupon: EffectBody = async ({ tx, id, now }) => {
  if (now.couponid) await spend(tx, id);
};

/** The use returns to the coupon, unless somebody decided otherwise: then it counts as used. */
export const returnCoupon: EffectBody = async ({ tx, id, now, details }) => {
  if (now.couponid) await (details.returnCoupon === false ? spend : giveBack)(tx, id);
};
