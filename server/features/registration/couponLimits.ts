import type { CodeOf } from '@/schema/errorCodes';
import { coupons } from '@/resources/coupons/coupons';
import { conflict, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { changeBeside } from '../../api/write/beside';

/** A coupon says itself why it does not serve. */
export const refusedCoupon = (code: CodeOf<409>): DomainError => conflict(code, [{ path: 'couponid', code }]);

const budgetSql = 'select budget_cents, spent_cents, coupon_batchid from coupons where couponid = $1 for no key update';
const batchSql = 'select budget_cents, spent_cents from coupon_batches where coupon_batchid = $1 for no key update';
const exceeds = ([budget, spent]: readonly unknown[], more: number): boolean => budget != null && Number(spent) + more > Number(budget);

/** Whether the budget of a coupon, and that of the batch from which it comes, bear so much more. Both stay locked, the coupon first, so that two never share the last cents. */
export const judgeBudget = async (tx: Transaction, couponid: number, more: number): Promise<void> => {
  const [coupon] = await tx.run(budgetSql, [couponid]);
  const [batch] = coupon?.[2] == null ? [] : await tx.run(batchSql, [coupon[2]]);
  if (more <= 0) return;
  if (coupon && exceeds(coupon, more)) throw refusedCoupon('COUPON_EXHAUSTED');
  if (batch && exceeds(batch, more)) throw refusedCoupon('BATCH_EXHAUSTED');
};

const isOut = '(coalesce(uses_count + reserved_count >= max_uses, false) or coalesce(spent_cents >= budget_cents, false))';
const wrongSql = `select couponid, ${isOut} from coupons where couponid = any($1::bigint[]) and status = case when ${isOut} then 'active' else 'exhausted' end order by couponid`;

/** A coupon is exhausted exactly while none of its uses, or nothing of its budget, is left; what somebody paused or archived stays so. */
export const settleCoupons = async (tx: Transaction, couponids: readonly number[]): Promise<void> => {
  for (const [couponid, out] of await tx.run(wrongSql, [couponids]))
    await changeBeside(tx, coupons, 't.couponid = $7', [couponid], { status: out === true ? 'exhausted' : 'active' });
};
