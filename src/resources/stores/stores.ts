import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** The shop of an organization; at most one each. */
export const stores = defineResource('stores', {
  service: 'organization',
  singular: 'store',
  key: 'storeid',
  permission: 'store',
  tenancy: 'own',
  platform: 'ASDEPORTE',
  scope: { region: 'organizationid.region' },
  title: 'name',
  menu: { group: 'organization', icon: 'shop', order: 40 },
  fields: {
    name: f.text({ required: true, max: 120 }),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        active: { tone: 'green', icon: 'check' },
        paused: { tone: 'amber', icon: 'pause' },
      },
      { default: 'draft' },
    ),
    url: f.url({ max: 300 }),
    email: f.email(),
    phone: f.phone(),
    address: f.longText({ max: 500 }),
    pickup_enabled: f.boolean(),
    commission_bp: f.percent({ max: 5000, default: 0 }),
    img: f.image(),
  },
  list: {
    columns: ['name', 'organizationid', 'status', 'url', 'pickup_enabled', 'created'],
    filters: ['status', 'organizationid', 'pickup_enabled'],
    search: ['name'],
    sort: { name: 'asc' },
  },
  form: {
    identity: ['organizationid', 'name', 'status', 'url', 'img'],
    contact: ['email', 'phone', 'address'],
    sale: ['pickup_enabled', 'commission_bp'],
  },
  related: ['store_products.storeid'],
  indexes: [{ on: ['organizationid'], unique: true, where: 'deleted_at is null' }],
});

export type Store = InferRow<typeof stores>;
export type StoreInput = InferInput<typeof stores>;
