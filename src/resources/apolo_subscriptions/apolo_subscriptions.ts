import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** An athlete's subscription to APOLO. Each athlete has at most one that is running, which the database enforces. */
export const apolo_subscriptions = defineResource('apolo_subscriptions', {
  service: 'user',
  singular: 'apolo_subscription',
  key: 'subscriptionid',
  permission: 'apolo-suscriptions',
  tenancy: 'platform',
  platform: 'APOLO-SUSCRIPTIONS',
  access: { create: ['create-suscriptions'], edit: [], delete: [], cancel: ['cancel-suscriptions'] },
  title: 'web_userid',
  menu: { group: 'apolo', icon: 'repeat', order: 20 },
  fields: {
    web_userid: f.belongsTo('web_users', { required: true, createOnly: true }),
    planid: f.belongsTo('apolo_plans', { required: true, createOnly: true }),
    source: f.choice(['web', 'app', 'backoffice', 'gift', 'partner'], { default: 'backoffice', createOnly: true }),
    provider_ref: f.text({ max: 120, ...readOnly }),
    status: f.status(
      {
        trialing: { tone: 'blue', icon: 'clock' },
        active: { tone: 'green', icon: 'check' },
        past_due: { tone: 'red', icon: 'alert', outline: true },
        paused: { tone: 'amber', icon: 'pause' },
        cancel_at_period_end: { tone: 'amber', icon: 'flag' },
        cancelled: { tone: 'grey', icon: 'cross', strike: true },
        expired: { tone: 'grey', icon: 'archive' },
      },
      { default: 'active', groups: { running: ['trialing', 'active', 'past_due', 'paused', 'cancel_at_period_end'] }, ...readOnly },
    ),
    price_cents: f.money({ required: true, default: 0, ...readOnly }),
    current_period_start: f.dateTime({ ...readOnly }),
    current_period_end: f.dateTime({ ...readOnly }),
    next_charge_at: f.dateTime({ ...readOnly }),
    retries: f.integer({ min: 0, default: 0, ...readOnly }),
    cancel_reason: f.text({ max: 300, ...readOnly }),
    cancelled_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    cancelled_at: f.dateTime({ ...readOnly }),
    charges_count: f.count('subscription_charges.subscriptionid', { stored: true }),
  },
  list: {
    board: 'status',
    calendar: 'next_charge_at',
    columns: [
      'web_userid',
      'planid',
      'status',
      'price_cents',
      'current_period_start',
      'current_period_end',
      'next_charge_at',
      'source',
      'created',
    ],
    filters: ['status', 'planid', 'source', 'web_userid', 'next_charge_at', 'current_period_end', 'created'],
    search: ['web_userid'],
    sort: { created: 'desc' },
    sortable: ['price_cents', 'current_period_end', 'next_charge_at', 'created'],
  },
  show: {
    period: ['status', 'price_cents', 'current_period_start', 'current_period_end', 'next_charge_at', 'retries', 'charges_count'],
    end: ['cancel_reason', 'cancelled_by_userid', 'cancelled_at'],
  },
  form: { subscription: ['web_userid', 'planid', 'source'] },
  actions: {
    cancel: {
      on: 'rows',
      icon: 'cross',
      danger: true,
      confirm: true,
      from: { status: ['trialing', 'active', 'past_due', 'paused', 'cancel_at_period_end'] },
      input: {
        when: f.choice(['now', 'at_period_end'], { required: true, default: 'at_period_end' }),
        reason: f.text({ required: true, max: 300 }),
      },
    },
  },
  views: ['list', 'create', 'show'],
  related: ['subscription_charges.subscriptionid'],
  indexes: [
    {
      on: ['web_userid'],
      unique: true,
      where: "deleted_at is null and status in ('trialing', 'active', 'past_due', 'paused', 'cancel_at_period_end')",
    },
    { on: ['created', 'subscriptionid'] },
    { on: ['status', 'created'] },
    { on: ['next_charge_at'] },
    { on: ['web_userid'], removed: true },
  ],
  checks: {
    period_runs_forward: 'current_period_start < current_period_end',
    ended_with_a_reason: "status not in ('cancelled', 'cancel_at_period_end') or cancel_reason is not null",
  },
});

export type ApoloSubscription = InferRow<typeof apolo_subscriptions>;
export type ApoloSubscriptionInput = InferInput<typeof apolo_subscriptions>;
