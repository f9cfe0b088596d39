import * as f from '@/fields';
import { affiliateDocuments, affiliationAudiences } from '@/domain/lists';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

const firstYear = 2000,
  lastYear = 2100,
  oldest = 120;

/** An offer of the federation: for whom, for how long and at what price. An affiliation keeps the terms of the day of its request. */
export const fmtri_affiliation_types = defineResource('fmtri_affiliation_types', {
  service: 'fmtri',
  singular: 'fmtri_affiliation_type',
  key: 'typeid',
  permission: 'fmtri-affiliation-types',
  tenancy: 'platform',
  platform: 'FMTRI',
  title: 'name',
  menu: { group: 'fmtri', icon: 'tag', order: 30 },
  fields: {
    name: f.i18nText({ required: true, max: 120 }),
    slug: f.slug({ required: true, unique: true, from: 'name' }),
    audience: f.choice(affiliationAudiences, { required: true }),
    validity: f.choice(['one_day', 'event', 'calendar_year', 'months'], { required: true, default: 'calendar_year' }),
    months: f.integer({ min: 1, max: 60 }),
    season: f.integer({ look: 'year', min: firstYear, max: lastYear }),
    eventid: f.belongsTo('events'),
    price_cents: f.money({ required: true }),
    late_price_cents: f.money(),
    late_from: f.date(),
    age_min: f.integer({ min: 0, max: oldest }),
    age_max: f.integer({ min: 0, max: oldest }),
    requires_docs: f.choices(affiliateDocuments),
    requires_approval: f.boolean(),
    insurance: f.boolean(),
    insurance_policy: f.text({ max: 60 }),
    status: f.status(
      { draft: { tone: 'grey', icon: 'pencil' }, active: { tone: 'green', icon: 'check' }, archived: { tone: 'grey', icon: 'archive' } },
      { default: 'draft' },
    ),
    affiliations_count: f.count('fmtri_affiliations.typeid', { stored: true }),
    active_count: f.count('fmtri_affiliations.typeid', { stored: true, where: { status: ['active'] } }),
  },
  list: {
    columns: [
      'name',
      'audience',
      'validity',
      'season',
      'price_cents',
      'late_price_cents',
      'late_from',
      'active_count',
      'affiliations_count',
      'status',
    ],
    filters: ['status', 'season', 'audience', 'validity', 'eventid', 'price_cents', 'requires_approval', 'insurance'],
    search: ['name', 'slug'],
    sort: { season: 'desc' },
    sortable: ['season', 'price_cents', 'active_count', 'affiliations_count', 'created'],
    totals: { active_count: 'sum' },
  },
  form: {
    type: ['name', 'slug', 'audience', 'status'],
    period: ['validity', 'months', 'season', 'eventid'],
    price: ['price_cents', 'late_price_cents', 'late_from'],
    requirements: ['age_min', 'age_max', 'requires_docs', 'requires_approval'],
    insurance: ['insurance', 'insurance_policy'],
  },
  when: {
    months: ({ validity }) => validity === 'months',
    eventid: ({ validity }) => validity === 'one_day' || validity === 'event',
    insurance_policy: ({ insurance }) => insurance === true,
  },
  rules: {
    monthsNeeded: { on: 'months', check: ({ validity, months }) => validity !== 'months' || Boolean(months) },
    seasonNeeded: { on: 'season', check: ({ validity, season }) => validity !== 'calendar_year' || Boolean(season) },
    eventNeeded: { on: 'eventid', check: ({ validity, eventid }) => validity !== 'event' || Boolean(eventid) },
    lateWhole: { on: 'late_from', check: ({ late_price_cents, late_from }) => (late_price_cents == null) === (late_from == null) },
    lateNotCheaper: inOrder('price_cents', 'late_price_cents'),
    agesInOrder: inOrder('age_min', 'age_max'),
    policyNeeded: { on: 'insurance_policy', check: ({ insurance, insurance_policy }) => !insurance || Boolean(insurance_policy) },
  },
  related: ['fmtri_affiliations.typeid'],
  indexes: [{ on: ['season', 'typeid'] }, { on: ['status', 'season'] }, { on: ['audience', 'season'] }],
  checks: {
    late_not_cheaper: 'late_price_cents is null or late_price_cents >= price_cents',
    ages_in_order: 'age_min is null or age_max is null or age_min <= age_max',
  },
});

export type FmtriAffiliationType = InferRow<typeof fmtri_affiliation_types>;
export type FmtriAffiliationTypeInput = InferInput<typeof fmtri_affiliation_types>;
