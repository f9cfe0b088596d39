import { apolo_plans } from '@/resources/apolo_plans/apolo_plans';
import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid } from '../../kernel/DomainError';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';

const months = { month: 1, quarter: 3, year: 12 };
/** Somebody else pays for these subscriptions. */
const unbilled = new Set<unknown>(['gift', 'partner']);

/** The same day some months later, or the last day of a shorter month. */
const later = (start: Date, count: number): Date => {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + count);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
};

/** How a subscription starts and ends. Its price is that of the plan on the day it started. */
export const apoloSubscriptionsHooks = defineHooks(apolo_subscriptions, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb !== 'create') return;
    const plan = await readStored(tx, apolo_plans, values.planid ?? 0);
    if (plan?.['status'] !== 'active') throw invalid([{ path: 'planid', code: 'PLAN_NOT_ON_SALE' }]);
    const start = new Date();
    Object.assign(values, {
      price_cents: unbilled.has(values['source']) ? 0 : plan['price_cents'],
      current_period_start: start.toISOString(),
      current_period_end: later(start, months[plan.interval]).toISOString(),
      next_charge_at: unbilled.has(values['source']) ? null : start.toISOString(),
    });
  },
  actions: {
    cancel: ({ tx, id, row, input }) => {
      const isNow = input.when === 'now';
      if (!isNow && row.status === 'cancel_at_period_end') throw conflict('ENDS_ALREADY');
      const now = new Date().toISOString();
      return updateRow(tx, apolo_subscriptions, id, {
        status: isNow ? 'cancelled' : 'cancel_at_period_end',
        cancel_reason: input.reason,
        cancelled_by_userid: tx.userid,
        cancelled_at: now,
        next_charge_at: null,
        ...(isNow && { current_period_end: now }),
      });
    },
  },
});
