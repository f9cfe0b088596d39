import { priceOf, type Discount, type Tier } from '@/domain/registration/pricing';
import { entitledStates } from '@/domain/subscriptions/states';
import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { coupons } from '@/resources/coupons/coupons';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { nth } from '@/schema/must';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { settleCoupons, whyOverBudget } from '../couponLimits';
import { updateAudited } from '../../../api/write/audited';
import type { EffectBody } from '../Change';
import { followPrice } from './promotions';
import { columnsOf } from '../../../kernel/columnsOf';
import { exists, select, selectOne, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

const t = columnsOf(price_tiers);
const c = columnsOf(coupons);
const u = columnsOf(coupon_uses);
const a = columnsOf(apolo_subscriptions);

/**
 * The present price tier of a distance for an audience; `null` when the distance has no prices. Refused when all tiers have ended or
 * have not begun.
 */
export const tierInForce = async (tx: Transaction, distanceid: number, audience = 'general'): Promise<number | null> => {
  const rows = await select(
    tx,
    { id: t.price_tierid, isCurrent: value<boolean>(sql`${t.starts_at} <= now() and now() < ${t.ends_at}`) },
    sql`from ${t} where ${t.distanceid} = ${distanceid} and ${t.audience} = ${audience} and ${t.active} and ${t.deleted_at} is null order by ${t.starts_at}`,
  );
  const current = rows.find(({ isCurrent }) => isCurrent);
  if (current) return current.id;
  if (rows.length > 0) throw invalid([{ path: 'price_tierid', code: 'NO_PRICE_NOW' }]);
  return null;
};

/**
 * The present price tier of a distance for an athlete: that of APOLO while their subscription has its benefits and it costs no more, else the
 * general one. Nobody but the platform reads subscriptions.
 */
export const tierForAthlete = async (tx: Transaction, distanceid: number, web_userid: number | null): Promise<number | null> => {
  const offered = await selectOne(
    tx,
    { id: t.price_tierid, price_cents: t.price_cents },
    sql`from ${t} where ${t.distanceid} = ${distanceid} and ${t.audience} = 'apolo' and ${t.active} and ${t.starts_at} <= now() and now() < ${t.ends_at} and ${t.deleted_at} is null limit 1`,
  );
  const isSubscriber =
    offered !== undefined &&
    web_userid !== null &&
    (await tx.asOwner(() =>
      exists(
        tx,
        sql`from ${a} where ${a.web_userid} = ${web_userid} and ${a.status} = any(${[...entitledStates]}::text[]) and ${a.deleted_at} is null`,
      ),
    ));
  const general = await tierInForce(tx, distanceid).catch((error: unknown) => {
    if (isSubscriber) return null;
    throw error;
  });
  if (!isSubscriber) return general;
  const usual =
    general === null ? undefined : await selectOne(tx, { cents: t.price_cents }, sql`from ${t} where ${t.price_tierid} = ${general}`);
  return usual && usual.cents < offered.price_cents ? general : offered.id;
};

const free: Tier = { price_cents: 0, service_fee_cents: 0, fee_payer: 'athlete' };
const tierShape = { id: t.price_tierid, price_cents: t.price_cents, service_fee_cents: t.service_fee_cents, fee_payer: t.fee_payer };
const discountShape = { id: c.couponid, type: c.type, value: c.value, max_discount_cents: c.max_discount_cents, applies_to: c.applies_to };

/** What is priced: a tier, and a coupon on it. */
export interface Priced {
  readonly price_tierid: number | null;
  readonly couponid: number | null;
}
const present = (ids: readonly (number | null)[]): readonly number[] => [...new Set(ids)].filter((id) => id !== null);
/** The prices of tiers under coupons, in the same order. */
export const quotes = async (tx: Transaction, priced: readonly Priced[]): Promise<readonly ReturnType<typeof priceOf>[]> => {
  const [tierids, couponids] = [present(priced.map((each) => each.price_tierid)), present(priced.map((each) => each.couponid))];
  const tiers = tierids.length > 0 ? await select(tx, tierShape, sql`from ${t} where ${t.price_tierid} = any(${tierids}::bigint[])`) : [];
  const discounts: readonly (Discount & { readonly id: number })[] =
    couponids.length > 0 ? await select(tx, discountShape, sql`from ${c} where ${c.couponid} = any(${couponids}::bigint[])`) : [];
  return priced.map(({ price_tierid, couponid }) =>
    priceOf(tiers.find(({ id }) => id === price_tierid) ?? free, discounts.find(({ id }) => id === couponid) ?? null),
  );
};

type Discounted = Pick<Inscription, 'inscriptionid' | 'couponid' | 'discount_cents'>;
/** What coupons took off inscriptions, as far as they are used. */
const discountsBefore = async (tx: Transaction, inscriptionids: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  if (inscriptionids.length === 0) return new Map();
  const uses = await select(
    tx,
    { id: value<number>(sql`${u.inscriptionid}`), discount: u.discount_cents },
    sql`from ${u} where ${u.inscriptionid} = any(${inscriptionids}::bigint[]) and ${u.state} <> 'returned'`,
  );
  return new Map(uses.map(({ id, discount }) => [id, discount]));
};
/** Tells the coupons what they took off, which counts against their budgets. Answers those whose budget does not bear it. */
export const recordDiscounts = async <D extends Discounted>(tx: Transaction, rows: readonly D[]): Promise<ReadonlyMap<D, DomainError>> => {
  const using = rows.filter(({ couponid }) => couponid);
  const before = await discountsBefore(
    tx,
    using.map(({ inscriptionid }) => inscriptionid),
  );
  const refused = new Map<D, DomainError>();
  for (const row of using) {
    const { inscriptionid, couponid, discount_cents } = row,
      old = before.get(inscriptionid);
    if (!couponid || old === undefined || old === discount_cents) continue;
    const refusal = await whyOverBudget(tx, couponid, discount_cents - old);
    if (refusal) {
      refused.set(row, refusal);
      continue;
    }
    await updateAudited(tx, coupon_uses, (use) => sql`${use.inscriptionid} = ${inscriptionid} and ${use.state} <> 'returned'`, {
      discount_cents,
    });
    await settleCoupons(tx, [couponid]);
  }
  return refused;
};

/** Computes the amounts again from the price tier and the coupon. What is frozen in the wallet may not exceed them. */
export const reprice: EffectBody = async (tx, changes) => {
  const prices = await quotes(
    tx,
    changes.map(({ now }) => ({ price_tierid: now.price_tierid ?? null, couponid: now.couponid ?? null })),
  );
  const priced: Inscription[] = [];
  for (const [at, { now, write, refuse }] of changes.entries()) {
    const price = nth(prices, at);
    const total_cents = price.total_cents - now.promotion_discount_cents;
    if (now.promotion_binid === null && now.wallet_cents > total_cents) {
      refuse(conflict('WALLET_EXCEEDS'));
      continue;
    }
    write({ ...price, total_cents });
    priced.push({ ...now, ...price, total_cents });
  }
  await followPrice(tx, changes);
  const refused = await recordDiscounts(tx, priced);
  for (const [{ inscriptionid }, refusal] of refused) changes.find(({ id }) => id === inscriptionid)?.refuse(refusal);
};
