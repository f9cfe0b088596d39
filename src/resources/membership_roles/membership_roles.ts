import * as f from '@/fields';
import { accessLevels } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** One key of a membership, from its profile or granted directly. */
export const membership_roles = defineResource('membership_roles', {
  service: 'organization',
  singular: 'membership_role',
  key: 'membership_roleid',
  permission: 'users-organization',
  tenancy: { parent: 'membershipid' },
  platform: 'ASDEPORTE',
  access: { create: [], edit: [], delete: [] },
  scope: { region: 'organizationid.region' },
  title: 'roleid',
  fields: {
    membershipid: f.belongsTo('memberships', { required: true }),
    roleid: f.belongsTo('roles', { required: true }),
    access: f.choice(accessLevels, { default: 'view' }),
    source: f.choice(['profile', 'direct'], { default: 'direct', ...readOnly }),
  },
  list: { columns: ['membershipid', 'roleid', 'access', 'source'], filters: ['membershipid', 'roleid', 'access', 'source'] },
  form: { main: ['roleid', 'access'] },
  views: ['list', 'show'],
  indexes: [{ on: ['membershipid', 'roleid'], unique: true, where: 'deleted_at is null' }],
});

export type MembershipRole = InferRow<typeof membership_roles>;
export type MembershipRoleInput = InferInput<typeof membership_roles>;
