import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** The outcome of each attempt to collect a subscription. Rows are added and never changed. */
export const subscription_charges = defineResource('subscription_charges', {
  service: 'user',
  singular: 'subscription_charge',
  key: 'subscription_chargeid',
  permission: 'apolo-suscriptions',
  tenancy: 'platform',
  platform: 'APOLO-SUSCRIPTIONS',
  title: 'status',
  fields: {
    subscriptionid: f.belongsTo('apolo_subscriptions', { required: true, ...readOnly }),
    status: f.status(
      {
        paid: { tone: 'green', icon: 'check' },
        declined: { tone: 'red', icon: 'alert', outline: true },
        refunded: { tone: 'blue', icon: 'return' },
      },
      { required: true, ...readOnly },
    ),
    amount_cents: f.money({ required: true, min: 1, ...readOnly }),
    period_start: f.dateTime({ required: true, ...readOnly }),
    period_end: f.dateTime({ required: true, ...readOnly }),
    attempt: f.integer({ min: 1, default: 1, ...readOnly }),
    provider_ref: f.text({ max: 120, ...readOnly }),
    decline_code: f.text({ max: 60, ...readOnly }),
    idempotency_key: f.text({ required: true, max: 80, ...readOnly }),
  },
  list: {
    columns: ['created', 'subscriptionid', 'status', 'amount_cents', 'period_start', 'period_end', 'attempt', 'decline_code'],
    filters: ['subscriptionid', 'status', 'created'],
    sort: { created: 'desc' },
    sortable: ['created', 'amount_cents'],
    totals: { amount_cents: 'sum' },
  },
  form: {},
  appendOnly: true,
  indexes: [{ on: ['idempotency_key'], unique: true }, { on: ['subscriptionid', 'created'] }],
});

export type SubscriptionCharge = InferRow<typeof subscription_charges>;
export type SubscriptionChargeInput = InferInput<typeof subscription_charges>;
