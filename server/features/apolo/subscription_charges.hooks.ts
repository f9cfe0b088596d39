import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { subscription_charges } from '@/resources/subscription_charges/subscription_charges';
import { readStored } from '../../api/list/stored';
import { defineHooks } from '../../kernel/defineHooks';
import { writeSubscription } from './settleSubscriptionCharge';

/** What money that goes back means for its subscription: a refunded period is no credit for another plan. */
export const subscriptionChargesHooks = defineHooks(subscription_charges, {
  actions: {
    refund: async ({ tx, row }) => {
      const of = await readStored(tx, apolo_subscriptions, row.subscriptionid, { lock: true });
      if (of && of.current_period_start === row.period_start)
        await writeSubscription(tx, row.subscriptionid, { paid_cents: Math.max(0, (of.paid_cents ?? 0) - row.amount_cents) });
    },
  },
});
