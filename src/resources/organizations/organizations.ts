import * as f from '@/fields';
import { defineResource, platforms, regions, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** A company, club or federation that manages events and possibly a store. */
export const organizations = defineResource('organizations', {
  service: 'organization',
  singular: 'organization',
  key: 'organizationid',
  permission: 'organizations',
  tenancy: 'self',
  platform: 'ASDEPORTE',
  scope: { region: 'region' },
  title: 'name',
  menu: { group: 'organization', icon: 'bank', order: 10 },
  fields: {
    name: f.text({ required: true, unique: true, min: 2, max: 120 }),
    slug: f.slug({ required: true, unique: true, from: 'name' }),
    email: f.email({ required: true }),
    img: f.image(),
    phone: f.phone(),
    phone_ext: f.text({ max: 6, pattern: /^\d{1,6}$/ }),
    countryid: f.belongsTo('countries', { required: true, default: 1 }),
    stateid: f.belongsTo('states', { required: true, match: { countryid: 'countryid' } }),
    contact_name: f.text({ max: 120 }),
    legal_name: f.text({ max: 200 }),
    rfc: f.text({ fold: 'upper', pattern: /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/ }),
    region: f.choice(regions, { required: true, from: 'stateid.region' }),
    platforms: f.choices(platforms, { required: true, default: ['ASDEPORTE', 'EVENT'] }),
    status: f.status(
      {
        active: { tone: 'green', icon: 'check' },
        suspended: { tone: 'amber', icon: 'pause' },
        archived: { tone: 'grey', icon: 'archive', strike: true },
      },
      { default: 'active' },
    ),
    is_platform: f.boolean({ ...readOnly }),
    fee_percent_bp: f.percent({ max: 5000, platformOnly: true }),
    refund_approval_cents: f.money({ default: 200_000, platformOnly: true }),
    clabe: f.text({ min: 18, max: 18, pattern: /^\d{18}$/, visibleTo: ['asdeporte-wallet', 'asdeporte-admin-wallet'] }),
    retention_months: f.integer({ min: 3, max: 120 }),
    looks_months: f.integer({ required: true, default: 24, min: 6, max: 120, platformOnly: true }),
    events_count: f.count('events.organizationid', { stored: true }),
    members_count: f.count('memberships.organizationid', { stored: true, where: { status: ['active'] } }),
  },
  list: {
    columns: ['img', 'name', 'region', 'contact_name', 'email', 'phone', 'events_count', 'members_count', 'status', 'created'],
    filters: ['region', 'stateid', 'status', 'platforms', 'created'],
    search: ['name', 'legal_name', 'email'],
    sort: { name: 'asc' },
  },
  form: {
    identity: ['name', 'slug', 'legal_name', 'rfc', 'img'],
    contact: ['email', 'phone', 'phone_ext', 'contact_name'],
    place: ['countryid', 'stateid', 'region'],
    privacy: ['retention_months', 'looks_months'],
    platform: ['platforms', 'status', 'fee_percent_bp', 'refund_approval_cents', 'clabe'],
  },
  when: { phone_ext: (draft) => draft.phone != null, stateid: (draft) => draft.countryid === undefined || draft.countryid === 1 },
  related: ['events.organizationid', 'memberships.organizationid', 'stores.organizationid'],
  indexes: [{ on: ['status', 'region'] }],
});

export type Organization = InferRow<typeof organizations>;
export type OrganizationInput = InferInput<typeof organizations>;
