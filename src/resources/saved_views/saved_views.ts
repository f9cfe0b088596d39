import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';
import { savedStateShape } from '@/schema/savedState';

/** A person's settings of a list: filter, search, order, columns and density under a name. */
export const saved_views = defineResource('saved_views', {
  service: 'general',
  singular: 'saved_view',
  key: 'saved_viewid',
  permission: 'anyone',
  tenancy: 'own',
  platform: 'ASDEPORTE',
  scope: { owner: 'userid', shared: 'is_shared' },
  title: 'name',
  fields: {
    name: f.text({ required: true, max: 80 }),
    resource: f.text({ required: true, createOnly: true, max: 60, pattern: /^[a-z][a-z_]*$/ }),
    state: f.json({ required: true, shape: savedStateShape }),
    is_default: f.boolean({ default: false }),
    is_shared: f.boolean({ default: false }),
    userid: f.belongsTo('users', { required: true, ...readOnly }),
  },
  list: {
    columns: ['name', 'resource', 'is_default', 'is_shared', 'updated'],
    filters: ['resource', 'is_default', 'is_shared'],
    search: ['name'],
    sort: { name: 'asc' },
  },
  form: { view: ['name', 'resource', 'is_default', 'is_shared', 'state'] },
  indexes: [
    { on: ['userid', 'organizationid', 'resource', 'name'], unique: true, where: 'deleted_at is null' },
    { on: ['userid', 'organizationid', 'resource'], unique: true, where: 'is_default and deleted_at is null' },
  ],
});

export type SavedView = InferRow<typeof saved_views>;
export type SavedViewInput = InferInput<typeof saved_views>;
