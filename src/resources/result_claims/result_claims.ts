import * as f from '@/fields';
import { defineResource, inDays, type InferInput, type InferRow } from '@/schema';
import { branches, languages, resultStatuses } from '@/domain/lists';
import { contact, readOnly } from '@/schema/presets';

const time = f.duration({ unit: 'ms', max: 604_800_000 });
const answer = f.longText({ required: true, max: 2000 });

/** What an athlete objects to. */
export const claimTypes = ['missing', 'time', 'category', 'name', 'number', 'dq'] as const;

/** An athlete's objection to a result, and its outcome. */
export const result_claims = defineResource('result_claims', {
  service: 'tyr',
  singular: 'result_claim',
  key: 'claimid',
  permission: 'event-tyr',
  tenancy: { parent: 'result_setid' },
  platform: 'EVENT',
  within: 'events',
  part: 'results',
  tab: 65,
  access: {
    list: ['event-tyr', { key: 'fmtri-affiliation-types', when: { field: 'eventid.fmtri_required', op: 'eq', value: true } }],
    create: [],
    edit: [],
    delete: [],
    take: ['event-tyr'],
    accept: ['event-tyr'],
    reject: ['event-tyr'],
    reopen: ['event-tyr'],
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'type',
  header: { facts: ['resultid', 'due_at'] },
  menu: { group: 'events', icon: 'inbox', order: 40 },
  fields: {
    resultid: f.belongsTo('results', { ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    result_setid: f.belongsTo('result_sets', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    web_userid: f.belongsTo('web_users', { ...readOnly }),
    number: f.integer({ min: 0, max: 999_999, look: 'bib', ...readOnly }),
    name: f.text({ max: 400, ...readOnly }),
    email: f.email({ ...contact, ...readOnly }),
    locale: f.choice(languages, { default: 'es', ...readOnly }),
    is_verified: f.boolean({ ...readOnly }),
    letter: f.choice(['waiting', 'sending', 'sent', 'failed'], { ...readOnly }),
    type: f.choice(claimTypes, { required: true, ...readOnly }),
    message: f.longText({ required: true, max: 2000, ...readOnly }),
    files: f.file({ accept: ['png', 'jpg', 'webp', 'pdf'], multiple: 6, ...readOnly }),
    status: f.status(
      {
        open: { tone: 'amber', icon: 'hourglass' },
        in_review: { tone: 'blue', icon: 'clock' },
        accepted: { tone: 'green', icon: 'check' },
        rejected: { tone: 'grey', icon: 'cross' },
      },
      { default: 'open', groups: { pending: ['open', 'in_review'] }, ...readOnly },
    ),
    resolution: f.longText({ max: 2000, ...readOnly }),
    resolved_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    resolved_at: f.dateTime({ ...readOnly }),
    due_at: f.dateTime({ ...readOnly }),
  },
  list: {
    board: 'status',
    calendar: 'due_at',
    columns: ['created', 'type', 'name', 'number', 'message', 'status', 'due_at', 'resolved_by_userid', 'resolved_at'],
    filters: [
      'eventid',
      'eventid.region',
      'result_setid',
      'resultid',
      'resultid.number',
      'type',
      'status',
      'due_at',
      'created',
      'web_userid',
      'resolved_by_userid',
    ],
    search: ['name', 'number', 'web_userid', 'resultid'],
    sort: { created: 'desc' },
    sortable: ['due_at', 'resolved_at', 'created'],
  },
  show: {
    claim: ['name', 'number', 'resultid', 'inscriptionid', 'web_userid', 'is_verified', 'email', 'type', 'message', 'files', 'due_at'],
    answer: ['status', 'resolution', 'resolved_by_userid', 'resolved_at', 'letter'],
  },
  form: {},
  actions: {
    take: { on: 'row', icon: 'clock', from: { status: ['open'] }, set: { status: 'in_review' } },
    accept: {
      on: 'row',
      icon: 'check',
      from: { status: ['open', 'in_review'] },
      leads: { status: ['accepted'] },
      input: {
        status: f.choice(resultStatuses),
        chip_time_ms: time,
        gun_time_ms: time,
        penalty_ms: time,
        corrected_name: f.text({ max: 400 }),
        corrected_number: f.integer({ min: 0, max: 999_999 }),
        gender: f.choice(branches),
        age_category: f.text({ max: 60 }),
        resolution: answer,
      },
    },
    reject: {
      on: 'row',
      icon: 'cross',
      danger: true,
      from: { status: ['open', 'in_review'] },
      leads: { status: ['rejected'] },
      input: { resolution: answer },
    },
    reopen: { on: 'row', icon: 'return', inMenu: true, from: { status: ['accepted', 'rejected'] }, set: { status: 'in_review' } },
  },
  views: ['list', 'show'],
  waits: {
    due: {
      when: {
        and: [
          { field: 'status', op: 'in', value: ['open', 'in_review'] },
          { field: 'due_at', op: 'lt', value: inDays(1) },
        ],
      },
      for: 'accept',
      says: ['name', 'number', 'due_at'],
    },
  },
  indexes: [
    { on: ['organizationid', 'eventid', 'status', 'due_at'] },
    { on: ['result_setid', 'status'] },
    { on: ['status', 'due_at'] },
    { on: ['created', 'claimid'] },
    { on: ['resultid'], removed: true },
    { on: ['inscriptionid'], removed: true },
    { on: ['web_userid'], removed: true },
  ],
  checks: { answered_when_closed: "status in ('open', 'in_review') or resolution is not null" },
});

export type ResultClaim = InferRow<typeof result_claims>;
export type ResultClaimInput = InferInput<typeof result_claims>;
