import * as f from '@/fields';
import { affiliateDocuments, bloodTypes, branches } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';

const document = {
  type: f.choice(affiliateDocuments, { required: true }),
  file: f.file({ accept: ['png', 'jpg', 'webp', 'pdf'] }),
  status: f.choice(['pending', 'accepted', 'rejected'], { default: 'pending' }),
  expires_at: f.date(),
};
const reason = f.text({ required: true, max: 300 });

/** A person in the register of the federation: their number, their documents, and whether they may compete. */
export const fmtri_affiliate_users = defineResource('fmtri_affiliate_users', {
  service: 'fmtri',
  singular: 'fmtri_affiliate_user',
  key: 'affiliate_userid',
  permission: 'fmtri-affiliate-users',
  tenancy: 'platform',
  platform: 'FMTRI',
  logsReads: ['blood_type'],
  title: 'name',
  menu: { group: 'fmtri', icon: 'team', order: 20 },
  fields: {
    name: f.text({ joins: ['first_name', 'last_name', 'second_last_name'], max: 400, ...readOnly }),
    web_userid: f.belongsTo('web_users'),
    fmtri_number: f.text({ required: true, unique: true, max: 24, fold: 'upper', pattern: /^[A-Z0-9-]{3,24}$/ }),
    first_name: f.text({ required: true, max: 80 }),
    last_name: f.text({ required: true, max: 80 }),
    second_last_name: f.text({ max: 80 }),
    gender: f.choice(branches, { required: true }),
    birth_date: f.date({ required: true }),
    curp: f.curp({ ...contact }),
    photo: f.image(),
    stateid: f.belongsTo('states', { required: true }),
    club: f.text({ max: 120 }),
    coach_level: f.integer({ min: 1, max: 5 }),
    official_level: f.integer({ min: 1, max: 5 }),
    blood_type: f.choice(bloodTypes, { ...contact }),
    emergency_contact_name: f.text({ max: 120, ...contact }),
    emergency_contact_phone: f.phone({ ...contact }),
    docs: f.rows(document, { max: 20, ...contact }),
    status: f.status(
      {
        active: { tone: 'green', icon: 'check' },
        suspended: { tone: 'amber', icon: 'pause' },
        sanctioned: { tone: 'red', icon: 'alert' },
        deceased: { tone: 'grey', icon: 'cross', strike: true },
      },
      { default: 'active', ...readOnly },
    ),
    sanction_until: f.date({ ...readOnly }),
    status_reason: f.text({ max: 300, ...readOnly }),
    affiliations_count: f.count('fmtri_affiliations.affiliate_userid', { stored: true }),
    active_count: f.count('fmtri_affiliations.affiliate_userid', { stored: true, where: { status: ['active'] } }),
  },
  list: {
    columns: [
      'name',
      'fmtri_number',
      'stateid',
      'club',
      'birth_date',
      'official_level',
      'coach_level',
      'status',
      'sanction_until',
      'active_count',
    ],
    filters: [
      'status',
      'stateid',
      'club',
      'gender',
      'birth_date',
      'fmtri_number',
      'official_level',
      'coach_level',
      'sanction_until',
      'active_count',
      'web_userid',
      'created',
    ],
    search: ['fmtri_number', 'first_name', 'last_name', 'second_last_name'],
    sort: { name: 'asc' },
    sortable: ['name', 'fmtri_number', 'birth_date', 'sanction_until', 'active_count', 'created'],
  },
  show: { standing: ['status', 'sanction_until', 'status_reason', 'active_count', 'affiliations_count'] },
  form: {
    identity: ['fmtri_number', 'web_userid', 'first_name', 'last_name', 'second_last_name', 'gender', 'birth_date', 'curp', 'photo'],
    sport: ['stateid', 'club', 'coach_level', 'official_level'],
    health: ['blood_type', 'emergency_contact_name', 'emergency_contact_phone'],
    papers: ['docs'],
  },
  rules: { bornAlready: { on: 'birth_date', check: ({ birth_date }) => !birth_date || Date.parse(birth_date) < Date.now() } },
  actions: {
    suspend: { on: 'rows', icon: 'pause', danger: true, confirm: true, from: { status: ['active'] }, input: { reason } },
    sanction: {
      on: 'rows',
      icon: 'alert',
      danger: true,
      confirm: true,
      from: { status: ['active', 'suspended'] },
      input: { until: f.date({ required: true }), reason },
    },
    reinstate: { on: 'rows', icon: 'return', confirm: true, from: { status: ['suspended', 'sanctioned'] } },
    mark_deceased: {
      on: 'row',
      icon: 'cross',
      danger: true,
      confirm: true,
      from: { status: ['active', 'suspended', 'sanctioned'] },
      input: { reason },
    },
  },
  related: ['fmtri_affiliations.affiliate_userid'],
  indexes: [
    { on: ['web_userid'], unique: true, where: 'deleted_at is null and web_userid is not null' },
    { on: ['curp'], unique: true, where: 'deleted_at is null and curp is not null' },
    { on: ['name', 'affiliate_userid'] },
    { on: ['status', 'name'] },
    { on: ['stateid', 'status'] },
    { on: ['club'] },
    { on: ['birth_date'] },
    { on: ['active_count'] },
    { on: ['created'] },
    { on: ['sanction_until'], where: 'deleted_at is null and sanction_until is not null' },
    { on: ['official_level'], where: 'deleted_at is null and official_level is not null' },
    { on: ['coach_level'], where: 'deleted_at is null and coach_level is not null' },
  ],
  checks: {
    sanction_has_an_end: "(status = 'sanctioned') = (sanction_until is not null)",
    standing_has_a_reason: "status = 'active' or status_reason is not null",
  },
});

export type FmtriAffiliateUser = InferRow<typeof fmtri_affiliate_users>;
export type FmtriAffiliateUserInput = InferInput<typeof fmtri_affiliate_users>;
