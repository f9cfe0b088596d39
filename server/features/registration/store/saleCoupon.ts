import { discountOnSale } from '@/domain/registration/pricing';
import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import { coupons } from '@/resources/coupons/coupons';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import type { StoreSale } from '@/resources/store_sales/store_sales';
import { web_users } from '@/resources/web_users/web_users';
import { createAudited, updateAudited } from '../../../api/write/audited';
import { columnsOf } from '../../../kernel/columnsOf';
import { conflict, DomainError, problemAt } from '../../../kernel/DomainError';
import { pick, selectOne } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { settleCoupons } from '../couponLimits';
import { giveBackUses } from '../effects/coupons';
import { judgeUses } from '../judgeUses';

const c = columnsOf(coupons);
const n = columnsOf(inscriptions);
const w = columnsOf(web_users);

/** What a coupon takes off a sale. */
export const saleDiscount = async (tx: Transaction, couponid: number | null, gross_cents: number): Promise<number> => {
  if (couponid === null) return 0;
  const coupon = await selectOne(
    tx,
    pick(c, 'type', 'value', 'max_discount_cents', 'applies_to'),
    sql`from ${c} where ${c.couponid} = ${couponid}`,
  );
  const discount_cents = coupon ? discountOnSale(coupon, gross_cents) : null;
  if (discount_cents === null) throw conflict('COUPON_NOT_FOR_STORE', [problemAt('input.coupon', 'COUPON_NOT_FOR_STORE')]);
  return discount_cents;
};

type Bearing = Pick<
  StoreSale,
  'saleid' | 'couponid' | 'discount_cents' | 'total_cents' | 'web_userid' | 'inscriptionid' | 'eventid' | 'orderid' | 'organizationid'
>;
/** Takes one use of the coupon of a sale, by the rules of registrations: its state, period, quota and budget, and whom it is for. */
export const reserveSaleCoupon = async (tx: Transaction, sale: Bearing): Promise<void> => {
  const { saleid, couponid, web_userid, inscriptionid, eventid, orderid, organizationid = null } = sale;
  if (couponid === null || couponid === undefined) return;
  const discount_cents = sale.discount_cents ?? 0;
  const [buyer, place] = await tx.asOwner(async () => [
    await selectOne(tx, { email: w.email }, sql`from ${w} where ${w.web_userid} = ${web_userid}`),
    await selectOne(tx, pick(n, 'distanceid', 'price_tierid'), sql`from ${n} where ${n.inscriptionid} = ${inscriptionid ?? null}`),
  ]);
  const row = { web_userid, eventid, orderid, organizationid, list_price_cents: sale.total_cents + discount_cents, ...place, ...buyer };
  const [refusal] = await judgeUses(tx, [{ row, couponid, discount_cents }]);
  if (refusal) throw new DomainError(refusal.code, { errors: [problemAt('input.coupon', refusal.code)] });
  await createAudited(tx, coupon_uses, { couponid, saleid, eventid, state: 'reserved', discount_cents });
  await settleCoupons(tx, [couponid]);
};

/** The sale is paid: its reservation becomes a use. */
export const spendSaleCoupon = (tx: Transaction, saleid: number): Promise<unknown> =>
  updateAudited(tx, coupon_uses, (use) => sql`${use.saleid} = ${saleid} and ${use.state} = 'reserved'`, { state: 'used' });

/** The sale ends without its money: the use returns to the coupon. */
export const returnSaleCoupon = (tx: Transaction, saleid: number): Promise<void> =>
  giveBackUses(tx, (use) => sql`${use.saleid} = ${saleid}`);
