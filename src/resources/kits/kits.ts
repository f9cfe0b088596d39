import * as f from '@/fields';
import { printSheets } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** What an athlete gets from an event: its pieces in the order in which a desk hands them out. */
export const kits = defineResource('kits', {
  service: 'kits',
  singular: 'kit',
  key: 'kitid',
  permission: 'event-delivery',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  access: { forecast: ['event-delivery', 'event-tshirt'], print: ['event-delivery'] },
  within: 'events',
  part: 'kits',
  tab: 52,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    name: f.text({ required: true, unique: 'parent', max: 80 }),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    active: f.boolean({ default: true }),
    items: f.hasMany('kit_items.kitid', { order: 'sort', max: 30 }),
    items_count: f.count('kit_items.kitid', { stored: true }),
  },
  list: {
    columns: ['name', 'distanceids', 'items_count', 'active', 'updated'],
    filters: ['eventid', 'distanceids', 'active'],
    search: ['name'],
    sort: { name: 'asc' },
    sortable: ['name', 'items_count', 'updated'],
  },
  form: { kit: ['eventid', 'name', 'distanceids', 'active'], items: ['items'] },
  actions: {
    forecast: { on: 'list', icon: 'up', reads: true, input: { eventid: f.belongsTo('events', { required: true }) } },
    print: {
      on: 'list',
      icon: 'download',
      makes: 'report_jobs',
      input: {
        eventid: f.belongsTo('events', { required: true }),
        what: f.choice(['packing_list', 'labels'], { required: true, default: 'packing_list' }),
        sheet: f.choice(printSheets),
        distanceid: f.belongsTo('distances', { match: { eventid: 'eventid' } }),
      },
    },
  },
});

export type Kit = InferRow<typeof kits>;
export type KitInput = InferInput<typeof kits>;
