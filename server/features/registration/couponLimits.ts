import type { CodeOf } from '@/schema/errorCodes';
import { coupons } from '@/resources/coupons/coupons';
import { coupon_batches } from '@/resources/coupon_batches/coupon_batches';
import { conflict, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateEachAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** The refusal of a coupon because of its own state. */
export const refusedCoupon = (code: CodeOf<409>): DomainError => conflict(code, [{ path: 'couponid', code }]);

const batchColumns = columnsOf(coupon_batches);
const couponColumns = columnsOf(coupons);
interface Budget {
  readonly budget_cents: number | null;
  readonly spent_cents: number;
}
const exceeds = ({ budget_cents, spent_cents }: Budget, more: number): boolean =>
  budget_cents !== null && spent_cents + more > budget_cents;

const budgetOf = (tx: Transaction, couponid: number) => {
  const { budget_cents, spent_cents, coupon_batchid } = couponColumns;
  return selectOne(
    tx,
    { budget_cents, spent_cents, coupon_batchid },
    sql`from ${couponColumns} where ${couponColumns.couponid} = ${couponid} for no key update`,
  );
};
const budgetOfBatch = (tx: Transaction, id: number) => {
  const { budget_cents, spent_cents, coupon_batchid } = batchColumns;
  return selectOne(tx, { budget_cents, spent_cents }, sql`from ${batchColumns} where ${coupon_batchid} = ${id} for no key update`);
};

/** Why the budget of a coupon, or that of the batch from which it comes, does not allow that much more. Both stay locked, the coupon first, so that two never share the last cents. */
export const whyOverBudget = async (tx: Transaction, couponid: number, more: number): Promise<DomainError | null> => {
  const coupon = await budgetOf(tx, couponid);
  const batch = coupon?.coupon_batchid ? await budgetOfBatch(tx, coupon.coupon_batchid) : undefined;
  if (more <= 0) return null;
  if (coupon && exceeds(coupon, more)) return refusedCoupon('COUPON_EXHAUSTED');
  return batch && exceeds(batch, more) ? refusedCoupon('BATCH_EXHAUSTED') : null;
};

const { couponid: key, status, uses_count, reserved_count, max_uses, spent_cents, budget_cents } = couponColumns;
const isOut = sql`(coalesce(${uses_count} + ${reserved_count} >= ${max_uses}, false) or coalesce(${spent_cents} >= ${budget_cents}, false))`;

/** A coupon is exhausted exactly when none of its uses, or nothing of its budget, is left. A paused or archived one stays so. */
export const settleCoupons = async (tx: Transaction, couponids: readonly number[]): Promise<void> => {
  const wrong = await select(
    tx,
    { couponid: key, out: value<boolean>(isOut) },
    sql`from ${couponColumns} where ${key} = any(${couponids}::bigint[]) and ${status} = case when ${isOut} then 'active' else 'exhausted' end order by ${key}`,
  );
  await updateEachAudited(
    tx,
    coupons,
    wrong.map(({ couponid, out }) => ({ id: couponid, values: { status: out ? 'exhausted' : 'active' } })),
  );
};
