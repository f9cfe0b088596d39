import * as f from '@/fields';
import { letterKinds } from '@/domain/letterTexts';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { contact, federated, readOnly } from '@/schema/presets';

/** A letter to an athlete about their registration. The server writes it, sends it and stores the outcome. */
export const inscription_letters = defineResource('inscription_letters', {
  service: 'inscription',
  singular: 'inscription_letter',
  key: 'letterid',
  permission: 'event-inscription',
  tenancy: { parent: 'inscriptionid' },
  platform: 'EVENT',
  access: { list: ['event-inscription', federated], create: [], edit: [], delete: [] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'inscriptionid',
  fields: {
    inscriptionid: f.belongsTo('inscriptions', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    kind: f.choice(letterKinds, { required: true, ...readOnly }),
    documentid: f.belongsTo('inscription_documents', { ...readOnly }),
    mailingid: f.belongsTo('mailings', { ...readOnly }),
    letter_stepid: f.belongsTo('letter_steps', { ...readOnly }),
    email: f.email({ ...contact, ...readOnly }),
    status: f.status(
      {
        queued: { tone: 'amber', icon: 'hourglass' },
        sending: { tone: 'blue', icon: 'clock' },
        sent: { tone: 'green', icon: 'check' },
        failed: { tone: 'red', icon: 'alert', outline: true },
        bounced: { tone: 'red', icon: 'return', outline: true },
        unknown: { tone: 'purple', icon: 'alert' },
        withdrawn: { tone: 'grey', icon: 'return', strike: true },
      },
      { default: 'queued', ...readOnly },
    ),
    withdrawn_for: f.choice(['outdated', 'unsubscribed', 'bounced', 'stopped'], { ...readOnly }),
    attempts: f.integer({ default: 0, min: 0, ...readOnly }),
    next_at: f.dateTime({ ...readOnly }),
    provider: f.choice(['outbox', 'smtp'], { ...readOnly }),
    provider_ref: f.text({ max: 300, ...readOnly }),
    error: f.text({ max: 500, ...readOnly }),
    taken_at: f.dateTime({ ...readOnly }),
    sent_at: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: ['kind', 'status', 'email', 'withdrawn_for', 'documentid', 'created', 'sent_at', 'attempts', 'next_at', 'provider', 'error'],
    filters: ['eventid', 'inscriptionid', 'kind', 'status', 'mailingid', 'letter_stepid', 'provider', 'created', 'sent_at'],
    search: ['inscriptionid'],
    sort: { created: 'desc' },
    sortable: ['created', 'sent_at'],
  },
  form: {},
  views: ['list', 'show'],
  checks: { waits_while_queued: "(status = 'queued') = (next_at is not null)" },
  indexes: [
    {
      on: ['inscriptionid', 'kind'],
      unique: true,
      where: "deleted_at is null and status in ('queued', 'sending') and mailingid is null and letter_stepid is null",
    },
    { on: ['mailingid', 'email'], unique: true, where: 'mailingid is not null and email is not null' },
    { on: ['mailingid', 'inscriptionid'], unique: true, where: 'mailingid is not null' },
    { on: ['letter_stepid', 'inscriptionid'], unique: true, where: 'letter_stepid is not null' },
    { on: ['inscriptionid', 'created'] },
    { on: ['organizationid', 'eventid', 'created'] },
    { on: ['created', 'letterid'] },
    { on: ['next_at', 'letterid'], where: "status = 'queued' and mailingid is null and deleted_at is null" },
    { on: ['next_at', 'mailingid', 'letterid'], where: "status = 'queued' and mailingid is not null and deleted_at is null" },
    { on: ['provider_ref'], where: 'provider_ref is not null' },
    { on: ['taken_at'], where: "status = 'sending'" },
    { on: ['inscriptionid'], removed: true },
  ],
});

export type InscriptionLetter = InferRow<typeof inscription_letters>;
export type InscriptionLetterInput = InferInput<typeof inscription_letters>;
