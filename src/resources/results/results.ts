import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const longestMs = 604_800_000, longestS = 86_400, mostPlaces = 200_000;
const split = { point: f.text({ required: true, max: 40 }), km: f.decimal({ min: 0, max: 2000, scale: 3 }), time_ms: f.duration({ unit: 'ms', max: longestMs }), rank: f.integer({ min: 1, max: mostPlaces }) };
const time = f.duration({ unit: 'ms', max: longestMs, ...readOnly });
const place = f.integer({ min: 1, max: mostPlaces, ...readOnly });

/** What one number did in one distance: its times, its places, and whose it is once that is known. */
export const results = defineResource('results', {
  service: 'tyr', singular: 'result', key: 'resultid', permission: 'event-tyr', tenancy: { parent: 'result_setid' }, platform: 'EVENT',
  access: { list: ['event-tyr', { key: 'fmtri-affiliation-types', when: { field: 'eventid.fmtri_required', op: 'eq', value: true } }], create: [], edit: [], delete: [] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    result_setid: f.belongsTo('result_sets', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    distanceid: f.belongsTo('distances', { required: true, match: { eventid: 'eventid' }, ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    matched_by: f.choice(['number', 'chip', 'name_dob', 'manual', 'none'], { required: true, default: 'none', ...readOnly }),
    number: f.integer({ required: true, min: 0, max: 999_999, look: 'bib', ...readOnly }),
    chip_code: f.text({ max: 40, ...readOnly }),
    name: f.text({ required: true, max: 400, ...readOnly }),
    gender: f.choice(['F', 'M', 'X'], { ...readOnly }),
    age_category: f.text({ max: 60, ...readOnly }),
    status: f.status({
      finished: { tone: 'green', icon: 'flag' },
      DNS: { tone: 'grey', icon: 'clock' },
      DNF: { tone: 'amber', icon: 'pause' },
      DQ: { tone: 'red', icon: 'cross' },
      OTL: { tone: 'amber', icon: 'hourglass' },
      unofficial: { tone: 'blue', icon: 'dot' },
    }, { required: true, default: 'finished', ...readOnly }),
    gun_time_ms: time,
    chip_time_ms: time,
    penalty_ms: time,
    pace_s: f.duration({ max: longestS, ...readOnly }),
    splits: f.rows(split, { max: 60, ...readOnly }),
    place_overall: place,
    place_gender: place,
    place_category: place,
    points: f.decimal({ min: 0, max: 100_000, scale: 2, ...readOnly }),
    award: f.text({ max: 120, ...readOnly }),
    dq_reason: f.text({ max: 300, ...readOnly }),
    edited_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    edit_reason: f.text({ max: 300, ...readOnly }),
    certificate_url: f.url({ ...readOnly }),
  },
  list: {
    columns: ['place_overall', 'number', 'name', 'gender', 'age_category', 'chip_time_ms', 'gun_time_ms', 'pace_s', 'place_gender', 'place_category', 'status', 'matched_by'],
    filters: ['eventid', 'result_setid', 'distanceid', 'inscriptionid', 'status', 'gender', 'age_category', 'matched_by', 'number', 'place_overall', 'place_gender', 'place_category', 'chip_time_ms', 'gun_time_ms', 'edited_by_userid'],
    search: ['number', 'name', 'chip_code'],
    sort: { place_overall: 'asc' },
    sortable: ['place_overall', 'place_gender', 'place_category', 'number', 'name', 'chip_time_ms', 'gun_time_ms', 'pace_s'],
  },
  show: {
    result: ['number', 'name', 'gender', 'age_category', 'status', 'dq_reason', 'place_overall', 'place_gender', 'place_category', 'award', 'points'],
    times: ['chip_time_ms', 'gun_time_ms', 'penalty_ms', 'pace_s', 'splits'],
    origin: ['eventid', 'distanceid', 'result_setid', 'inscriptionid', 'matched_by', 'chip_code', 'edited_by_userid', 'edit_reason', 'certificate_url'],
  },
  form: {},
  views: ['list', 'show'],
  related: ['result_claims.resultid', 'certificates.resultid'],
  indexes: [
    { on: ['result_setid', 'number'], unique: true }, { on: ['result_setid', 'place_overall'] }, { on: ['result_setid', 'chip_time_ms'] }, { on: ['result_setid', 'gun_time_ms'] }, { on: ['result_setid', 'name'] },
    { on: ['result_setid', 'age_category', 'place_category'] }, { on: ['result_setid', 'gender', 'place_gender'] }, { on: ['result_setid', 'pace_s'] }, { on: ['result_setid', 'status'] },
    { on: ['result_setid', 'matched_by'] }, { on: ['organizationid', 'eventid', 'place_overall', 'resultid'] }, { on: ['place_overall', 'resultid'] },
  ],
  checks: {
    matched_or_not: "(matched_by = 'none') = (inscriptionid is null)", only_finishers_are_placed: "status = 'finished' or (place_overall is null and place_gender is null and place_category is null)",
    disqualified_for_a_reason: "status <> 'DQ' or dq_reason is not null",
  },
});

export type Result = InferRow<typeof results>;
export type ResultInput = InferInput<typeof results>;
