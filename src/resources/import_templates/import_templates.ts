import * as f from '@/fields';
import {
  defineResource,
  importModes,
  importTypes,
  matchKeys,
  type Filter,
  type ImportType,
  type InferInput,
  type InferRow,
} from '@/schema';
import { readOnly } from '@/schema/presets';

const ofType = (...types: readonly ImportType[]): Filter => ({ field: 'type', op: 'in', value: types });
const keys = [
  { key: 'event-import-inscriptions', when: ofType('inscriptions', 'bibs') },
  { key: 'event-tyr', when: ofType('results') },
  { key: 'event-coupon', when: ofType('coupons') },
  { key: 'event-admin-inscription', when: ofType('answers') },
  { key: 'web-users', when: ofType('athletes') },
  { key: 'fmtri-affiliations', when: ofType('affiliates') },
  { key: 'inbody', when: ofType('inbody') },
  { key: 'external-inscriptions', when: ofType('external') },
] as const;

/** How the columns of a file were mapped, kept under a name: it is proposed for the next file with the same columns. */
export const import_templates = defineResource('import_templates', {
  service: 'inscription',
  singular: 'import_template',
  key: 'import_templateid',
  permission: [
    'event-import-inscriptions',
    'event-tyr',
    'event-coupon',
    'event-admin-inscription',
    'web-users',
    'fmtri-affiliations',
    'inbody',
    'external-inscriptions',
  ],
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
