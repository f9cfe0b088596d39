import * as f from '@/fields';
import { defineResource, given, type InferInput, type InferRow } from '@/schema';
import { contact, federated, readOnly } from '@/schema/presets';

/** A person who waits for a seat of a full distance, and the outcome: a returned seat is held for the person who has waited longest. */
export const waitlist_entries = defineResource('waitlist_entries', {
  service: 'inscription',
  singular: 'waitlist_entry',
  key: 'waitlist_entryid',
  permission: 'event-inscription',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'people',
  tab: 21,
  access: { list: ['event-inscription', federated], edit: [], delete: [], offer: ['event-inscription'], withdraw: ['event-inscription'] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  header: { facts: ['distanceid', 'eventid'], contact: ['email', 'phone'] },
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    distanceid: f.belongsTo('distances', { required: true, createOnly: true, match: { eventid: 'eventid' } }),
    web_userid: f.belongsTo('web_users', { required: true, createOnly: true }),
    first_name: f.text({ max: 80, ...readOnly }),
    last_name: f.text({ max: 80, ...readOnly }),
    second_last_name: f.text({ max: 80, ...readOnly }),
    name: f.text({ joins: ['first_name', 'last_name', 'second_last_name'], max: 400, ...readOnly }),
    email: f.email({ ...contact, ...readOnly }),
    phone: f.phone({ ...contact, ...readOnly }),
    status: f.status(
      {
        waiting: { tone: 'amber', icon: 'hourglass' },
        offered: { tone: 'blue', icon: 'clock' },
        taken: { tone: 'green', icon: 'check' },
        expired: { tone: 'grey', icon: 'cross' },
        withdrawn: { tone: 'grey', icon: 'cross', strike: true },
      },
      { default: 'waiting', groups: { open: ['waiting', 'offered'] }, ...readOnly },
    ),
    offered_at: f.dateTime({ ...readOnly }),
    expires_at: f.dateTime({ ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    withdrawn_because: f.choice(['requested', 'registered', 'athlete', 'eligibility', 'other_race', 'event_cancelled'], { ...readOnly }),
    reason: f.text({ max: 300, ...readOnly }),
  },
  list: {
    columns: [
      'name',
      'distanceid',
      'status',
      'created',
      'offered_at',
      'expires_at',
      'inscriptionid',
      'email',
      'phone',
      'withdrawn_because',
    ],
    filters: [
      'eventid',
      'eventid.region',
      'distanceid',
      'status',
      'withdrawn_because',
      'expires_at',
      'web_userid',
      'inscriptionid',
      'created',
    ],
    search: ['first_name', 'last_name', 'second_last_name', 'email', 'phone'],
    sort: { created: 'asc' },
    sortable: ['name', 'status', 'offered_at', 'expires_at', 'created'],
  },
  show: {
    offer: ['status', 'offered_at', 'expires_at', 'inscriptionid', 'withdrawn_because', 'reason'],
    athlete: ['name', 'email', 'phone'],
  },
  form: { place: ['eventid', 'distanceid', 'web_userid'] },
  actions: {
    offer: { on: 'rows', icon: 'arrow', confirm: true, from: { status: ['waiting'] } },
    withdraw: {
      on: 'rows',
      icon: 'cross',
      danger: true,
      confirm: true,
      from: { status: ['waiting'] },
      input: { reason: f.text({ required: true, max: 300 }) },
      set: { status: 'withdrawn', withdrawn_because: 'requested', reason: given('reason') },
    },
  },
  views: ['list', 'create', 'show'],
  indexes: [
    { on: ['organizationid', 'eventid', 'created', 'waitlist_entryid'] },
    { on: ['distanceid', 'created', 'waitlist_entryid'], where: "deleted_at is null and status = 'waiting'" },
    { on: ['distanceid', 'web_userid'], unique: true, where: "deleted_at is null and status in ('waiting', 'offered')" },
    { on: ['inscriptionid'], unique: true, where: 'deleted_at is null and inscriptionid is not null' },
    { on: ['web_userid'] },
    { on: ['created', 'waitlist_entryid'] },
    { on: ['web_userid'], removed: true },
  ],
  checks: {
    offered_has_a_seat: "status not in ('offered', 'taken') or inscriptionid is not null",
    withdrawn_says_why: "(status = 'withdrawn') = (withdrawn_because is not null)",
  },
});

export type WaitlistEntry = InferRow<typeof waitlist_entries>;
export type WaitlistEntryInput = InferInput<typeof waitlist_entries>;
