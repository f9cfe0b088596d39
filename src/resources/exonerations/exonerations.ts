import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const wasInForce = { in: { status: ['active', 'retired'] }, says: 'EXONERATION_FIXED' } as const;

/** The waiver that athletes of an event sign. A text that was in force stays as it was signed, which its fingerprint proves. */
export const exonerations = defineResource('exonerations', {
  service: 'event',
  singular: 'exoneration',
  key: 'exonerationid',
  permission: 'event-exoneration',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'people',
  tab: 56,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'title',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    title: f.text({ required: true, max: 160 }),
    revision: f.integer({ default: 1, min: 1, ...readOnly }),
    body_html: f.richText({ required: true, i18n: true }),
    sha256: f.text({ max: 64, ...readOnly }),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    guardian_min_age: f.integer({ default: 18, min: 0, max: 30 }),
    force_scroll: f.boolean({ default: true }),
    require_signature: f.choice(['checkbox', 'typed', 'drawn', 'paper'], { default: 'typed' }),
    require_id_photo: f.boolean(),
    resign: f.boolean(),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        active: { tone: 'green', icon: 'check' },
        retired: { tone: 'grey', icon: 'archive' },
      },
      { default: 'draft', ...readOnly },
    ),
    activated_at: f.dateTime({ ...readOnly }),
    signatures_count: f.count('exoneration_signatures.exonerationid', { stored: true, where: { status: ['signed'] } }),
  },
  list: {
    columns: ['title', 'revision', 'distanceids', 'require_signature', 'signatures_count', 'activated_at', 'status'],
    filters: ['eventid', 'status', 'require_signature', 'distanceids'],
    search: ['title'],
    sort: { created: 'desc' },
    sortable: ['title', 'revision', 'signatures_count', 'activated_at', 'created'],
    totals: { signatures_count: 'sum' },
  },
  show: { state: ['revision', 'activated_at', 'signatures_count', 'sha256'] },
  form: {
    text: ['eventid', 'title', 'body_html', 'distanceids'],
    signing: ['require_signature', 'force_scroll', 'require_id_photo', 'guardian_min_age', 'resign'],
  },
  fixed: { edit: wasInForce, delete: wasInForce },
  actions: {
    activate: { on: 'row', icon: 'check', confirm: true, from: { status: ['draft'] } },
    evidence: {
      on: 'list',
      icon: 'download',
      makes: 'report_jobs',
      input: { eventid: f.belongsTo('events', { required: true }) },
    },
    retire: { on: 'row', icon: 'archive', confirm: true, from: { status: ['active'] }, set: { status: 'retired' } },
  },
  related: ['exoneration_signatures.exonerationid'],
  indexes: [{ on: ['organizationid', 'eventid', 'status'] }],
});

export type Exoneration = InferRow<typeof exonerations>;
export type ExonerationInput = InferInput<typeof exonerations>;
