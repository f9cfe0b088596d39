import { anchorOf, periodEnd } from '@/domain/subscriptions/periods';
import { isUnbilled, monthsOf } from '@/domain/subscriptions/states';
import { apolo_plans, type ApoloPlan } from '@/resources/apolo_plans/apolo_plans';
import { apolo_subscriptions, type ApoloSubscription } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { readStored } from '../../api/list/stored';
import { updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, invalid } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { changePlan } from './changePlan';
import { readFigures } from './readFigures';
import { readOutlook } from './readOutlook';
import { hasOpenCharge } from './startPeriods';
import { writeSubscriber } from './subscriptionLetters';
import { endSubscription, resumeSubscription } from './subscriptionSteps';

const dayMs = 86_400_000;
const s = columnsOf(apolo_subscriptions);

const plansOnSale = async (tx: Transaction, planid: number): Promise<ApoloPlan> => {
  const plan = await readStored(tx, apolo_plans, planid);
  if (plan?.status !== 'active') throw invalid([{ path: 'planid', code: 'PLAN_NOT_ON_SALE' }]);
  return plan;
};
const judgeCharge = async (tx: Transaction, id: number): Promise<void> => {
  if (await hasOpenCharge(tx, id)) throw conflict('CHARGE_UNDER_WAY');
};
/** A trial is for somebody who never had a subscription. */
const hadOne = (tx: Transaction, web_userid: number): Promise<boolean> =>
  exists(tx, sql`from ${s} where ${s.web_userid} = ${web_userid} limit 1`);

/**
 * How a subscription begins: at once where somebody else pays, with a trial where its plan has one, and else when its first charge is
 * paid, for which the athlete gets a link to store a card.
 */
const begin = async (
  tx: Transaction,
  plan: ApoloPlan,
  { web_userid, source }: { readonly web_userid: number; readonly source: unknown },
) => {
  const start = new Date(),
    anchor_day = anchorOf(start);
  const whole = periodEnd(start, monthsOf[plan.interval], anchor_day).toISOString();
  const since = { current_period_start: start.toISOString() };
  if (isUnbilled(source))
    return { ...since, status: 'active', price_cents: 0, current_period_end: whole, next_charge_at: null, anchor_day } as const;
  const billed = { ...since, price_cents: plan.price_cents, card_asked_at: start.toISOString() };
  const trialDays = (await hadOne(tx, web_userid)) ? 0 : (plan.trial_days ?? 0);
  const after = (days: number): string => new Date(start.getTime() + days * dayMs).toISOString();
  if (trialDays > 0)
    return { ...billed, status: 'trialing', current_period_end: after(trialDays), next_charge_at: after(trialDays) } as const;
  // A day to store a card; a stored card is charged at once.
  return { ...billed, status: 'pending', current_period_end: whole, next_charge_at: after(plan.price_cents > 0 ? 1 : 0) } as const;
};

interface CancelInput {
  readonly when?: 'now' | 'at_period_end' | undefined;
  readonly reason: string;
}
const cancel = async (tx: Transaction, id: number, row: ApoloSubscription, { when = 'at_period_end', reason }: CancelInput) => {
  const at = new Date();
  const isLater = when === 'at_period_end';
  if (isLater && row.status === 'cancel_at_period_end') throw conflict('ENDS_ALREADY');
  if (isLater) await judgeCharge(tx, id);
  const decided = { cancel_reason: reason, cancelled_by_userid: tx.userid, cancelled_at: at.toISOString() };
  const resumed = row.status === 'paused' ? resumeSubscription(row, at) : {};
  const until = resumed.current_period_end ?? row.current_period_end;
  // Nothing is paid beyond now while a charge is late, so it ends now.
  const hasRest = isLater && row.status !== 'pending' && row.status !== 'past_due' && until !== null && Date.parse(until) > at.getTime();
  await updateRow(
    tx,
    apolo_subscriptions,
    id,
    hasRest
      ? { ...resumed, ...decided, status: 'cancel_at_period_end', next_charge_at: null, next_planid: null }
      : { ...(await endSubscription(tx, row, { status: 'cancelled', at })), ...decided },
  );
  await writeSubscriber(tx, id, 'cancelled', at);
  return { until: hasRest ? until : null };
};

/** How a subscription starts, changes and ends. Its price is that of the plan on the day it started or changed. */
export const apoloSubscriptionsHooks = defineHooks(apolo_subscriptions, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb !== 'create') return;
    const plan = await plansOnSale(tx, values.planid ?? 0);
    Object.assign(values, await begin(tx, plan, { web_userid: values.web_userid ?? 0, source: values.source }));
  },
  actions: {
    change_plan: async ({ tx, id, row, input }) => {
      await judgeCharge(tx, id);
      return changePlan(tx, row, { plan: await plansOnSale(tx, input.planid), isNow: input.when === 'now', at: new Date() });
    },
    retry: async ({ tx, id }) => {
      await judgeCharge(tx, id);
      await updateRow(tx, apolo_subscriptions, id, { next_charge_at: new Date().toISOString() });
    },
    pause: async ({ tx, id, input }) => {
      await judgeCharge(tx, id);
      const at = new Date(),
        resume_on = input.resume_on ?? null;
      if (resume_on !== null && Date.parse(resume_on) <= at.getTime()) throw invalid([{ path: 'resume_on', code: 'RESUME_PAST' }]);
      await updateRow(tx, apolo_subscriptions, id, { status: 'paused', paused_at: at.toISOString(), resume_on, next_charge_at: null });
      await writeSubscriber(tx, id, 'paused', at);
    },
    resume: async ({ tx, id, row }) => {
      const at = new Date();
      await updateRow(tx, apolo_subscriptions, id, resumeSubscription(row, at));
      await writeSubscriber(tx, id, 'resumed', at);
    },
    cancel: ({ tx, id, row, input }) => cancel(tx, id, row, input),
    keep: async ({ tx, id, row }) => {
      const isBilled = !isUnbilled(row.source);
      await updateRow(tx, apolo_subscriptions, id, {
        status: isBilled && (row.paid_cents ?? 0) === 0 ? 'trialing' : 'active',
        next_charge_at: isBilled ? row.current_period_end : null,
        cancel_reason: null,
        cancelled_by_userid: null,
        cancelled_at: null,
      });
      await writeSubscriber(tx, id, 'kept', new Date());
    },
    outlook: ({ tx, id, row }) => readOutlook(tx, id, row),
    figures: ({ tx }) => readFigures(tx, new Date()),
  },
});
