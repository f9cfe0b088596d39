import * as f from '@/fields';
import { defineResource, given, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** Where a bike is once its incident is closed. */
const afterIncident = ['dropped_off', 'in_transit', 'at_venue', 'picked_up', 'returning', 'back_at_store', 'closed', 'cancelled'] as const;

/** A bike that is transported to an event and possibly back, as the bike service reports it. */
export const tribike_orders = defineResource('tribike_orders', {
  service: 'kits',
  singular: 'tribike_order',
  key: 'tribike_orderid',
  permission: 'report-tribike',
  tenancy: { parent: 'eventid' },
  platform: 'ASDEPORTE',
  access: {
    create: [],
    edit: [],
    delete: [],
    mark_incident: ['report-tribike'],
    close_incident: ['report-tribike'],
    refresh: ['report-tribike'],
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'external_ref',
  menu: { group: 'reports', icon: 'orders', order: 10 },
  fields: {
    external_ref: f.text({ required: true, max: 60, look: 'bib', ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    web_userid: f.belongsTo('web_users', { required: true, ...readOnly }),
    service: f.choice(['one_way', 'round_trip'], { required: true, ...readOnly }),
    origin_store: f.text({ required: true, max: 120, ...readOnly }),
    destination: f.text({ max: 200, ...readOnly }),
    bike_brand: f.text({ max: 80, ...readOnly }),
    bike_model: f.text({ max: 80, ...readOnly }),
    bike_color: f.text({ max: 40, ...readOnly }),
    bag: f.boolean({ ...readOnly }),
    insurance_value_cents: f.money({ ...readOnly }),
    price_cents: f.money({ default: 0, ...readOnly }),
    payment_status: f.choice(['pending', 'paid', 'refunded', 'failed'], { default: 'pending', ...readOnly }),
    status: f.status(
      {
        created: { tone: 'grey', icon: 'dot' },
        paid: { tone: 'green', icon: 'check', outline: true },
        dropped_off: { tone: 'blue', icon: 'archive' },
        in_transit: { tone: 'amber', icon: 'arrow' },
        at_venue: { tone: 'blue', icon: 'flag' },
        picked_up: { tone: 'green', icon: 'check' },
        returning: { tone: 'amber', icon: 'return' },
        back_at_store: { tone: 'blue', icon: 'return' },
        closed: { tone: 'ink', icon: 'lock' },
        cancelled: { tone: 'grey', icon: 'cross', strike: true },
        incident: { tone: 'red', icon: 'alert' },
      },
      { default: 'created', groups: { travelling: ['dropped_off', 'in_transit', 'at_venue', 'picked_up', 'returning'] }, ...readOnly },
    ),
    tag_code: f.text({ max: 40, ...readOnly }),
    photos: f.file({ accept: ['png', 'jpg', 'webp'], multiple: 8, ...readOnly }),
    incident_notes: f.longText({ max: 2000, ...readOnly }),
    last_synced_at: f.dateTime({ ...readOnly }),
  },
  list: {
    board: 'status',
    columns: [
      'external_ref',
      'web_userid',
      'eventid',
      'service',
      'origin_store',
      'destination',
      'status',
      'payment_status',
      'price_cents',
      'tag_code',
      'last_synced_at',
    ],
    filters: ['eventid', 'status', 'payment_status', 'service', 'origin_store', 'web_userid', 'inscriptionid', 'created'],
    search: ['external_ref', 'tag_code', 'origin_store', 'web_userid'],
    sort: { created: 'desc' },
    sortable: ['external_ref', 'status', 'price_cents', 'created'],
  },
  show: {
    order: [
      'external_ref',
      'status',
      'incident_notes',
      'web_userid',
      'inscriptionid',
      'eventid',
      'service',
      'origin_store',
      'destination',
      'last_synced_at',
    ],
    bike: ['bike_brand', 'bike_model', 'bike_color', 'bag', 'tag_code', 'photos'],
    payment: ['payment_status', 'price_cents', 'insurance_value_cents'],
  },
  form: {},
  actions: {
    refresh: { on: 'list', icon: 'return' },
    mark_incident: {
      on: 'row',
      icon: 'alert',
      danger: true,
      from: { status: ['paid', 'dropped_off', 'in_transit', 'at_venue', 'picked_up', 'returning', 'back_at_store'] },
      input: { incident_notes: f.longText({ required: true, max: 1000 }) },
      set: { status: 'incident', incident_notes: given('incident_notes') },
    },
    close_incident: {
      on: 'row',
      icon: 'check',
      from: { status: ['incident'] },
      input: {
        status: f.choice(afterIncident, { required: true }),
        resolution: f.longText({ required: true, max: 500 }),
      },
      set: { status: given('status') },
    },
  },
  views: ['list', 'show'],
  waits: {
    incident: {
      when: { field: 'status', op: 'eq', value: 'incident' },
      for: 'close_incident',
      says: ['web_userid', 'incident_notes'],
    },
  },
  indexes: [
    { on: ['external_ref'], unique: true },
    { on: ['tribike_orderid'], where: "status = 'incident'" },
    { on: ['tag_code'], unique: true, where: 'deleted_at is null and tag_code is not null' },
    { on: ['organizationid', 'created', 'tribike_orderid'] },
    { on: ['created', 'tribike_orderid'] },
    { on: ['web_userid'], removed: true },
  ],
});

export type TribikeOrder = InferRow<typeof tribike_orders>;
export type TribikeOrderInput = InferInput<typeof tribike_orders>;
