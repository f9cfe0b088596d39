import * as f from '@/fields';
import { defineResource, importModes, importTypes, matchKeys, type InferInput, type InferRow } from '@/schema';
import { importAccess, importKeys } from '@/domain/importKeys';
import { readOnly } from '@/schema/presets';

const keys = importAccess('type');

/** How the columns of a file were mapped, kept under a name: it is proposed for the next file with the same columns. */
export const import_templates = defineResource('import_templates', {
  service: 'inscription',
  singular: 'import_template',
  key: 'import_templateid',
  permission: importKeys,
  tenancy: 'own',
  platform: 'EVENT',
  access: { list: keys, edit: keys, delete: keys },
  scope: { region: 'organizationid.region' },
  title: 'name',
  fields: {
    name: f.text({ required: true, unique: 'organization', max: 120 }),
    type: f.choice(importTypes, { required: true, ...readOnly }),
    header: f.json({ ...readOnly }),
    mapping: f.json({ ...readOnly }),
    mode: f.choice(importModes, { default: 'add', ...readOnly }),
    match_key: f.choice(matchKeys, { ...readOnly }),
  },
  list: {
    columns: ['name', 'type', 'mode', 'match_key', 'updated'],
    filters: ['type', 'name'],
    search: ['name'],
    sort: { name: 'asc' },
    sortable: ['name', 'updated'],
  },
  form: { template: ['name'] },
  show: { columns: ['type', 'mode', 'match_key'] },
  views: ['list', 'edit', 'show'],
  indexes: [{ on: ['organizationid', 'type'] }],
});

export type ImportTemplate = InferRow<typeof import_templates>;
export type ImportTemplateInput = InferInput<typeof import_templates>;
