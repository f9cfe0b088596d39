import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** An athlete's objection to a result, and its outcome. */
export const result_claims = defineResource('result_claims', {
  service: 'tyr',
  singular: 'result_claim',
  key: 'claimid',
  permission: 'event-tyr',
  tenancy: { parent: 'resultid' },
  platform: 'EVENT',
  within: 'events',
  tab: 65,
  access: {
    list: ['event-tyr', { key: 'fmtri-affiliation-types', when: { field: 'eventid.fmtri_required', op: 'eq', value: true } }],
    create: [],
    edit: [],
    delete: [],
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'type',
  menu: { group: 'events', icon: 'inbox', order: 40 },
  fields: {
    resultid: f.belongsTo('results', { required: true, ...readOnly }),
    result_setid: f.belongsTo('result_sets', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    web_userid: f.belongsTo('web_users', { ...readOnly }),
    type: f.choice(['missing', 'time', 'category', 'name', 'number', 'dq'], { required: true, ...readOnly }),
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
    columns: ['created', 'type', 'resultid', 'message', 'status', 'due_at', 'resolved_by_userid', 'resolved_at'],
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
    search: ['web_userid', 'resultid'],
    sort: { created: 'desc' },
    sortable: ['due_at', 'resolved_at', 'created'],
  },
  show: {
    claim: ['resultid', 'web_userid', 'type', 'message', 'files', 'due_at'],
    answer: ['status', 'resolution', 'resolved_by_userid', 'resolved_at'],
  },
  form: {},
  views: ['list', 'show'],
  indexes: [
    { on: ['organizationid', 'eventid', 'status', 'due_at'] },
    { on: ['result_setid', 'status'] },
    { on: ['status', 'due_at'] },
    { on: ['created', 'claimid'] },
  ],
  checks: { answered_when_closed: "status in ('open', 'in_review') or resolution is not null" },
});

export type ResultClaim = InferRow<typeof result_claims>;
export type ResultClaimInput = InferInput<typeof result_claims>;
