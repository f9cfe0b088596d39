import * as f from '@/fields';
import { couponTypes, couponUnit } from '@/domain/registration/couponOffer';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const mostCodes = 20_000;

/** Codes created together for a sponsor, a club or a company. */
export const coupon_batches = defineResource('coupon_batches', {
  service: 'event',
  singular: 'coupon_batch',
  key: 'coupon_batchid',
  permission: 'event-coupon',
  tenancy: 'own',
  platform: 'EVENT',
  within: 'events',
  part: 'sales',
  tab: 40,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  menu: { group: 'sales', icon: 'tags', order: 30 },
  fields: {
    eventid: f.belongsTo('events', { createOnly: true }),
    name: f.text({ required: true, max: 120 }),
    owner_type: f.choice(['sponsor', 'club', 'company', 'internal'], { required: true }),
    sponsorid: f.belongsTo('sponsors', { named: true, match: { eventid: 'eventid' } }),
    contact_email: f.email(),
    prefix: f.text({ fold: 'upper', max: 8, pattern: /^[A-Z0-9_-]{1,8}$/ }),
    code_length: f.integer({ min: 6, max: 16, default: 8 }),
    qty: f.integer({ required: true, min: 1, max: mostCodes }),
    budget_cents: f.money(),
    notes: f.longText({ max: 1000 }),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        generating: { tone: 'amber', icon: 'hourglass' },
        active: { tone: 'green', icon: 'check' },
        paused: { tone: 'amber', icon: 'pause' },
        closed: { tone: 'grey', icon: 'lock' },
      },
      { default: 'draft', ...readOnly },
    ),
    coupons_count: f.count('coupons.coupon_batchid', { stored: true }),
    spent_cents: f.sum('coupons.coupon_batchid', 'spent_cents', { stored: true }),
  },
  list: {
    columns: [
      'name',
      'eventid',
      'owner_type',
      'sponsorid',
      'prefix',
      'qty',
      'coupons_count',
      'budget_cents',
      'spent_cents',
      'status',
      'created',
    ],
    filters: ['eventid', 'status', 'owner_type', 'sponsorid', 'created'],
    search: ['name', 'prefix'],
    sort: { created: 'desc' },
    totals: { qty: 'sum', coupons_count: 'sum', spent_cents: 'sum' },
  },
  form: {
    batch: ['organizationid', 'eventid', 'name', 'owner_type', 'sponsorid', 'contact_email'],
    codes: ['prefix', 'code_length', 'qty', 'budget_cents'],
    internal: ['notes'],
  },
  when: { sponsorid: ({ owner_type }) => owner_type === 'sponsor' },
  rules: { lengthBeyondPrefix: { on: 'code_length', check: ({ prefix, code_length = 8 }) => code_length - (prefix?.length ?? 0) >= 4 } },
  actions: {
    generate: {
      on: 'row',
      icon: 'thunder',
      confirm: true,
      from: { status: ['draft', 'active'] },
      refuses: { complete: ({ coupons_count, qty }) => coupons_count >= qty },
      input: {
        type: f.choice(couponTypes, { required: true }),
        value: f.integer({ min: 0, max: 10_000_000, default: 0, unit: couponUnit }),
        max_uses: f.integer({ min: 1, max: 200_000, default: 1 }),
        starts_at: f.dateTime(),
        ends_at: f.dateTime(),
      },
      set: { status: 'active' },
    },
  },
  related: ['coupons.coupon_batchid'],
  checks: { spent_within_budget: 'budget_cents is null or spent_cents <= budget_cents' },
});

export type CouponBatch = InferRow<typeof coupon_batches>;
export type CouponBatchInput = InferInput<typeof coupon_batches>;
