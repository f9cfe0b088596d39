import { coverOf, unusedOf } from '@/domain/subscriptions/proration';
import type { ApoloPlan } from '@/resources/apolo_plans/apolo_plans';
import { apolo_subscriptions, type ApoloSubscription } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { updateRow } from '../../api/write/columns';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { writeSubscriber } from './subscriptionLetters';

interface PlanChange {
  readonly plan: ApoloPlan;
  readonly isNow: boolean;
  readonly at: Date;
}
/** What a change of plan costs, in cents: what of the present period comes back, what is charged and when, and the credit that is left. */
export interface ChangedPlan {
  readonly plan: string;
  readonly unused_cents: number;
  readonly charge_cents: number;
  readonly left_cents: number;
  readonly at: string;
}

/**
 * Changes the plan. At the end of the period nothing is prorated. At once the part of the period that is not used becomes credit, and a
 * whole period of the other plan begins, of which the rest is charged. A trial goes on with the other plan.
 */
export const changePlan = async (tx: Transaction, row: ApoloSubscription, { plan, isNow, at }: PlanChange): Promise<ChangedPlan> => {
  const { subscriptionid, planid, next_planid, price_cents, current_period_start, current_period_end } = row;
  const [start, end] = [new Date(current_period_start ?? at), new Date(current_period_end ?? at)];
  const isTrial = row.status === 'trialing';
  if (plan.planid === planid && (isNow || next_planid === null)) throw conflict('UNCHANGED');
  const unused = isNow && !isTrial ? unusedOf({ paid_cents: row.paid_cents ?? 0, start, end }, at) : 0;
  const credit = (row.credit_cents ?? 0) + unused;
  const { credit: used, charge } = coverOf(plan.price_cents, credit);
  if (!isNow) await updateRow(tx, apolo_subscriptions, subscriptionid, { next_planid: plan.planid === planid ? null : plan.planid });
  else if (isTrial)
    await updateRow(tx, apolo_subscriptions, subscriptionid, { planid: plan.planid, price_cents: plan.price_cents, next_planid: null });
  else
    await updateRow(tx, apolo_subscriptions, subscriptionid, {
      planid: plan.planid,
      price_cents: plan.price_cents,
      next_planid: null,
      credit_cents: credit,
      paid_cents: 0,
      anchor_day: null,
      current_period_end: new Date(Math.min(end.getTime(), Math.max(at.getTime(), start.getTime() + 1))).toISOString(),
      next_charge_at: at.toISOString(),
    });
  await writeSubscriber(tx, subscriptionid, 'plan', at);
  const isBack = plan.planid === planid;
  return {
    plan: plan.name,
    unused_cents: unused,
    charge_cents: isBack ? coverOf(price_cents, credit).charge : charge,
    left_cents: credit - used,
    at: (isNow && !isTrial ? at : end).toISOString(),
  };
};
