import * as f from '@/fields';
import { isOfPlatform, longestBody, longestSubject, templateKinds } from '@/domain/letterTexts';
import { languages } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** An organization's own text of a kind of letter, in one language; for all of its events or for one. Without it the letter has the standard text. */
export const letter_templates = defineResource('letter_templates', {
  service: 'inscription',
  singular: 'letter_template',
  key: 'letter_templateid',
  permission: 'event-inscription',
  tenancy: 'own',
  platform: 'EVENT',
  within: 'events',
  part: 'people',
  tab: 29,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'subject',
  menu: { group: 'events', icon: 'rows', order: 70 },
  fields: {
    eventid: f.belongsTo('events', { createOnly: true }),
    kind: f.choice(templateKinds, { required: true, createOnly: true }),
    locale: f.choice(languages, { required: true, default: 'es', createOnly: true }),
    pairid: f.belongsTo('letter_templates', { match: { kind: 'kind', organizationid: 'organizationid' } }),
    subject: f.text({ required: true, max: longestSubject, braces: 'letterNames' }),
    body: f.longText({ required: true, max: longestBody }),
  },
  list: {
    columns: ['subject', 'kind', 'locale', 'eventid', 'updated'],
    filters: ['kind', 'locale', 'eventid', 'created'],
    search: ['subject'],
    sort: { updated: 'desc' },
    sortable: ['subject', 'kind', 'updated', 'created'],
  },
  form: { template: ['organizationid', 'eventid', 'kind', 'locale', 'pairid'], text: ['subject', 'body'] },
  when: { pairid: ({ kind }) => kind === 'mailing' },
  rules: { ofNoEvent: { on: 'eventid', check: ({ kind, eventid }) => !isOfPlatform(kind) || !eventid } },
  actions: {
    preview: {
      on: 'row',
      icon: 'mail',
      reads: true,
      input: { inscriptionid: f.belongsTo('inscriptions', { required: true, match: { eventid: 'eventid' } }) },
    },
    test_to_me: {
      on: 'row',
      icon: 'device',
      input: { inscriptionid: f.belongsTo('inscriptions', { required: true, match: { eventid: 'eventid' } }) },
    },
  },
  indexes: [
    { on: ['organizationid', 'kind', 'locale'], unique: true, where: "eventid is null and kind <> 'mailing' and deleted_at is null" },
    {
      on: ['organizationid', 'eventid', 'kind', 'locale'],
      unique: true,
      where: "eventid is not null and kind <> 'mailing' and deleted_at is null",
    },
    { on: ['organizationid', 'updated'] },
  ],
});

export type LetterTemplate = InferRow<typeof letter_templates>;
export type LetterTemplateInput = InferInput<typeof letter_templates>;
