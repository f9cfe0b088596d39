import * as f from '@/fields';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';
import { federated, readOnly } from '@/schema/presets';
import { agesLeaveGaps, agesOverlap } from '@/domain/registration/ageGroups';
import { seats } from '@/domain/registration/lifecycle';

const segment = {
  sport: f.choice(['swim', 'bike', 'run', 'trail', 'walk', 'obstacle'], { required: true }),
  km: f.decimal({ required: true, min: 0.01, max: 1000, scale: 3 }),
};

/** A race inside an event, for which athletes register. Its seats cannot be oversold: the database keeps the sum. */
export const distances = defineResource('distances', {
  service: 'event',
  singular: 'distance',
  key: 'distanceid',
  permission: 'events',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'event',
  tab: 10,
  access: { list: ['events', federated] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    name: f.text({ required: true, max: 80 }),
    code: f.text({ required: true, unique: 'parent', max: 24, fold: 'upper', pattern: /^[A-Z0-9_-]+$/ }),
    distance_km: f.decimal({ min: 0, max: 2000, scale: 3 }),
    segments: f.rows(segment, { max: 12 }),
    start_at: f.dateTime(),
    capacity: f.integer({ min: 1, max: 200_000 }),
    age_min: f.integer({ min: 0, max: 120 }),
    age_max: f.integer({ min: 0, max: 120 }),
    age_rule: f.choice(['event_day', 'dec_31'], { default: 'event_day' }),
    branch_rule: f.choice(['any', 'F', 'M', 'mixed'], { default: 'any' }),
    relay: f.boolean(),
    team_min: f.integer({ min: 2, max: 20 }),
    team_max: f.integer({ min: 2, max: 20 }),
    requires_tshirt: f.boolean({ default: true }),
    exonerationid: f.belongsTo('exonerations', { match: { eventid: 'eventid' } }),
    fmtri_affiliation_typeids: f.manyToMany('fmtri_affiliation_types', { platformOnly: true, editableBy: ['fmtri-affiliation-types'] }),
    status: f.status(
      {
        open: { tone: 'green', icon: 'check' },
        paused: { tone: 'amber', icon: 'pause' },
        sold_out: { tone: 'purple', icon: 'flag' },
        closed: { tone: 'ink', icon: 'lock' },
      },
      { default: 'open', byForm: ['open', 'paused'] },
    ),
    closed_with_event: f.boolean({ ...readOnly }),
    sort: f.integer({ default: 0, min: 0, max: 10_000 }),
    price_tiers: f.hasMany('price_tiers.distanceid', { order: 'sort', max: 40 }),
    age_categories: f.hasMany('age_categories.distanceid', { order: 'sort', max: 120 }),
    waiting_count: f.count('waitlist_entries.distanceid', { where: { status: ['waiting'] } }),
    held_count: f.count('inscriptions.distanceid', { stored: true, where: { status: seats.held } }),
    sold_count: f.count('inscriptions.distanceid', { stored: true, where: { status: seats.sold } }),
  },
  list: {
    columns: ['name', 'code', 'distance_km', 'start_at', 'sold_count', 'held_count', 'capacity', 'waiting_count', 'status'],
    filters: ['eventid', 'status', 'relay', 'code'],
    search: ['name', 'code'],
    sort: { sort: 'asc' },
    totals: { sold_count: 'sum', held_count: 'sum', capacity: 'sum' },
  },
  form: {
    basics: ['eventid', 'name', 'code', 'distance_km', 'segments', 'start_at', 'status', 'sort'],
    seats: ['capacity', 'age_min', 'age_max', 'age_rule', 'branch_rule', 'requires_tshirt', 'exonerationid', 'fmtri_affiliation_typeids'],
    teams: ['relay', 'team_min', 'team_max'],
    prices: ['price_tiers'],
    categories: ['age_categories'],
  },
  when: { team_min: (draft) => draft.relay === true, team_max: (draft) => draft.relay === true },
  rules: {
    agesInOrder: inOrder('age_min', 'age_max'),
    teamsInOrder: inOrder('team_min', 'team_max'),
  },
  notices: {
    agesOverlap: { on: 'age_categories', check: ({ age_categories }) => !agesOverlap(age_categories ?? []) },
    agesLeaveGaps: { on: 'age_categories', check: ({ age_categories }) => !agesLeaveGaps(age_categories ?? []) },
  },
  actions: {
    pause: { on: 'rows', icon: 'pause', from: { status: ['open'] }, set: { status: 'paused' } },
    resume: { on: 'rows', icon: 'check', from: { status: ['paused'] }, set: { status: 'open' } },
  },
  related: ['waves.distanceids', 'inscriptions.distanceid', 'waitlist_entries.distanceid'],
  indexes: [{ on: ['organizationid', 'eventid', 'sort'] }],
  checks: { seats: 'capacity is null or sold_count + held_count <= capacity' },
});

export type Distance = InferRow<typeof distances>;
export type DistanceInput = InferInput<typeof distances>;
