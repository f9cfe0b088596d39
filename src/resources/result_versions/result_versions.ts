import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const place = f.integer({ min: 1, max: 200_000 });
/** One value of one result that differs from the version before. */
const change = {
  resultid: f.integer({ required: true, min: 1 }),
  number: f.integer({ min: 0, max: 999_999 }),
  name: f.text({ max: 400 }),
  field: f.text({ required: true, max: 40 }),
  before: f.text({ max: 400 }),
  after: f.text({ max: 400 }),
  place_before: place,
  place_after: place,
};
/** Changes that a version lists; `changed_count` says how many there are. */
export const mostListed = 500;
const total = f.integer({ min: 0, default: 0, ...readOnly });

/** A version of published results: what it became, who did it and why, and what differs from the version before. */
export const result_versions = defineResource('result_versions', {
  service: 'tyr',
  singular: 'result_version',
  key: 'result_versionid',
  permission: 'event-tyr',
  tenancy: { parent: 'result_setid' },
  platform: 'EVENT',
  access: {
    list: ['event-tyr', { key: 'fmtri-affiliation-types', when: { field: 'eventid.fmtri_required', op: 'eq', value: true } }],
    create: [],
    edit: [],
    delete: [],
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'revision',
  fields: {
    result_setid: f.belongsTo('result_sets', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    revision: f.integer({ required: true, min: 1, ...readOnly }),
    kind: f.choice(['provisional', 'official', 'reopened', 'withdrawn', 'correction', 'claim', 'file'], { required: true, ...readOnly }),
    reason: f.text({ max: 300, ...readOnly }),
    by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    results_total: total,
    changed_total: total,
    moved_total: f.integer({ min: 0, ...readOnly }),
    changes: f.rows(change, { max: mostListed, ...readOnly }),
  },
  list: {
    columns: ['revision', 'kind', 'reason', 'changed_total', 'moved_total', 'by_userid', 'created'],
    filters: ['result_setid', 'eventid', 'kind', 'by_userid', 'created'],
    sort: { revision: 'desc' },
    sortable: ['revision', 'created'],
  },
  show: {
    version: ['revision', 'kind', 'reason', 'by_userid', 'created', 'results_total', 'changed_total', 'moved_total'],
    changes: ['changes'],
  },
  form: {},
  views: ['list', 'show'],
  indexes: [
    { on: ['result_setid', 'revision'], unique: true },
    { on: ['organizationid', 'eventid', 'created'] },
    { on: ['result_setid'], removed: true },
  ],
});

export type ResultVersion = InferRow<typeof result_versions>;
export type ResultVersionInput = InferInput<typeof result_versions>;
