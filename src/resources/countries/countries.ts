import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** A country, by its ISO 3166 code. Created at installation, readable by everyone. */
export const countries = defineResource('countries', {
  service: 'general',
  singular: 'country',
  key: 'countryid',
  permission: 'anyone',
  tenancy: 'catalog',
  platform: 'ASDEPORTE',
  title: 'name',
  menu: { group: 'catalogs', icon: 'language', order: 10 },
  fields: {
    code: f.text({ required: true, unique: true, min: 2, max: 2, pattern: /^[A-Z]{2}$/, fold: 'upper' }),
    name: f.i18nText({ required: true }),
    phone_code: f.text({ max: 8 }),
  },
  list: { columns: ['code', 'name', 'phone_code'], filters: ['code'], search: ['code', 'name'], sort: { code: 'asc' } },
  form: { main: ['code', 'name', 'phone_code'] },
  views: ['list', 'show'],
});

export type Country = InferRow<typeof countries>;
export type CountryInput = InferInput<typeof countries>;
