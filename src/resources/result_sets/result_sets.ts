import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** The times of one distance as they were taken, in versions: each is provisional first, then official, and a wrong one is withdrawn. */
export const result_sets = defineResource('result_sets', {
  service: 'tyr',
  singular: 'result_set',
  key: 'result_setid',
  permission: 'event-tyr',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  tab: 64,
  route: 'tyr',
  // In the federation only its administrators look here, and only they hold this key.
  access: {
    list: ['event-tyr', { key: 'fmtri-affiliation-types', when: { field: 'eventid.fmtri_required', op: 'eq', value: true } }],
    create: [],
    edit: [],
    delete: [],
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'distanceid',
  fields: {
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    distanceid: f.belongsTo('distances', { required: true, match: { eventid: 'eventid' }, ...readOnly }),
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
    source: f.choice(['file', 'api', 'manual'], { required: true, ...readOnly }),
    provider: f.text({ max: 80, ...readOnly }),
    file: f.file({ accept: ['csv', 'xlsx'], ...readOnly }),
    column_map: f.json({ ...readOnly }),
    published_at: f.dateTime({ ...readOnly }),
    claim_until: f.dateTime({ ...readOnly }),
    results_count: f.count('results.result_setid', { stored: true }),
    unmatched_count: f.count('results.result_setid', { stored: true, where: { matched_by: ['none'] } }),
    open_claims_count: f.count('result_claims.result_setid', { stored: true, where: { status: ['open', 'in_review'] } }),
  },
  list: {
    columns: [
      'distanceid',
      'revision',
      'status',
      'results_count',
      'unmatched_count',
      'open_claims_count',
      'source',
      'provider',
      'published_at',
      'claim_until',
    ],
    filters: ['eventid', 'distanceid', 'status', 'source', 'unmatched_count', 'open_claims_count', 'published_at', 'claim_until'],
    sort: { created: 'desc' },
    sortable: ['revision', 'results_count', 'unmatched_count', 'open_claims_count', 'published_at', 'claim_until', 'created'],
    totals: { results_count: 'sum', unmatched_count: 'sum', open_claims_count: 'sum' },
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
      'open_claims_count',
    ],
    origin: ['source', 'provider', 'file', 'column_map'],
  },
  form: {},
  views: ['list', 'show'],
  related: ['results.result_setid', 'result_claims.result_setid'],
  indexes: [
    { on: ['distanceid', 'revision'], unique: true },
    { on: ['distanceid'], unique: true, where: "deleted_at is null and status = 'official'" },
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
