import * as f from '@/fields';
import { factsShape } from './factsShape';
import { defineResource, given, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** A finished certificate: its owner, the file, and the serial number by which anybody may verify it. */
export const certificates = defineResource('certificates', {
  service: 'tyr',
  singular: 'certificate',
  key: 'certificateid',
  permission: 'event-tyr',
  tenancy: { parent: 'templateid' },
  platform: 'EVENT',
  route: 'issued-certificates',
  access: {
    list: ['event-tyr', { key: 'fmtri-affiliation-types', when: { field: 'eventid.fmtri_required', op: 'eq', value: true } }],
    create: [],
    edit: [],
    delete: [],
    revoke: ['event-tyr'],
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'serial',
  fields: {
    templateid: f.belongsTo('certificate_templates', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    resultid: f.belongsTo('results', { ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    status: f.status(
      {
        valid: { tone: 'green', icon: 'check' },
        replaced: { tone: 'grey', icon: 'return', strike: true },
        revoked: { tone: 'red', icon: 'cross', strike: true },
      },
      { default: 'valid', ...readOnly },
    ),
    reason: f.text({ max: 300, ...readOnly }),
    facts: f.json({ shape: factsShape, platformOnly: true, ...readOnly }),
    serial: f.text({ required: true, unique: true, max: 24, fold: 'upper', look: 'bib', ...readOnly }),
    sha256: f.text({ required: true, max: 64, ...readOnly }),
    url: f.url({ required: true, ...readOnly }),
    generated_at: f.dateTime({ required: true, ...readOnly }),
    downloads: f.integer({ default: 0, min: 0, ...readOnly }),
  },
  list: {
    columns: ['serial', 'resultid', 'inscriptionid', 'templateid', 'status', 'generated_at', 'downloads', 'url'],
    filters: ['eventid', 'templateid', 'resultid', 'inscriptionid', 'status', 'serial', 'generated_at'],
    search: ['serial', 'inscriptionid'],
    sort: { generated_at: 'desc' },
    sortable: ['serial', 'generated_at', 'downloads'],
    totals: { downloads: 'sum' },
    archive: 'certificates',
  },
  show: {
    certificate: [
      'serial',
      'status',
      'reason',
      'templateid',
      'eventid',
      'resultid',
      'inscriptionid',
      'generated_at',
      'downloads',
      'url',
      'sha256',
    ],
  },
  form: {},
  actions: {
    revoke: {
      on: 'rows',
      icon: 'cross',
      danger: true,
      confirm: true,
      from: { status: ['valid'] },
      input: { reason: f.text({ required: true, max: 300 }) },
      set: { status: 'revoked', reason: given('reason') },
    },
  },
  views: ['list', 'show'],
  indexes: [
    { on: ['templateid', 'resultid'], unique: true, where: "deleted_at is null and resultid is not null and status = 'valid'" },
    { on: ['templateid', 'inscriptionid'], unique: true, where: 'deleted_at is null and resultid is null and inscriptionid is not null' },
    { on: ['organizationid', 'eventid', 'generated_at'] },
    { on: ['generated_at', 'certificateid'] },
    { on: ['resultid'], removed: true },
  ],
  checks: { belongs_to_somebody: 'resultid is not null or inscriptionid is not null' },
});

export type Certificate = InferRow<typeof certificates>;
export type CertificateInput = InferInput<typeof certificates>;
