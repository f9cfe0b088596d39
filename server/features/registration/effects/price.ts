import { priceOf, type Discount, type Tier } from '@/domain/registration/pricing';
import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { coupons } from '@/resources/coupons/coupons';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { conflict, invalid } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { judgeBudget, settleCoupons } from '../couponLimits';
import { updateAudited } from '../../../api/write/audited';
import type { EffectBody } from '../Change';
import { columnsOf } from '../../../kernel/columnsOf';
import { select, selectAll, selectOne, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

const t = columnsOf(price_tiers);
const c = columnsOf(coupons);
const u = columnsOf(coupon_uses);

/** The price tier of a distance that is in force for an audience; `null` when the distance sells at no price at all. Refuses when its prices are all over or yet to come. */
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

const free: Tier = { price_cents: 0, service_fee_cents: 0, fee_payer: 'athlete' };
const { price_cents, service_fee_cents, fee_payer } = t;
const tierOf = async (tx: Transaction, price_tierid: number | null): Promise<Tier> => {
  if (price_tierid === null) return free;
  const tier = await selectOne(tx, { price_cents, service_fee_cents, fee_payer }, sql`from ${t} where ${t.price_tierid} = ${price_tierid}`);
  return tier ?? free;
};
const { type, value: off, max_discount_cents, applies_to } = c;
const discountOf = async (tx: Transaction, couponid: number | null): Promise<Discount | null> => {
  if (couponid === null) return null;
  const coupon = await selectOne(
    tx,
    { type, value: off, max_discount_cents, applies_to },
    sql`from ${c} where ${c.couponid} = ${couponid}`,
  );
  return coupon ?? null;
};

/** The price of a tier under a coupon. */
export const quote = async (tx: Transaction, price_tierid: number | null, couponid: number | null) =>
  priceOf(await tierOf(tx, price_tierid), await discountOf(tx, couponid));

/** Tells the coupon what it took off, which counts against its budget. */
export const recordDiscount = async (
  tx: Transaction,
  { inscriptionid, couponid, discount_cents }: Pick<Inscription, 'inscriptionid' | 'couponid' | 'discount_cents'>,
): Promise<void> => {
  if (!couponid) return;
  const [before] = await selectAll(
    tx,
    u.discount_cents,
    sql`from ${u} where ${u.inscriptionid} = ${inscriptionid} and ${u.state} <> 'returned'`,
  );
  if (before === undefined || before === discount_cents) return;
  await judgeBudget(tx, couponid, discount_cents - before);
  await updateAudited(tx, coupon_uses, (use) => sql`${use.inscriptionid} = ${inscriptionid} and ${use.state} <> 'returned'`, {
    discount_cents,
  });
  await settleCoupons(tx, [couponid]);
};

/** Computes the amounts anew from the price tier and the coupon. What is frozen in the wallet may not exceed them. */
export const reprice: EffectBody = async ({ tx, now, write }) => {
  const price = await quote(tx, now.price_tierid ?? null, now.couponid ?? null);
  if (now.wallet_cents > price.total_cents) throw conflict('WALLET_EXCEEDS');
  write(price);
  await recordDiscount(tx, { ...now, ...price });
};
