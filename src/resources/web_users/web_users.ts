import * as f from '@/fields';
import { bloodTypes, branches, languages } from '@/domain/lists';
import { sizes } from '@/domain/registration/sizes';
import { defineResource, given, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';

/** Sizes of shirts, adults and children. */
const oldest = 100,
  youngest = 3,
  adult = 18,
  yearMs = 365.25 * 24 * 3600 * 1000;
const age = (birthDate: string): number => (Date.now() - Date.parse(birthDate)) / yearMs;

const forgotten = { in: { status: ['anonymized'] }, says: 'ANONYMIZED' } as const;

/** An athlete of the public site. Belongs to the platform; organisations see the copy inside each inscription. */
export const web_users = defineResource('web_users', {
  service: 'user',
  singular: 'web_user',
  key: 'web_userid',
  permission: 'web-users',
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  logsReads: ['blood_type', 'medical_notes'],
  title: 'name',
  menu: { group: 'people', icon: 'athlete', order: 50, letter: 'a' },
  fields: {
    name: f.text({ joins: ['first_name', 'last_name', 'second_last_name'], max: 400, ...readOnly }),
    asdeporteid: f.text({ unique: true, max: 64, ...readOnly }),
    email: f.email({ ...contact }),
    phone: f.phone({ ...contact }),
    first_name: f.text({ required: true, max: 80 }),
    last_name: f.text({ required: true, max: 80 }),
    second_last_name: f.text({ max: 80 }),
    gender: f.choice(branches, { required: true }),
    birth_date: f.date(),
    curp: f.curp({ ...contact }),
    nationality_countryid: f.belongsTo('countries'),
    countryid: f.belongsTo('countries'),
    stateid: f.belongsTo('states', { match: { countryid: 'countryid' } }),
    city: f.text({ max: 120 }),
    postal_code: f.text({ pattern: /^\d{5}$/, ...contact }),
    blood_type: f.choice(bloodTypes, { ...contact }),
    medical_notes: f.longText({ max: 1000, ...contact }),
    emergency_contact_name: f.text({ max: 120, ...contact }),
    emergency_contact_phone: f.phone({ ...contact }),
    tshirt_size: f.choice(sizes),
    club: f.text({ max: 120 }),
    fmtri_number: f.text({ max: 24 }),
    guardian_name: f.text({ max: 120, ...contact }),
    guardian_phone: f.phone({ ...contact }),
    locale: f.choice(languages, { default: 'es' }),
    marketing_consent: f.boolean(),
    privacy_version: f.text({ max: 20, ...readOnly }),
    email_verified_at: f.dateTime({ ...readOnly }),
    status: f.status(
      {
        active: { tone: 'green', icon: 'check' },
        blocked: { tone: 'red', icon: 'lock', outline: true },
        merged: { tone: 'grey', icon: 'arrow' },
        anonymized: { tone: 'grey', icon: 'cross', strike: true },
      },
      { default: 'active', ...readOnly },
    ),
    blocked_reason: f.text({ max: 300, ...readOnly }),
    merged_into_userid: f.belongsTo('web_users', { ...readOnly }),
    source: f.text({ max: 60, createOnly: true }),
    source_ref: f.text({ max: 120, createOnly: true }),
    inscriptions_count: f.count('inscriptions.web_userid', { stored: true }),
  },
  list: {
    columns: ['name', 'email', 'phone', 'gender', 'birth_date', 'city', 'stateid', 'inscriptions_count', 'status', 'created'],
    filters: ['status', 'gender', 'stateid', 'birth_date', 'club', 'email', 'source', 'source_ref', 'created'],
    search: ['first_name', 'last_name', 'second_last_name', 'email', 'phone'],
    exact: ['email', 'phone'],
    sort: { created: 'desc' },
    sortable: ['name', 'birth_date', 'inscriptions_count', 'created'],
  },
  show: { standing: ['status', 'blocked_reason', 'merged_into_userid', 'email_verified_at', 'privacy_version', 'inscriptions_count'] },
  form: {
    identity: ['first_name', 'last_name', 'second_last_name', 'gender', 'birth_date', 'curp', 'nationality_countryid'],
    contact: ['email', 'phone', 'countryid', 'stateid', 'city', 'postal_code', 'locale', 'marketing_consent'],
    health: ['blood_type', 'medical_notes', 'emergency_contact_name', 'emergency_contact_phone'],
    guardian: ['guardian_name', 'guardian_phone'],
    sport: ['tshirt_size', 'club', 'fmtri_number'],
    origin: ['source', 'source_ref'],
  },
  rules: {
    emailNeeded: { on: 'email', check: ({ email, source }) => Boolean(email ?? source) },
    birthDateNeeded: { on: 'birth_date', check: ({ birth_date, source }) => Boolean(birth_date ?? source) },
    plausibleAge: {
      on: 'birth_date',
      check: ({ birth_date }) => !birth_date || (age(birth_date) >= youngest && age(birth_date) <= oldest),
    },
    guardianNeeded: {
      on: 'guardian_name',
      check: ({ birth_date, guardian_name }) => !birth_date || age(birth_date) >= adult || Boolean(guardian_name),
    },
    guardianPhoneNeeded: { on: 'guardian_phone', check: ({ guardian_name, guardian_phone }) => !guardian_name || Boolean(guardian_phone) },
    sourceWhole: { on: 'source_ref', check: ({ source, source_ref }) => Boolean(source) === Boolean(source_ref) },
  },
  fixed: { edit: forgotten, delete: forgotten },
  actions: {
    block: {
      on: 'rows',
      icon: 'lock',
      danger: true,
      confirm: true,
      from: { status: ['active'] },
      input: { reason: f.text({ required: true, max: 300 }) },
      set: { status: 'blocked', blocked_reason: given('reason') },
    },
    unblock: { on: 'rows', icon: 'return', confirm: true, from: { status: ['blocked'] }, set: { status: 'active', blocked_reason: null } },
    anonymize: { on: 'row', icon: 'lock', danger: true, confirm: true, forgets: true, from: { status: ['active', 'blocked'] } },
  },
  related: [
    'inscriptions.web_userid',
    'waitlist_entries.web_userid',
    'wallets.web_userid',
    'user_merges.survivor_userid',
    'user_merges.loser_userid',
    'fmtri_affiliate_users.web_userid',
    'apolo_subscriptions.web_userid',
    'inbody_measurements.web_userid',
  ],
  indexes: [
    { on: ['email'], unique: true, where: "deleted_at is null and status in ('active', 'blocked')" },
    { on: ['curp'], unique: true, where: 'deleted_at is null and curp is not null' },
    { on: ['source', 'source_ref'], unique: true, where: 'deleted_at is null and source is not null' },
    { on: ['birth_date', 'last_name'] },
    { on: ['phone'] },
    { on: ['created'] },
    { on: ['name'] },
    { on: ['inscriptions_count'] },
    { on: ['status', 'created'] },
    { on: ['club'] },
  ],
});

export type WebUser = InferRow<typeof web_users>;
export type WebUserInput = InferInput<typeof web_users>;
