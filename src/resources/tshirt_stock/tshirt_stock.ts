import * as f from '@/fields';
import { sizes } from '@/domain/registration/sizes';
import { defineResource, type InferInput, type InferRow } from '@/schema';

const counted = (change: string) => f.sum('tshirt_movements.tshirt_stockid', change, { stored: true, unit: 'integer' });

/**
 * One size of a shirt. Every number except the ordered one is the sum of its movements, and no missing shirt is promised unless overselling
 * is allowed.
 */
export const tshirt_stock = defineResource('tshirt_stock', {
  service: 'event',
  singular: 'tshirt_size',
  key: 'tshirt_stockid',
  permission: 'event-tshirt',
  tenancy: { parent: 'tshirt_modelid' },
  platform: 'EVENT',
  access: { create: [], edit: [], delete: [], receive: ['event-tshirt'], adjust: ['event-tshirt'] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'size',
  fields: {
    tshirt_modelid: f.belongsTo('tshirt_models', { required: true }),
    eventid: f.belongsTo('events', { required: true, readOnly: true, ofParent: true }),
    size: f.choice(sizes, { required: true }),
    ordered: f.integer({ default: 0, min: 0, max: 200_000 }),
    received: counted('received_change'),
    reserved: counted('reserved_change'),
    delivered: counted('delivered_change'),
    adjusted: counted('adjusted_change'),
    available: f.integer({ equals: 'received + adjusted - reserved - delivered', readOnly: true }),
    low_stock_at: f.integer({ min: 0, max: 10_000 }),
    low: f.boolean({ equals: 'received + adjusted - reserved - delivered < low_stock_at', readOnly: true }),
    oversell: f.boolean(),
    sort: f.integer({ default: 0 }),
  },
  list: {
    columns: [
      'tshirt_modelid',
      'size',
      'ordered',
      'received',
      'reserved',
      'delivered',
      'adjusted',
      'available',
      'low_stock_at',
      'low',
      'oversell',
    ],
    filters: ['tshirt_modelid', 'eventid', 'eventid.region', 'size', 'available', 'low'],
    sort: { sort: 'asc' },
    totals: { ordered: 'sum', received: 'sum', reserved: 'sum', delivered: 'sum' },
  },
  form: { main: ['size', 'ordered', 'low_stock_at', 'oversell'] },
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
  views: ['list', 'show'],
  related: ['tshirt_movements.tshirt_stockid'],
  indexes: [{ on: ['tshirt_modelid', 'size'], unique: true }],
  checks: { nothing_promised_twice: 'oversell or received + adjusted - reserved - delivered >= 0' },
});

export type TshirtSize = InferRow<typeof tshirt_stock>;
export type TshirtSizeInput = InferInput<typeof tshirt_stock>;
