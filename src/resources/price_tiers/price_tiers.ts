import * as f from '@/fields';
import { seats } from '@/domain/registration/lifecycle';
import { priceAudiences } from '@/domain/lists';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

/** The price of a distance for an audience during a period. Periods of one audience never overlap. */
export const price_tiers = defineResource('price_tiers', {
  service: 'event',
  singular: 'price_tier',
  key: 'price_tierid',
  permission: 'events',
  tenancy: { parent: 'distanceid' },
  platform: 'EVENT',
  access: { create: [], edit: [], delete: [] },
  scope: { region: 'organizationid.region' },
  title: 'name',
  fields: {
    distanceid: f.belongsTo('distances', { required: true }),
    name: f.text({ required: true, max: 80 }),
    starts_at: f.dateTime({ required: true }),
    ends_at: f.dateTime({ required: true }),
    qty_limit: f.integer({ min: 1, max: 200_000 }),
    price_cents: f.money({ required: true }),
    service_fee_cents: f.money({ default: 0 }),
    fee_payer: f.choice(['athlete', 'organizer'], { default: 'athlete' }),
    audience: f.choice(priceAudiences, { default: 'general' }),
    active: f.boolean({ default: true }),
    sort: f.integer({ default: 0 }),
    sold_count: f.count('inscriptions.price_tierid', { stored: true, where: { status: [...seats.held, ...seats.sold] } }),
  },
  list: {
    columns: ['name', 'distanceid', 'audience', 'starts_at', 'ends_at', 'price_cents', 'sold_count', 'qty_limit', 'active'],
    filters: ['distanceid', 'audience', 'active'],
    sort: { sort: 'asc' },
  },
  form: { main: ['name', 'audience', 'starts_at', 'ends_at', 'price_cents', 'service_fee_cents', 'fee_payer', 'qty_limit', 'active'] },
  rules: { endsAfterStart: inOrder('starts_at', 'ends_at', { strict: true }) },
  exclusions: [{ equal: ['distanceid', 'audience'], range: ['starts_at', 'ends_at'], where: 'active' }],
  checks: { ends_after_start: 'ends_at > starts_at', sold_within_limit: 'qty_limit is null or sold_count <= qty_limit' },
  views: ['list', 'show'],
});

export type PriceTier = InferRow<typeof price_tiers>;
export type PriceTierInput = InferInput<typeof price_tiers>;
