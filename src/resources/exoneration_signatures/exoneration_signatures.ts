import * as f from '@/fields';
import { idTypes } from '@/domain/registration/deliveryLists';
import { defineResource, given, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';

/** Who signed which waiver for an inscription, when and how. A signature never changes: it is revoked, and there may be another one. */
export const exoneration_signatures = defineResource('exoneration_signatures', {
  service: 'inscription',
  singular: 'exoneration_signature',
  key: 'signatureid',
  permission: 'event-exoneration',
  tenancy: { parent: 'inscriptionid' },
  platform: 'EVENT',
  within: 'events',
  part: 'people',
  tab: 58,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'inscriptionid',
  fields: {
    inscriptionid: f.belongsTo('inscriptions', { required: true, createOnly: true }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    exonerationid: f.belongsTo('exonerations', { required: true, createOnly: true }),
    revision: f.integer({ min: 1, ...readOnly }),
    signer_type: f.choice(['athlete', 'guardian'], { default: 'athlete' }),
    signer_name: f.text({ required: true, max: 160 }),
    relationship: f.text({ max: 60 }),
    signature_img: f.image(),
    id_type: f.choice(idTypes),
    id_file: f.file({ accept: ['png', 'jpg', 'webp', 'pdf'], ...contact }),
    channel: f.choice(['web', 'app', 'desk', 'paper'], { default: 'desk' }),
    signed_at: f.dateTime({ ...readOnly }),
    ip: f.text({ max: 64, ...contact, ...readOnly }),
    user_agent: f.text({ max: 400, ...contact, ...readOnly }),
    witness_userid: f.belongsTo('users', { named: true, ...readOnly }),
    status: f.status(
      {
        signed: { tone: 'green', icon: 'check' },
        rejected: { tone: 'red', icon: 'cross', outline: true },
        revoked: { tone: 'grey', icon: 'return', strike: true },
      },
      { default: 'signed', ...readOnly },
    ),
    revoked_reason: f.text({ max: 300, ...readOnly }),
  },
  list: {
    columns: ['inscriptionid', 'exonerationid', 'revision', 'signer_type', 'signer_name', 'signed_at', 'channel', 'status'],
    filters: ['eventid', 'exonerationid', 'inscriptionid', 'status', 'signer_type', 'channel', 'signed_at'],
    search: ['inscriptionid'],
    sort: { created: 'desc' },
    sortable: ['signed_at', 'created'],
  },
  show: { state: ['revision', 'signed_at', 'witness_userid', 'revoked_reason', 'ip', 'user_agent'] },
  form: {
    signed: ['inscriptionid', 'exonerationid', 'channel'],
    signer: ['signer_type', 'signer_name', 'relationship', 'signature_img', 'id_type', 'id_file'],
  },
  when: { relationship: ({ signer_type }) => signer_type === 'guardian' },
  rules: {
    guardianSaysHow: { on: 'relationship', check: ({ signer_type, relationship }) => signer_type !== 'guardian' || Boolean(relationship) },
  },
  actions: {
    revoke: {
      on: 'rows',
      icon: 'return',
      confirm: true,
      from: { status: ['signed'] },
      input: { reason: f.text({ max: 300, required: true }) },
      set: { status: 'revoked', revoked_reason: given('reason') },
    },
  },
  views: ['list', 'create', 'show'],
  indexes: [
    { on: ['inscriptionid', 'exonerationid'], unique: true, where: "deleted_at is null and status = 'signed'" },
    { on: ['organizationid', 'eventid', 'status'] },
    { on: ['inscriptionid'], removed: true },
  ],
});

export type ExonerationSignature = InferRow<typeof exoneration_signatures>;
export type ExonerationSignatureInput = InferInput<typeof exoneration_signatures>;
