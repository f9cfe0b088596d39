import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** What an athlete gets from an event: its pieces in the order in which a desk hands them out. */
export const kits = defineResource('kits', {
  service: 'kits',
  singular: 'kit',
  key: 'kitid',
  permission: 'event-delivery',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
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
});

export type Kit = InferRow<typeof kits>;
export type KitInput = InferInput<typeof kits>;
