import { priceOf, type Discount, type Tier } from '@/domain/registration/pricing';
import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict, invalid } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { judgeBudget, settleCoupons } from '../couponLimits';
import { changeBeside } from '../../../api/write/beside';
import type { EffectBody } from '../Change';

/** The price tier of a distance that is in force for an audience; `null` when the distance sells at no price at all. Refuses when its prices are all over or yet to come. */
export const tierInForce = async (tx: Transaction, distanceid: number, audience = 'general'): Promise<number | null> => {
  const rows = await tx.run(
    `select price_tierid, starts_at <= now() and now() < ends_at as current from price_tiers where distanceid = $1 and audience = $2 and active and deleted_at is null order by starts_at`,
    [distanceid, audience],
  );
  const current = rows.find(([, isCurrent]) => isCurrent === true);
  if (current) return Number(current[0]);
  if (rows.length > 0) throw invalid([{ path: 'price_tierid', code: 'NO_PRICE_NOW' }]);
  return null;
};

const free: Tier = { price_cents: 0, service_fee_cents: 0, fee_payer: 'athlete' };
const tierOf = async (tx: Transaction, price_tierid: number | null): Promise<Tier> => {
  const [row] =
    price_tierid === null
      ? []
      : await tx.run('select price_cents, service_fee_cents, fee_payer from price_tiers where price_tierid = $1', [price_tierid]);
  return row ? { price_cents: Number(row[0]), service_fee_cents: Number(row[1]), fee_payer: row[2] as Tier['fee_payer'] } : free;
};
const discountOf = async (tx: Transaction, couponid: number | null): Promise<Discount | null> => {
  const [row] =
    couponid === null
      ? []
      : await tx.run('select type, value, max_discount_cents, applies_to from coupons where couponid = $1', [couponid]);
  return row
    ? {
        type: row[0] as Discount['type'],
        value: row[1] as number | null,
        max_discount_cents: row[2] as number | null,
        applies_to: row[3] as Discount['applies_to'],
      }
    : null;
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
  const [[before] = []] = await tx.run(`select discount_cents from coupon_uses where inscriptionid = $1 and state <> 'returned'`, [
    inscriptionid,
  ]);
  if (before === undefined || Number(before) === discount_cents) return;
  await judgeBudget(tx, couponid, discount_cents - Number(before));
  await changeBeside(tx, coupon_uses, `t.inscriptionid = $7 and t.state <> 'returned'`, [inscriptionid], { discount_cents });
  await settleCoupons(tx, [couponid]);
};

/** Computes the amounts anew from the price tier and the coupon. What is frozen in the wallet may not exceed them. */
export const reprice: EffectBody = async ({ tx, now, write }) => {
  const price = await quote(tx, now.price_tierid ?? null, now.couponid ?? null);
  if (now.wallet_cents > price.total_cents) throw conflict('WALLET_EXCEEDS');
  write(price);
  await recordDiscount(tx, { ...now, ...price });
};
