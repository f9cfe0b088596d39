import * as f from '@/fields';
import { defineResource, regions, type InferInput, type InferRow } from '@/schema';

/**
 * A state of a country with its region; those of Mexico have their official numbers, 1 to 32. Created at installation, readable by
 * everyone.
 */
export const states = defineResource('states', {
  service: 'general',
  singular: 'state',
  key: 'stateid',
  permission: 'anyone',
  tenancy: 'catalog',
  platform: 'ASDEPORTE',
  title: 'name',
  menu: { group: 'catalogs', icon: 'place', order: 20 },
  fields: {
    countryid: f.belongsTo('countries', { required: true }),
    code: f.text({ required: true, max: 8 }),
    name: f.text({ required: true, max: 120 }),
    region: f.choice(regions, { required: true }),
  },
  list: {
    columns: ['code', 'name', 'region', 'countryid'],
    filters: ['countryid', 'region'],
    search: ['name', 'code'],
    sort: { name: 'asc' },
  },
  form: { main: ['countryid', 'code', 'name', 'region'] },
  indexes: [{ on: ['countryid', 'code'], unique: true, where: 'deleted_at is null' }],
  views: ['list', 'show'],
});

export type State = InferRow<typeof states>;
export type StateInput = InferInput<typeof states>;
