import * as f from '@/fields';
import { longestBody, longestSubject } from '@/domain/letterTexts';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const counted = (...status: string[]) => f.count('inscription_letters.mailingid', { stored: true, where: { status } });

/** One mail that an organizer wrote to many registrations of an event, and what became of it. */
export const mailings = defineResource('mailings', {
  service: 'inscription',
  singular: 'mailing',
  key: 'mailingid',
  permission: 'event-inscription',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'people',
  tab: 30,
  access: { create: [], edit: [], delete: [], stop: ['event-inscription'], resume: ['event-inscription'] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    name: f.text({ max: 400, ...readOnly }),
    subject: f.text({ required: true, max: longestSubject, braces: 'letterNames', ...readOnly }),
    body: f.longText({ required: true, max: longestBody, ...readOnly }),
    subject_en: f.text({ max: longestSubject, braces: 'letterNames', ...readOnly }),
    body_en: f.longText({ max: longestBody, ...readOnly }),
    letter_templateid: f.belongsTo('letter_templates', { ...readOnly }),
    requested_userid: f.belongsTo('users', { named: true, required: true, ...readOnly }),
    request_key: f.text({ required: true, max: 200, ...readOnly }),
    status: f.status(
      {
        sending: { tone: 'blue', icon: 'hourglass' },
        sent: { tone: 'green', icon: 'check' },
        stopped: { tone: 'grey', icon: 'pause' },
      },
      { default: 'sending', ...readOnly },
    ),
    letters_count: f.count('inscription_letters.mailingid', { stored: true }),
    waiting_count: counted('queued', 'sending'),
    sent_count: counted('sent'),
    failed_count: counted('failed', 'unknown'),
    bounced_count: counted('bounced'),
    withdrawn_count: counted('withdrawn'),
  },
  list: {
    columns: [
      'name',
      'status',
      'letters_count',
      'waiting_count',
      'sent_count',
      'bounced_count',
      'failed_count',
      'requested_userid',
      'created',
    ],
    filters: ['eventid', 'status', 'requested_userid', 'created'],
    search: ['subject'],
    sort: { created: 'desc' },
    sortable: ['name', 'letters_count', 'created'],
  },
  show: {
    message: ['subject', 'body', 'letter_templateid', 'eventid'],
    english: ['subject_en', 'body_en'],
    sending: [
      'status',
      'letters_count',
      'waiting_count',
      'sent_count',
      'bounced_count',
      'failed_count',
      'withdrawn_count',
      'requested_userid',
    ],
  },
  form: {},
  views: ['list', 'show'],
  actions: {
    stop: { on: 'row', icon: 'pause', danger: true, confirm: true, from: { status: ['sending'] }, set: { status: 'stopped' } },
    resume: { on: 'row', icon: 'return', confirm: true, from: { status: ['stopped'] }, set: { status: 'sending' } },
  },
  related: ['inscription_letters.mailingid'],
  indexes: [
    { on: ['request_key', 'eventid'], unique: true },
    { on: ['eventid', 'created'] },
    { on: ['status'], where: "status = 'sending' and deleted_at is null" },
  ],
});

export type Mailing = InferRow<typeof mailings>;
export type MailingInput = InferInput<typeof mailings>;
