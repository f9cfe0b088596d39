import * as f from '@/fields';
import { defineResource, given, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** Chosen and not typed: the ledger says nothing of a person. */
const refundReasons = ['unknown_charge', 'charged_by_mistake', 'goodwill', 'other'] as const;

/**
 * The ledger of a subscription: a row for each attempt to collect a period. It is written before the gateway is asked, so a charge without
 * an answer is known and never made twice.
 */
export const subscription_charges = defineResource('subscription_charges', {
  service: 'user',
  singular: 'subscription_charge',
  key: 'subscription_chargeid',
  permission: 'apolo-suscriptions',
  tenancy: 'platform',
  platform: 'APOLO-SUSCRIPTIONS',
  access: { create: [], edit: [], delete: [], refund: ['asdeporte-admin-wallet'], retry_refund: ['asdeporte-admin-wallet'] },
  title: 'status',
  fields: {
    subscriptionid: f.belongsTo('apolo_subscriptions', { required: true, ...readOnly }),
    planid: f.belongsTo('apolo_plans', { ...readOnly }),
    status: f.status(
      {
        pending: { tone: 'amber', icon: 'hourglass' },
        paid: { tone: 'green', icon: 'check' },
        declined: { tone: 'red', icon: 'alert', outline: true },
        refunding: { tone: 'blue', icon: 'clock' },
        refunded: { tone: 'blue', icon: 'return' },
        refund_failed: { tone: 'red', icon: 'alert' },
      },
      { required: true, ...readOnly },
    ),
    credit_cents: f.money({ default: 0, min: 0, ...readOnly }),
    amount_cents: f.money({ required: true, min: 0, ...readOnly }),
    period_start: f.dateTime({ required: true, ...readOnly }),
    period_end: f.dateTime({ required: true, ...readOnly }),
    attempt: f.integer({ min: 1, default: 1, ...readOnly }),
    provider: f.text({ max: 40, ...readOnly }),
    provider_ref: f.text({ max: 120, ...readOnly }),
    decline_code: f.text({ max: 60, ...readOnly }),
    reason: f.choice(refundReasons, { ...readOnly }),
    asked_at: f.dateTime({ ...readOnly }),
    asks: f.integer({ default: 0, min: 0, ...readOnly }),
    refund_ref: f.text({ max: 120, ...readOnly }),
    refund_refusals: f.integer({ default: 0, min: 0, ...readOnly }),
    settled_at: f.dateTime({ ...readOnly }),
    idempotency_key: f.text({ required: true, max: 80, ...readOnly }),
  },
  list: {
    columns: [
      'created',
      'subscriptionid',
      'status',
      'credit_cents',
      'amount_cents',
      'period_start',
      'period_end',
      'attempt',
      'decline_code',
    ],
    filters: ['subscriptionid', 'status', 'attempt', 'created', 'settled_at'],
    sort: { created: 'desc' },
    sortable: ['created', 'amount_cents'],
    totals: { amount_cents: 'sum' },
  },
  show: {
    charge: ['status', 'amount_cents', 'credit_cents', 'planid', 'period_start', 'period_end'],
    provider: [
      'attempt',
      'decline_code',
      'settled_at',
      'provider',
      'provider_ref',
      'asked_at',
      'asks',
      'reason',
      'refund_ref',
      'refund_refusals',
      'idempotency_key',
    ],
  },
  form: {},
  views: ['list', 'show'],
  actions: {
    refund: {
      on: 'row',
      icon: 'return',
      danger: true,
      confirm: true,
      from: { status: ['paid'] },
      refuses: { nothingCharged: ({ amount_cents }) => amount_cents === 0 },
      input: { reason: f.choice(refundReasons, { required: true }) },
      set: { status: 'refunding', reason: given('reason'), asked_at: null, asks: 0 },
    },
    retry_refund: {
      on: 'rows',
      icon: 'return',
      from: { status: ['refund_failed'] },
      set: { status: 'refunding', asked_at: null, asks: 0 },
    },
  },
  waits: {
    refunds_failed: {
      when: { field: 'status', op: 'eq', value: 'refund_failed' },
      for: 'retry_refund',
      says: ['amount_cents'],
    },
  },
  indexes: [
    { on: ['idempotency_key'], unique: true },
    { on: ['subscriptionid', 'created'] },
    { on: ['subscriptionid'], unique: true, where: "deleted_at is null and status = 'pending'" },
    { on: ['provider', 'provider_ref'], unique: true, where: 'deleted_at is null and provider_ref is not null' },
    { on: ['provider', 'refund_ref'], where: 'deleted_at is null and refund_ref is not null' },
    { on: ['asked_at'], where: "deleted_at is null and status in ('pending', 'refunding')" },
    { on: ['created'], where: "deleted_at is null and status = 'refund_failed'" },
    { on: ['settled_at'] },
  ],
  checks: {
    period_runs_forward: 'period_start < period_end',
  },
});

export type SubscriptionCharge = InferRow<typeof subscription_charges>;
export type SubscriptionChargeInput = InferInput<typeof subscription_charges>;
