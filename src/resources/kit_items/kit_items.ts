import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** One piece of a kit, edited inside it. */
export const kit_items = defineResource('kit_items', {
  service: 'kits',
  singular: 'kit_item',
  key: 'kit_itemid',
  permission: 'event-delivery',
  tenancy: { parent: 'kitid' },
  platform: 'EVENT',
  access: { create: [], edit: [], delete: [] },
  scope: { region: 'organizationid.region', event: 'kitid.eventid' },
  title: 'name',
  fields: {
    kitid: f.belongsTo('kits', { required: true }),
    name: f.i18nText({ required: true, max: 120 }),
    type: f.choice(['bib', 'chip', 'tshirt', 'medal', 'bag', 'sponsor', 'voucher', 'other'], { required: true, default: 'other' }),
    qty: f.integer({ required: true, default: 1, min: 1, max: 100 }),
    required: f.boolean({ default: true }),
    stock: f.integer({ min: 0, max: 1_000_000 }),
    sort: f.integer({ default: 0 }),
  },
  list: {
    columns: ['name', 'kitid', 'type', 'qty', 'required', 'stock'],
    filters: ['kitid', 'type', 'required'],
    search: ['name'],
    sort: { sort: 'asc' },
  },
  form: { main: ['name', 'type', 'qty', 'required', 'stock'] },
  views: ['list', 'show'],
});

export type KitItem = InferRow<typeof kit_items>;
export type KitItemInput = InferInput<typeof kit_items>;
