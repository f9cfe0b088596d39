import * as f from '@/fields';
import { stepKinds } from '@/domain/letterTexts';
import { defineResource, now, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const mostDays = 365,
  usualHour = 9;
/** Whether a step counts its days back from the race. */
export const isBeforeRace = (kind: unknown): boolean => kind === 'reminder' || kind === 'race_week';

/** A step of the sequence of an event: a kind of letter that leaves by itself, so many days after the registration, before the race or after the results. */
export const letter_steps = defineResource('letter_steps', {
  service: 'inscription',
  singular: 'letter_step',
  key: 'letter_stepid',
  permission: 'event-inscription',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'people',
  tab: 31,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'kind',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    kind: f.choice(stepKinds, { required: true, createOnly: true }),
    days: f.integer({ required: true, min: 0, max: mostDays, default: 0 }),
    hour: f.integer({ required: true, min: 0, max: 23, default: usualHour }),
    letter_templateid: f.belongsTo('letter_templates', { match: { organizationid: 'organizationid' } }),
    status: f.status({ off: { tone: 'grey', icon: 'pause' }, on: { tone: 'green', icon: 'check' } }, { default: 'off', ...readOnly }),
    turned_on_at: f.dateTime({ ...readOnly }),
    letters_count: f.count('inscription_letters.letter_stepid', { stored: true }),
  },
  list: {
    columns: ['kind', 'days', 'hour', 'letter_templateid', 'status', 'turned_on_at', 'letters_count'],
    filters: ['eventid', 'kind', 'status'],
    sort: { days: 'desc' },
    sortable: ['days', 'kind', 'letters_count', 'created'],
  },
  form: { step: ['eventid', 'kind', 'days', 'hour', 'letter_templateid'] },
  rules: { daysBefore: { on: 'days', check: ({ kind, days }) => !isBeforeRace(kind) || (days ?? 0) >= 1 } },
  fixed: { edit: { in: { status: ['on'] }, says: 'STEP_IS_ON' }, delete: { in: { status: ['on'] }, says: 'STEP_IS_ON' } },
  actions: {
    turn_on: { on: 'rows', icon: 'check', confirm: true, from: { status: ['off'] }, set: { status: 'on', turned_on_at: now } },
    turn_off: { on: 'rows', icon: 'pause', undo: 'turn_on', from: { status: ['on'] }, set: { status: 'off' } },
  },
  related: ['inscription_letters.letter_stepid'],
  indexes: [
    { on: ['eventid', 'kind', 'days'], unique: true, where: 'deleted_at is null' },
    { on: ['status'], where: "status = 'on' and deleted_at is null" },
  ],
});

export type LetterStep = InferRow<typeof letter_steps>;
export type LetterStepInput = InferInput<typeof letter_steps>;
