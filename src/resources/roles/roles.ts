import * as f from '@/fields';
import { defineChoices, defineResource, platforms, type InferInput, type InferRow } from '@/schema';

const wanted = f.choice(defineChoices('role_access', ['none', 'view', 'edit']), { required: true });
const change = {
  profileid: f.belongsTo('profiles', { required: true }),
  roleid: f.belongsTo('roles', { required: true }),
  was: wanted,
  access: wanted,
};

/** One grantable key. Created from the constants of the language, never deleted. */
export const roles = defineResource('roles', {
  service: 'organization',
  singular: 'role',
  key: 'roleid',
  permission: ['user-roles', 'users-organization'],
  tenancy: 'catalog',
  platform: 'ASDEPORTE',
  title: 'name',
  menu: { group: 'team', icon: 'key', order: 40 },
  fields: {
    category: f.choice([...platforms, 'REGIONAL'], { required: true }),
    slug: f.slug({ required: true, unique: true }),
    name: f.i18nText({ required: true }),
    description: f.longText(),
    sort: f.integer({ default: 0 }),
  },
  list: { columns: ['name', 'slug', 'category', 'description'], filters: ['category'], search: ['slug', 'name'], sort: { sort: 'asc' } },
  form: { main: ['category', 'slug', 'name', 'description', 'sort'] },
  views: ['list', 'show'],
  access: { create: [], edit: [], delete: [], set_access: ['user-roles'] },
  actions: { set_access: { on: 'list', icon: 'key', input: { changes: f.rows(change, { required: true, min: 1, max: 1000 }) } } },
});

export type Role = InferRow<typeof roles>;
export type RoleInput = InferInput<typeof roles>;
