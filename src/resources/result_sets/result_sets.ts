import * as f from '@/fields';
import { absentStatuses } from '@/domain/lists';
import { rankingClocks, tieRules } from '@/domain/results/rank';
import { splitKinds } from '@/domain/results/check';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** In the federation only its administrators look here, and only they hold this key. */
const readers = [
  'event-tyr',
  { key: 'fmtri-affiliation-types', when: { field: 'eventid.fmtri_required', op: 'eq', value: true } },
] as const;
const reason = { reason: f.text({ required: true, max: 300 }) };

/** The results of one distance, from the file of the timing company until they are official. Published ones change in versions, and a wrong set is withdrawn. */
export const result_sets = defineResource('result_sets', {
  service: 'tyr',
  singular: 'result_set',
  key: 'result_setid',
  permission: 'event-tyr',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'results',
  tab: 64,
  route: 'tyr',
  access: {
    list: readers,
    work: readers,
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'distanceid',
  menu: { group: 'events', icon: 'clock', order: 38 },
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    distanceid: f.belongsTo('distances', { required: true, match: { eventid: 'eventid' }, createOnly: true }),
    revision: f.integer({ required: true, default: 1, min: 1, ...readOnly }),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        provisional: { tone: 'amber', icon: 'hourglass' },
        official: { tone: 'green', icon: 'check' },
        withdrawn: { tone: 'grey', icon: 'archive', strike: true },
      },
      { default: 'draft', groups: { public: ['provisional', 'official'] }, ...readOnly },
    ),
    source: f.choice(['file', 'api', 'manual'], { default: 'manual', ...readOnly }),
    provider: f.text({ max: 80 }),
    ranked_by: f.choice(rankingClocks, { default: 'gun' }),
    ties: f.choice(tieRules, { default: 'file' }),
    split_kind: f.choice(splitKinds),
    reason: f.text({ max: 300, ...readOnly }),
    stage: f.choice(['match', 'rank', 'check'], { ...readOnly }),
    reached: f.integer({ min: 0, default: 0, platformOnly: true, ...readOnly }),
    touched: f.integer({ min: 0, default: 0, platformOnly: true, ...readOnly }),
    ranked: f.integer({ min: 0, default: 0, platformOnly: true, ...readOnly }),
    ranked_at: f.dateTime({ ...readOnly }),
    file: f.file({ accept: ['csv', 'xlsx'], ...readOnly }),
    column_map: f.json({ ...readOnly }),
    published_at: f.dateTime({ ...readOnly }),
    claim_until: f.dateTime({ ...readOnly }),
    results_count: f.count('results.result_setid', { stored: true }),
    unmatched_count: f.count('results.result_setid', { stored: true, where: { matched_by: ['none'] } }),
    problems_count: f.count('results.result_setid', { stored: true, where: { check: ['open'] } }),
    open_claims_count: f.count('result_claims.result_setid', { stored: true, where: { status: ['open', 'in_review'] } }),
  },
  list: {
    columns: [
      'distanceid',
      'revision',
      'status',
      'results_count',
      'unmatched_count',
      'problems_count',
      'open_claims_count',
      'provider',
      'published_at',
      'claim_until',
    ],
    filters: [
      'eventid',
      'eventid.region',
      'distanceid',
      'status',
      'source',
      'unmatched_count',
      'problems_count',
      'open_claims_count',
      'published_at',
      'claim_until',
    ],
    sort: { created: 'desc' },
    sortable: [
      'revision',
      'results_count',
      'unmatched_count',
      'problems_count',
      'open_claims_count',
      'published_at',
      'claim_until',
      'created',
    ],
    totals: { results_count: 'sum', unmatched_count: 'sum', problems_count: 'sum', open_claims_count: 'sum' },
  },
  show: {
    set: [
      'eventid',
      'distanceid',
      'revision',
      'status',
      'published_at',
      'claim_until',
      'results_count',
      'unmatched_count',
      'problems_count',
      'open_claims_count',
      'ranked_at',
      'reason',
    ],
    origin: ['source'],
  },
  form: { set: ['eventid', 'distanceid', 'provider'], ranking: ['ranked_by', 'ties', 'split_kind'] },
  fixed: { edit: { in: { status: ['official', 'withdrawn'] }, says: 'RESULTS_FIXED' } },
  actions: {
    work: { on: 'row', icon: 'rows', reads: true, ownPage: true },
    recalculate: { on: 'row', icon: 'return', inMenu: true, from: { status: ['draft', 'provisional'] } },
    add_missing: {
      on: 'row',
      icon: 'people',
      inMenu: true,
      from: { status: ['draft', 'provisional'] },
      input: { status: f.choice(absentStatuses, { required: true, default: 'DNS' }) },
    },
    publish: {
      on: 'row',
      icon: 'flag',
      inMenu: true, // the page has its button at the step where a set is
      confirm: true,
      from: { status: ['draft', 'withdrawn'] },
    },
    make_official: {
      on: 'row',
      icon: 'check',
      inMenu: true,
      confirm: true,
      from: { status: ['provisional'] },
      input: { early_reason: f.text({ max: 300 }) },
    },
    reopen: { on: 'row', icon: 'return', inMenu: true, from: { status: ['official'] }, input: reason },
    withdraw: {
      on: 'row',
      icon: 'archive',
      danger: true,
      inMenu: true,
      confirm: true,
      from: { status: ['draft', 'provisional', 'official'] },
      input: reason,
    },
  },
  views: ['list', 'create', 'edit', 'show'],
  related: ['results.result_setid', 'result_claims.result_setid', 'result_versions.result_setid'],
  indexes: [
    { on: ['distanceid', 'created'] },
    { on: ['distanceid'], unique: true, where: "deleted_at is null and status <> 'withdrawn'" },
    { on: ['organizationid', 'eventid', 'created'] },
    { on: ['organizationid', 'status', 'created'] },
    { on: ['created', 'result_setid'] },
  ],
  checks: {
    published_has_its_day: "status not in ('provisional', 'official') or published_at is not null",
    claims_after_publishing: 'claim_until is null or claim_until >= published_at',
  },
});

export type ResultSet = InferRow<typeof result_sets>;
export type ResultSetInput = InferInput<typeof result_sets>;
