import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const change = f.integer({ default: 0, ...readOnly });

/** The ledger of one variant; nothing is ever changed or removed. */
export const store_movements = defineResource('store_movements', {
  service: 'organization',
  singular: 'store_movement',
  key: 'movementid',
  permission: ['store', 'admin-store'],
  tenancy: { parent: 'variantid' },
  platform: 'ASDEPORTE',
  scope: { region: 'organizationid.region' },
  title: 'type',
  fields: {
    variantid: f.belongsTo('store_variants', { required: true, ...readOnly }),
    productid: f.belongsTo('store_products', { required: true, ...readOnly }),
    type: f.choice(['receive', 'reserve', 'release', 'sell', 'return', 'write_off', 'adjust', 'loss'], { required: true, ...readOnly }),
    qty: f.integer({ required: true, min: 1, ...readOnly }),
    received_change: change,
    reserved_change: change,
    sold_change: change,
    adjusted_change: change,
    stock_change: change,
    saleid: f.belongsTo('store_sales', { ...readOnly }),
    reason: f.text({ max: 300, ...readOnly }),
  },
  list: {
    columns: ['created', 'variantid', 'type', 'qty', 'saleid', 'reason'],
    filters: ['variantid', 'productid', 'type', 'saleid', 'created'],
    sort: { created: 'desc' },
    sortable: ['created'],
  },
  form: {},
  appendOnly: true,
  indexes: [{ on: ['variantid', 'created'] }],
  checks: {
    moves_its_quantity: 'greatest(abs(received_change), abs(reserved_change), abs(sold_change), abs(adjusted_change)) = qty',
    counts_for_the_product: 'stock_change = received_change + adjusted_change - reserved_change - sold_change',
  },
});

export type StoreMovement = InferRow<typeof store_movements>;
export type StoreMovementInput = InferInput<typeof store_movements>;
