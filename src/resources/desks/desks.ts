import * as f from '@/fields';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

/** A counter where kits of an event are handed out, possibly only for some initials. */
export const desks = defineResource('desks', {
  service: 'kits',
  singular: 'desk',
  key: 'deskid',
  permission: 'event-delivery',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'kits',
  tab: 53,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    name: f.text({ required: true, unique: 'parent', max: 80 }),
    location: f.choice(['venue', 'store'], { default: 'venue' }),
    opens_at: f.dateTime(),
    closes_at: f.dateTime(),
    letter_range: f.text({ fold: 'upper', max: 7, pattern: /^[A-ZÑ](-[A-ZÑ])?$/ }),
    deliveries_count: f.count('kit_deliveries.deskid'),
  },
  list: {
    columns: ['name', 'location', 'letter_range', 'opens_at', 'closes_at', 'deliveries_count'],
    filters: ['eventid', 'location', 'opens_at'],
    search: ['name'],
    sort: { name: 'asc' },
    sortable: ['name', 'opens_at'],
  },
  form: { main: ['eventid', 'name', 'location', 'letter_range', 'opens_at', 'closes_at'] },
  rules: { closesAfterOpening: inOrder('opens_at', 'closes_at', { strict: true }) },
  related: ['kit_deliveries.deskid'],
  checks: { closes_after_opening: 'closes_at > opens_at' },
});

export type Desk = InferRow<typeof desks>;
export type DeskInput = InferInput<typeof desks>;
