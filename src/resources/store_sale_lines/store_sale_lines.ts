import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const sellers = ['store', 'admin-store'] as const;
const count = f.integer({ min: 0, max: 1000, default: 0, ...readOnly });
const price = { required: true, visibleTo: sellers, ...readOnly } as const;

/** One variant of a sale, with the name and the price of the moment of the sale. */
export const store_sale_lines = defineResource('store_sale_lines', {
  service: 'inscription',
  singular: 'store_sale_line',
  key: 'sale_lineid',
  permission: [...sellers, 'event-delivery'],
  tenancy: { parent: 'saleid' },
  platform: 'ASDEPORTE',
  access: { create: [], edit: [], delete: [] },
  scope: { region: 'organizationid.region' },
  title: 'name',
  fields: {
    saleid: f.belongsTo('store_sales', { required: true, ...readOnly }),
    variantid: f.belongsTo('store_variants', { required: true, ...readOnly }),
    name: f.i18nText({ required: true, max: 160, ...readOnly }),
    qty: f.integer({ required: true, min: 1, max: 1000, ...readOnly }),
    returning_qty: count,
    refunded_qty: count,
    price_cents: f.money({ ...price }),
    amount_cents: f.money({ ...price }),
  },
  list: {
    columns: ['name', 'qty', 'refunded_qty', 'price_cents', 'amount_cents', 'saleid', 'created'],
    filters: ['saleid', 'variantid', 'created'],
    search: ['name'],
    sort: { created: 'asc' },
    sortable: ['created'],
    totals: { qty: 'sum', amount_cents: 'sum' },
  },
  form: {},
  views: ['list', 'show'],
  indexes: [{ on: ['saleid', 'variantid'], unique: true }],
  checks: { costs_what_it_counts: 'amount_cents = qty * price_cents', returns_what_was_sold: 'refunded_qty + returning_qty <= qty' },
});

export type StoreSaleLine = InferRow<typeof store_sale_lines>;
export type StoreSaleLineInput = InferInput<typeof store_sale_lines>;
