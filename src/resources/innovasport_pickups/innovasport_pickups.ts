import * as f from '@/fields';
import { defineResource, now, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';

const at = f.dateTime({ ...readOnly });

/** A kit that its athlete picks up in a store, as the store reports it. Number, size and distance are the values last sent to the store. */
export const innovasport_pickups = defineResource('innovasport_pickups', {
  service: 'kits',
  singular: 'innovasport_pickup',
  key: 'pickupid',
  permission: 'report-innovasport',
  tenancy: { parent: 'eventid' },
  platform: 'ASDEPORTE',
  access: { create: [], edit: [], delete: [], mark_not_claimed: ['report-innovasport'], refresh: ['report-innovasport'] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'pickup_code',
  menu: { group: 'reports', icon: 'shop', order: 20 },
  fields: {
    inscriptionid: f.belongsTo('inscriptions', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    name: f.text({ max: 400, ...readOnly }),
    number: f.integer({ min: 0, max: 999_999, look: 'bib', ...readOnly }),
    tshirt_size: f.text({ max: 8, ...readOnly }),
    distanceid: f.belongsTo('distances', { ...readOnly }),
    store_code: f.text({ required: true, max: 20, fold: 'upper', ...readOnly }),
    store_name: f.text({ max: 120, ...readOnly }),
    city: f.text({ max: 120, ...readOnly }),
    window_start: at,
    window_end: at,
    pickup_code: f.text({ required: true, max: 40, look: 'bib', ...readOnly }),
    status: f.status(
      {
        assigned: { tone: 'grey', icon: 'dot' },
        shipped: { tone: 'amber', icon: 'arrow' },
        received: { tone: 'blue', icon: 'archive' },
        ready: { tone: 'blue', icon: 'check', outline: true },
        notified: { tone: 'purple', icon: 'clock' },
        picked_up: { tone: 'green', icon: 'check' },
        not_claimed: { tone: 'red', icon: 'alert', outline: true },
        returned: { tone: 'grey', icon: 'return' },
      },
      { default: 'assigned', groups: { waiting: ['assigned', 'shipped', 'received', 'ready', 'notified'] }, ...readOnly },
    ),
    assigned_at: at,
    shipped_at: at,
    received_at: at,
    ready_at: at,
    notified_at: at,
    picked_up_at: at,
    not_claimed_at: at,
    returned_at: at,
    receiver_name: f.text({ max: 200, ...contact, ...readOnly }),
    store_employee: f.text({ max: 120, ...readOnly }),
    batch_file: f.text({ max: 200, ...readOnly }),
    last_synced_at: at,
  },
  list: {
    columns: [
      'pickup_code',
      'inscriptionid',
      'name',
      'number',
      'tshirt_size',
      'distanceid',
      'store_name',
      'city',
      'status',
      'window_end',
      'updated',
    ],
    filters: ['eventid', 'status', 'store_code', 'city', 'inscriptionid', 'distanceid', 'number', 'window_end', 'created'],
    search: ['pickup_code', 'name', 'store_name', 'store_code'],
    sort: { created: 'desc' },
    sortable: ['pickup_code', 'number', 'status', 'created'],
  },
  show: {
    pickup: ['pickup_code', 'status', 'inscriptionid', 'eventid', 'name', 'number', 'tshirt_size', 'distanceid', 'receiver_name'],
    store: ['store_code', 'store_name', 'city', 'window_start', 'window_end', 'store_employee', 'batch_file'],
    steps: [
      'assigned_at',
      'shipped_at',
      'received_at',
      'ready_at',
      'notified_at',
      'picked_up_at',
      'not_claimed_at',
      'returned_at',
      'last_synced_at',
    ],
  },
  form: {},
  actions: {
    refresh: { on: 'list', icon: 'return' },
    mark_not_claimed: {
      on: 'rows',
      icon: 'alert',
      confirm: true,
      from: { status: ['ready', 'notified'] },
      set: { status: 'not_claimed', not_claimed_at: now },
    },
  },
  views: ['list', 'show'],
  indexes: [
    { on: ['inscriptionid'], unique: true },
    { on: ['pickup_code'], unique: true },
    { on: ['organizationid', 'created', 'pickupid'] },
    { on: ['created', 'pickupid'] },
    { on: ['inscriptionid'], removed: true },
  ],
});

export type InnovasportPickup = InferRow<typeof innovasport_pickups>;
export type InnovasportPickupInput = InferInput<typeof innovasport_pickups>;
