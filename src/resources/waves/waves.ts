import * as f from '@/fields';
import { seats } from '@/domain/registration/lifecycle';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';
import { federated } from '@/schema/presets';

/** A group of runners who start together. */
export const waves = defineResource('waves', {
  service: 'event',
  singular: 'wave',
  key: 'waveid',
  permission: 'events',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'raceDay',
  tab: 11,
  access: { list: ['events', federated] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    name: f.text({ required: true, unique: 'parent', max: 80 }),
    start_at: f.dateTime({ required: true }),
    capacity: f.integer({ min: 1, max: 200_000 }),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    est_time_min: f.duration({ max: 604_800 }),
    est_time_max: f.duration({ max: 604_800 }),
    sort: f.integer({ default: 0, min: 0, max: 10_000 }),
    assigned_count: f.count('inscriptions.waveid', { stored: true, where: { status: [...seats.held, ...seats.sold] } }),
  },
  list: {
    columns: ['name', 'start_at', 'distanceids', 'est_time_min', 'est_time_max', 'assigned_count', 'capacity'],
    filters: ['eventid', 'start_at', 'distanceids'],
    search: ['name'],
    sort: { sort: 'asc' },
    totals: { assigned_count: 'sum', capacity: 'sum' },
  },
  form: { wave: ['eventid', 'name', 'start_at', 'capacity', 'distanceids', 'sort'], pace: ['est_time_min', 'est_time_max'] },
  rules: { timesInOrder: inOrder('est_time_min', 'est_time_max') },
  related: ['inscriptions.waveid'],
  indexes: [{ on: ['organizationid', 'eventid', 'sort'] }],
  checks: { assigned_within_capacity: 'capacity is null or assigned_count <= capacity' },
});

export type Wave = InferRow<typeof waves>;
export type WaveInput = InferInput<typeof waves>;
