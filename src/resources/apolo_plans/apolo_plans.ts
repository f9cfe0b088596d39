import * as f from '@/fields';
import { runningStates } from '@/domain/subscriptions/states';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** The price and the contents of an APOLO subscription. */
export const apolo_plans = defineResource('apolo_plans', {
  service: 'user',
  singular: 'apolo_plan',
  key: 'planid',
  permission: 'apolo-suscriptions',
  tenancy: 'platform',
  platform: 'APOLO',
  title: 'name',
  menu: { group: 'apolo', icon: 'star', order: 10 },
  fields: {
    name: f.text({ required: true, unique: true, max: 80 }),
    interval: f.choice(['month', 'quarter', 'year'], { required: true }),
    price_cents: f.money({ required: true }),
    trial_days: f.integer({ min: 0, max: 90, default: 0 }),
    benefits: f.rows({ description: f.text({ required: true, max: 160 }) }, { max: 20 }),
    status: f.status(
      { draft: { tone: 'grey', icon: 'pencil' }, active: { tone: 'green', icon: 'check' }, archived: { tone: 'grey', icon: 'archive' } },
      { default: 'draft' },
    ),
    subscriptions_count: f.count('apolo_subscriptions.planid', {
      stored: true,
      where: { status: [...runningStates] },
    }),
  },
  list: {
    columns: ['name', 'interval', 'price_cents', 'subscriptions_count', 'status', 'updated'],
    filters: ['status', 'interval', 'price_cents'],
    search: ['name'],
    sort: { name: 'asc' },
    sortable: ['name', 'price_cents', 'subscriptions_count', 'updated'],
  },
  form: { plan: ['name', 'interval', 'price_cents', 'trial_days', 'status'], gives: ['benefits'] },
  related: ['apolo_subscriptions.planid'],
});

export type ApoloPlan = InferRow<typeof apolo_plans>;
export type ApoloPlanInput = InferInput<typeof apolo_plans>;
