import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const change = f.integer({ default: 0, ...readOnly });

/** The ledger of one size of a shirt; nothing is ever changed or removed. */
export const tshirt_movements = defineResource('tshirt_movements', {
  service: 'event',
  singular: 'tshirt_movement',
  key: 'movementid',
  permission: 'event-tshirt',
  tenancy: { parent: 'tshirt_stockid' },
  platform: 'EVENT',
  scope: { region: 'organizationid.region' },
  title: 'type',
  fields: {
    tshirt_stockid: f.belongsTo('tshirt_stock', { required: true, ...readOnly }),
    type: f.choice(['receive', 'reserve', 'release', 'deliver', 'swap_in', 'swap_out', 'adjust', 'loss'], { required: true, ...readOnly }),
    qty: f.integer({ required: true, min: 1, ...readOnly }),
    received_change: change,
    reserved_change: change,
    delivered_change: change,
    adjusted_change: change,
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    reason: f.text({ max: 300, ...readOnly }),
  },
  list: {
    columns: ['created', 'tshirt_stockid', 'type', 'qty', 'inscriptionid', 'reason'],
    filters: ['tshirt_stockid', 'type', 'inscriptionid', 'created'],
    sort: { created: 'desc' },
    sortable: ['created'],
  },
  form: {},
  appendOnly: true,
  indexes: [{ on: ['tshirt_stockid', 'created'] }],
  checks: { moves_its_quantity: 'greatest(abs(received_change), abs(reserved_change), abs(delivered_change), abs(adjusted_change)) = qty' },
});

export type TshirtMovement = InferRow<typeof tshirt_movements>;
export type TshirtMovementInput = InferInput<typeof tshirt_movements>;
