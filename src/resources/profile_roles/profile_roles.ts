import * as f from '@/fields';
import { accessLevels } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** One key inside a profile, to view or to edit. */
export const profile_roles = defineResource('profile_roles', {
  service: 'organization',
  singular: 'profile_role',
  key: 'profile_roleid',
  permission: 'user-roles',
  tenancy: 'shared',
  platform: 'ASDEPORTE',
  access: { list: ['user-roles', 'users-organization'], create: [], edit: [], delete: [] },
  title: 'roleid',
  fields: {
    profileid: f.belongsTo('profiles', { required: true }),
    roleid: f.belongsTo('roles', { required: true }),
    access: f.choice(accessLevels, { default: 'view' }),
  },
  list: { columns: ['profileid', 'roleid', 'access'], filters: ['profileid', 'roleid', 'access'] },
  form: { main: ['roleid', 'access'] },
  views: ['list', 'show'],
  indexes: [{ on: ['profileid', 'roleid'], unique: true, where: 'deleted_at is null' }],
});

export type ProfileRole = InferRow<typeof profile_roles>;
export type ProfileRoleInput = InferInput<typeof profile_roles>;
