import * as f from '@/fields';
import { couponTypes, couponUnit } from '@/domain/registration/couponOffer';
import { priceAudiences } from '@/domain/lists';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';

const wholePercent = 100;

/** A code that lowers the price of an inscription, within a quota and a period. */
export const coupons = defineResource('coupons', {
  service: 'event',
  singular: 'coupon',
  key: 'couponid',
  permission: 'event-coupon',
  tenancy: 'own',
  platform: 'EVENT',
  within: 'events',
  part: 'sales',
  tab: 30,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'code',
  header: { facts: ['eventid', 'type', 'value', 'ends_at'] },
  imports: {
    type: 'coupons',
    permission: 'event-coupon',
    modes: ['add', 'update', 'upsert'],
    event: 'eventid',
    writes: [
      'code',
      'type',
      'value',
      'max_discount_cents',
      'applies_to',
      'price_audience',
      'starts_at',
      'ends_at',
      'max_uses',
      'max_uses_per_user',
      'max_inscriptions_per_order',
      'min_total_cents',
      'budget_cents',
      'domain_restricted',
      'comment',
    ],
    matches: { code: ['code'] },
  },
  menu: { group: 'sales', icon: 'tag', order: 20, letter: 'c' },
  fields: {
    coupon_batchid: f.belongsTo('coupon_batches', { ...readOnly }),
    eventid: f.belongsTo('events', { createOnly: true }),
    code: f.text({ required: true, unique: 'organization', fold: 'upper', max: 24, pattern: /^[A-Z0-9_-]{4,24}$/ }),
    type: f.choice(couponTypes, { default: 'percent' }),
    value: f.integer({ min: 1, max: 10_000_000, required: true, unit: couponUnit }),
    max_discount_cents: f.money(),
    applies_to: f.choice(['entry', 'fee', 'store', 'all'], { default: 'entry' }),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    price_audience: f.choice(priceAudiences),
    starts_at: f.dateTime(),
    ends_at: f.dateTime(),
    max_uses: f.integer({ min: 1, max: 1_000_000 }),
    max_uses_per_user: f.integer({ min: 1, max: 1000, default: 1 }),
    max_inscriptions_per_order: f.integer({ min: 1, max: 100 }),
    min_total_cents: f.money(),
    budget_cents: f.money(),
    email_restricted: f.tags({ max: 200, length: 120, pattern: /^[^ @]+@[^ @]+\.[^ @]+$/, ...contact }),
    domain_restricted: f.text({ fold: 'lower', max: 120, pattern: /^[a-z0-9.-]+\.[a-z]{2,}$/ }),
    uses_count: f.count('coupon_uses.couponid', { stored: true, where: { state: ['used'] } }),
    reserved_count: f.count('coupon_uses.couponid', { stored: true, where: { state: ['reserved'] } }),
    spent_cents: f.sum('coupon_uses.couponid', 'discount_cents', { stored: true, where: { state: ['reserved', 'used'] } }),
    status: f.status(
      {
        active: { tone: 'green', icon: 'check' },
        paused: { tone: 'amber', icon: 'pause' },
        exhausted: { tone: 'purple', icon: 'flag' },
        expired: { tone: 'grey', icon: 'clock', strike: true },
        archived: { tone: 'grey', icon: 'archive' },
      },
      { default: 'active', byForm: ['active'] },
    ),
    comment: f.longText({ max: 1000 }),
  },
  list: {
    columns: ['code', 'coupon_batchid', 'eventid', 'type', 'value', 'uses_count', 'max_uses', 'starts_at', 'ends_at', 'status'],
    filters: ['eventid', 'status', 'coupon_batchid', 'coupon_batchid.sponsorid', 'type', 'uses_count', 'ends_at', 'created'],
    search: ['code'],
    exact: ['code'],
    sort: { created: 'desc' },
    sortable: ['code', 'uses_count', 'max_uses', 'ends_at', 'created'],
    totals: { uses_count: 'sum' },
  },
  form: {
    offer: ['organizationid', 'eventid', 'code', 'type', 'value', 'max_discount_cents', 'applies_to', 'distanceids', 'price_audience'],
    limits: [
      'starts_at',
      'ends_at',
      'max_uses',
      'max_uses_per_user',
      'max_inscriptions_per_order',
      'min_total_cents',
      'budget_cents',
      'email_restricted',
      'domain_restricted',
      'status',
    ],
    internal: ['comment'],
  },
  when: {
    value: (draft) => draft.type !== 'free' && draft.type !== 'access',
    max_discount_cents: (draft) => draft.type === undefined || draft.type === 'percent',
  },
  rules: {
    percentAtMost100: { on: 'value', check: ({ type, value }) => type !== 'percent' || (value ?? 0) <= wholePercent },
    endsAfterStart: inOrder('starts_at', 'ends_at', { strict: true }),
  },
  actions: {
    pause: { on: 'rows', icon: 'pause', undo: 'resume', confirm: true, from: { status: ['active'] }, set: { status: 'paused' } },
    resume: { on: 'rows', icon: 'check', undo: 'pause', from: { status: ['paused'] }, set: { status: 'active' } },
  },
  related: ['coupon_uses.couponid', 'inscriptions.couponid'],
  indexes: [{ on: ['organizationid', 'eventid', 'status'] }, { on: ['organizationid', 'created'] }],
  checks: {
    uses_within_quota: 'max_uses is null or uses_count + reserved_count <= max_uses',
    spent_within_budget: 'budget_cents is null or spent_cents <= budget_cents',
    percent_at_most_100: "type <> 'percent' or value <= 100",
  },
});

export type Coupon = InferRow<typeof coupons>;
export type CouponInput = InferInput<typeof coupons>;
