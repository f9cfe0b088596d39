import * as f from '@/fields';
import { genders } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';

/** A registration that somebody else sold, as they reported it, until it becomes one of ours. A source says each reference once. */
export const external_inscriptions = defineResource('external_inscriptions', {
  service: 'inscription',
  singular: 'external_inscription',
  key: 'external_inscriptionid',
  permission: 'external-inscriptions',
  tenancy: { parent: 'eventid' },
  platform: 'ASDEPORTE',
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'external_ref',
  menu: { group: 'sales', icon: 'inbox', order: 60 },
  fields: {
    source: f.choice(['martí', 'innovasport', 'banco', 'club', 'sponsor', 'federation', 'other'], { required: true, ...readOnly }),
    external_ref: f.text({ required: true, max: 120, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    distance_code: f.text({ max: 40, ...readOnly }),
    first_name: f.text({ max: 80, ...readOnly }),
    last_name: f.text({ max: 80, ...readOnly }),
    second_last_name: f.text({ max: 80, ...readOnly }),
    gender: f.choice(genders, { ...readOnly }),
    birth_date: f.date({ ...readOnly }),
    email: f.email({ ...contact, ...readOnly }),
    phone: f.phone({ ...contact, ...readOnly }),
    amount_cents: f.money({ required: true, ...readOnly }),
    sold_at: f.dateTime({ required: true, ...readOnly }),
    status: f.status(
      {
        received: { tone: 'amber', icon: 'hourglass' },
        matched: { tone: 'blue', icon: 'check', outline: true },
        created: { tone: 'green', icon: 'check' },
        duplicate: { tone: 'purple', icon: 'alert' },
        rejected: { tone: 'red', icon: 'cross' },
        cancelled: { tone: 'grey', icon: 'cross', strike: true },
      },
      { default: 'received', ...readOnly },
    ),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    error: f.text({ max: 300, ...readOnly }),
    settlement_batch: f.text({ max: 60, ...readOnly }),
    raw: f.json({ platformOnly: true, ...contact, ...readOnly }),
  },
  list: {
    columns: [
      'external_ref',
      'source',
      'first_name',
      'last_name',
      'eventid',
      'distance_code',
      'amount_cents',
      'sold_at',
      'status',
      'error',
    ],
    filters: ['source', 'status', 'eventid', 'sold_at', 'settlement_batch', 'external_ref', 'inscriptionid', 'created'],
    search: ['external_ref', 'first_name', 'last_name', 'second_last_name', 'email'],
    sort: { created: 'desc' },
    sortable: ['external_ref', 'amount_cents', 'sold_at', 'created'],
    totals: { amount_cents: 'sum' },
  },
  show: {
    sale: ['source', 'external_ref', 'eventid', 'distance_code', 'amount_cents', 'sold_at', 'settlement_batch'],
    outcome: ['status', 'inscriptionid', 'error'],
    person: ['first_name', 'last_name', 'second_last_name', 'gender', 'birth_date', 'email', 'phone'],
    origin: ['raw'],
  },
  form: {},
  views: ['list', 'show'],
  indexes: [{ on: ['source', 'external_ref'], unique: true }, { on: ['organizationid', 'created'] }, { on: ['status', 'created'] }],
});

export type ExternalInscription = InferRow<typeof external_inscriptions>;
export type ExternalInscriptionInput = InferInput<typeof external_inscriptions>;
