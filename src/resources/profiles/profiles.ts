import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** A bundle of roles with a common name: organizer, finance, kit delivery. Global, or of one organization. */
export const profiles = defineResource('profiles', {
  service: 'organization',
  singular: 'profile',
  key: 'profileid',
  permission: 'user-roles',
  tenancy: 'shared',
  platform: 'ASDEPORTE',
  access: { list: ['user-roles', 'users-organization'] },
  title: 'name',
  menu: { group: 'team', icon: 'profile', order: 30 },
  fields: {
    name: f.i18nText({ required: true }),
    slug: f.slug({ required: true, unique: 'organization', from: 'name' }),
    is_system: f.boolean({ ...readOnly }),
    roles: f.hasMany('profile_roles.profileid', { max: 60 }),
    members_count: f.count('memberships.profileid'),
  },
  list: {
    columns: ['name', 'slug', 'is_system', 'members_count', 'updated'],
    filters: ['is_system', 'slug'],
    search: ['name', 'slug'],
    sort: { slug: 'asc' },
  },
  form: { identity: ['organizationid', 'name', 'slug'], keys: ['roles'] },
});

export type Profile = InferRow<typeof profiles>;
export type ProfileInput = InferInput<typeof profiles>;
