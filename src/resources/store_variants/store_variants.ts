import * as f from '@/fields';
import { sizes } from '@/domain/registration/sizes';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const counted = (change: string) => f.sum('store_movements.variantid', change, { stored: true, unit: 'integer' });
const keys = ['store', 'admin-store'] as const;

/** What of a product lies on the shelf: one size, one colour. Every quantity is the sum of its movements, and nothing is promised twice. */
export const store_variants = defineResource('store_variants', {
  service: 'organization',
  singular: 'store_variant',
  key: 'variantid',
  permission: keys,
  tenancy: { parent: 'productid' },
  platform: 'ASDEPORTE',
  access: { receive: keys, adjust: keys },
  scope: { region: 'organizationid.region' },
  title: 'name',
  fields: {
    productid: f.belongsTo('store_products', { required: true, createOnly: true }),
    name: f.i18nText({ required: true, max: 160 }),
    sku: f.text({ required: true, unique: 'parent', fold: 'upper', max: 60, pattern: /^[A-Z0-9][A-Z0-9._-]*$/ }),
    size: f.choice(sizes),
    color: f.text({ max: 40 }),
    price_cents: f.money(),
    received: counted('received_change'),
    reserved: counted('reserved_change'),
    sold: counted('sold_change'),
    adjusted: counted('adjusted_change'),
    available: f.integer({ equals: 'received + adjusted - reserved - sold', ...readOnly }),
    low_stock_at: f.integer({ min: 0, max: 10_000 }),
    low: f.boolean({ equals: 'received + adjusted - reserved - sold < low_stock_at', ...readOnly }),
    active: f.boolean({ default: true }),
  },
  list: {
    columns: ['name', 'sku', 'size', 'color', 'price_cents', 'received', 'reserved', 'sold', 'adjusted', 'available', 'low', 'active'],
    filters: ['productid', 'size', 'color', 'available', 'low', 'active'],
    search: ['name', 'sku', 'color'],
    sort: { created: 'asc' },
    sortable: ['sku', 'available', 'sold', 'created'],
    totals: { received: 'sum', reserved: 'sum', sold: 'sum' },
  },
  form: { variant: ['productid', 'name', 'sku', 'size', 'color', 'active'], sale: ['price_cents', 'low_stock_at'] },
  actions: {
    receive: { on: 'row', icon: 'plus', input: { qty: f.integer({ required: true, min: 1, max: 100_000 }), reason: f.text({ max: 300 }) } },
    adjust: {
      on: 'row',
      icon: 'pencil',
      input: {
        qty: f.integer({ required: true, min: -100_000, max: 100_000 }),
        kind: f.choice(['adjust', 'loss'], { required: true, default: 'adjust' }),
        reason: f.text({ required: true, max: 300 }),
      },
    },
  },
  related: ['store_movements.variantid', 'store_sale_lines.variantid'],
  checks: { nothing_promised_twice: 'received + adjusted - reserved - sold >= 0' },
});

export type StoreVariant = InferRow<typeof store_variants>;
export type StoreVariantInput = InferInput<typeof store_variants>;
