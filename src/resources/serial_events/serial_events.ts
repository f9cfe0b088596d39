import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** An event of a serial: its number in it, and the weight of its points. */
export const serial_events = defineResource('serial_events', {
  service: 'general',
  singular: 'serial_event',
  key: 'serial_eventid',
  permission: 'web-serials',
  tenancy: { parent: 'serialid' },
  platform: 'ASDEPORTE',
  access: { create: [], edit: [], delete: [] },
  title: 'eventid',
  fields: {
    serialid: f.belongsTo('serials', { required: true }),
    eventid: f.belongsTo('events', { required: true }),
    weight: f.decimal({ default: 1, min: 0, max: 10, scale: 2 }),
    sort: f.integer({ default: 0 }),
    stage_no: f.integer({ equals: 'sort + 1', readOnly: true }),
  },
  list: { columns: ['serialid', 'stage_no', 'eventid', 'weight'], filters: ['serialid', 'eventid'], sort: { sort: 'asc' } },
  form: { main: ['eventid', 'weight'] },
  views: ['list', 'show'],
  indexes: [{ on: ['serialid', 'eventid'], unique: true }],
});

export type SerialEvent = InferRow<typeof serial_events>;
export type SerialEventInput = InferInput<typeof serial_events>;
