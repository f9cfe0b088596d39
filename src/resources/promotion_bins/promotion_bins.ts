import * as f from '@/fields';
import { defineResource, inOrder, regions, type InferInput, type InferRow } from '@/schema';
import { seats, statusGroups } from '@/domain/registration/lifecycle';
import { readOnly } from '@/schema/presets';
import { binPattern, promotionTypes, promotionUnit, testedDigits, typedBin } from '@/domain/web/promotionBins';

const wholePercent = 100,
  mostBins = 400;
/** A use is taken with the charge and given back when its registration ends. */
const takenBy = [...statusGroups.hold, ...seats.sold];

/** A promotion for the cards of a bank: a discount or months without interest, by the first digits of the card. */
export const promotion_bins = defineResource('promotion_bins', {
  service: 'general',
  singular: 'promotion_bin',
  key: 'promotion_binid',
  permission: 'promotion-bin',
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  title: 'name',
  menu: { group: 'web', icon: 'payments', order: 50 },
  fields: {
    name: f.text({ required: true, max: 120 }),
    bank: f.text({ required: true, max: 80 }),
    brand: f.choice(['visa', 'mastercard', 'amex', 'carnet'], { required: true }),
    card_kind: f.choice(['credit', 'debit', 'prepaid', 'any'], { default: 'any' }),
    bins: f.tags({ required: true, min: 1, max: mostBins, length: 8, pattern: binPattern }),
    discount_type: f.choice(promotionTypes, { required: true }),
    value: f.integer({ required: true, min: 1, max: 10_000_000, unit: promotionUnit }),
    installments: f.choices(['3', '6', '9', '12', '18']),
    max_discount_cents: f.money(),
    min_total_cents: f.money(),
    scope: f.choice(['platform', 'organization', 'event'], { default: 'platform' }),
    organizationids: f.manyToMany('organizations', { max: 50 }),
    eventids: f.manyToMany('events', { max: 200 }),
    distanceids: f.manyToMany('distances', { max: 200 }),
    region: f.choice(regions),
    starts_at: f.dateTime({ required: true }),
    ends_at: f.dateTime({ required: true }),
    budget_cents: f.money(),
    max_uses: f.integer({ min: 1, max: 10_000_000 }),
    max_uses_per_user: f.integer({ min: 1, max: 1000, default: 1 }),
    stackable_with_coupon: f.boolean(),
    priority: f.integer({ default: 0, min: 0, max: 1000 }),
    legal_text: f.i18nText({ required: true, max: 4000 }),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        active: { tone: 'green', icon: 'check' },
        paused: { tone: 'amber', icon: 'pause' },
        ended: { tone: 'ink', icon: 'flag' },
      },
      { default: 'draft', ...readOnly },
    ),
    uses_count: f.count('inscriptions.promotion_binid', { stored: true, where: { status: takenBy } }),
    spent_cents: f.sum('inscriptions.promotion_binid', 'promotion_discount_cents', { stored: true, where: { status: takenBy } }),
    uses_left: f.integer({ equals: 'max_uses - uses_count', ...readOnly }),
    budget_left_cents: f.money({ equals: 'budget_cents - spent_cents', ...readOnly }),
    conflict_promotion_binids: f.manyToMany('promotion_bins', { ...readOnly }),
  },
  list: {
    columns: [
      'name',
      'bank',
      'bins',
      'discount_type',
      'value',
      'starts_at',
      'ends_at',
      'uses_count',
      'uses_left',
      'budget_left_cents',
      'priority',
      'conflict_promotion_binids',
      'status',
    ],
    filters: ['bank', 'scope', 'status', 'bins', 'brand', 'discount_type', 'region', 'starts_at', 'ends_at', 'conflict_promotion_binids'],
    search: ['name', 'bank'],
    sort: { created: 'desc' },
    sortable: ['name', 'bank', 'starts_at', 'ends_at', 'priority', 'created'],
  },
  show: {
    check: ['status', 'conflict_promotion_binids'],
    used: ['uses_count', 'uses_left', 'spent_cents', 'budget_left_cents'],
  },
  form: {
    promotion: ['name', 'bank', 'brand', 'card_kind', 'bins', 'priority'],
    offer: ['discount_type', 'value', 'installments', 'max_discount_cents', 'min_total_cents', 'stackable_with_coupon'],
    reach: ['scope', 'organizationids', 'eventids', 'distanceids', 'region', 'starts_at', 'ends_at'],
    limits: ['budget_cents', 'max_uses', 'max_uses_per_user'],
    legal: ['legal_text'],
  },
  when: {
    value: ({ discount_type }) => discount_type !== 'installments',
    installments: ({ discount_type }) => discount_type === 'installments',
    max_discount_cents: ({ discount_type }) => discount_type === undefined || discount_type === 'percent',
    organizationids: ({ scope }) => scope === 'organization',
    eventids: ({ scope }) => scope === 'event',
    distanceids: ({ scope }) => scope === 'event',
  },
  rules: {
    endsAfterStart: inOrder('starts_at', 'ends_at', { strict: true }),
    percentAtMost100: { on: 'value', check: ({ discount_type, value }) => discount_type !== 'percent' || (value ?? 0) <= wholePercent },
    monthsNeeded: {
      on: 'installments',
      check: ({ discount_type, installments }) => discount_type !== 'installments' || (installments ?? []).length > 0,
    },
    organizationsNeeded: {
      on: 'organizationids',
      check: ({ scope, organizationids }) => scope !== 'organization' || (organizationids ?? []).length > 0,
    },
    eventsNeeded: { on: 'eventids', check: ({ scope, eventids }) => scope !== 'event' || (eventids ?? []).length > 0 },
  },
  fixed: {
    edit: { in: { status: ['ended'] }, says: 'PROMOTION_ENDED' },
    delete: { in: { status: ['active'] }, says: 'PROMOTION_ACTIVE' },
  },
  actions: {
    test: {
      on: 'list',
      icon: 'search',
      reads: true,
      input: {
        bin: f.text({ required: true, ...testedDigits, pattern: typedBin, cuts: true }),
        eventid: f.belongsTo('events'),
        at: f.dateTime(),
      },
    },
    uses: { on: 'row', icon: 'rows', reads: true },
    activate: {
      on: 'rows',
      icon: 'check',
      confirm: true,
      from: { status: ['draft', 'paused'] },
      refuses: { over: ({ ends_at }) => Date.parse(ends_at) <= Date.now() },
      set: { status: 'active' },
    },
    pause: { on: 'rows', icon: 'pause', undo: 'activate', from: { status: ['active'] }, set: { status: 'paused' } },
    end: { on: 'rows', icon: 'flag', danger: true, confirm: true, from: { status: ['active', 'paused'] }, set: { status: 'ended' } },
  },
  related: ['inscriptions.promotion_binid'],
  indexes: [{ on: ['status', 'starts_at', 'ends_at'] }, { on: ['created'] }],
  checks: {
    ends_after_start: 'ends_at > starts_at',
    percent_at_most_100: "discount_type <> 'percent' or value <= 100",
    uses_within_quota: 'max_uses is null or uses_count <= max_uses',
    spent_within_budget: 'budget_cents is null or spent_cents <= budget_cents',
  },
});

export type PromotionBin = InferRow<typeof promotion_bins>;
export type PromotionBinInput = InferInput<typeof promotion_bins>;
