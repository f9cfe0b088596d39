import * as f from '@/fields';
import { sizes } from '@/domain/registration/sizes';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** An article in the store of an organization, for all its events or for one. */
export const store_products = defineResource('store_products', {
  service: 'organization',
  singular: 'store_product',
  key: 'productid',
  permission: ['store', 'admin-store'],
  tenancy: { parent: 'storeid' },
  platform: 'ASDEPORTE',
  access: { add_variants: ['store', 'admin-store'] },
  scope: { region: 'organizationid.region' },
  title: 'name',
  menu: { group: 'organization', icon: 'box', order: 50 },
  fields: {
    storeid: f.belongsTo('stores', { required: true, createOnly: true }),
    sku: f.text({ required: true, unique: 'parent', fold: 'upper', max: 40, pattern: /^[A-Z0-9][A-Z0-9._-]*$/ }),
    name: f.i18nText({ required: true, max: 120 }),
    price_cents: f.money({ required: true }),
    stock: f.sum('store_movements.productid', 'stock_change', { stored: true, unit: 'integer' }),
    max_per_order: f.integer({ min: 1, max: 100 }),
    eventid: f.belongsTo('events'),
    active: f.boolean({ default: true }),
  },
  list: {
    columns: ['name', 'sku', 'storeid', 'eventid', 'price_cents', 'stock', 'active', 'updated'],
    filters: ['storeid', 'eventid', 'active', 'price_cents', 'stock', 'created'],
    search: ['name', 'sku'],
    sort: { created: 'desc' },
    sortable: ['sku', 'price_cents', 'stock', 'updated', 'created'],
    totals: { stock: 'sum' },
  },
  show: { product: ['name', 'sku', 'storeid', 'eventid', 'active'], sale: ['price_cents', 'stock', 'max_per_order'] },
  form: { product: ['storeid', 'name', 'sku', 'eventid', 'active'], sale: ['price_cents', 'max_per_order'] },
  actions: {
    add_variants: {
      on: 'row',
      icon: 'rows',
      input: {
        sizes: f.choices(sizes),
        colors: f.text({ max: 200 }),
        qty: f.integer({ min: 0, max: 100_000, default: 0 }),
      },
    },
  },
  related: ['store_variants.productid'],
  indexes: [{ on: ['organizationid', 'created'] }],
});

export type StoreProduct = InferRow<typeof store_products>;
export type StoreProductInput = InferInput<typeof store_products>;
