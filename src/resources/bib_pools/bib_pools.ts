import * as f from '@/fields';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

/** A range of bib numbers of an event and who uses it. Its bibs are rows from the start, so that each can be held, lost or restricted. */
export const bib_pools = defineResource('bib_pools', {
  service: 'event',
  singular: 'bib_pool',
  key: 'bib_poolid',
  permission: 'events',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'raceDay',
  tab: 60,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    name: f.text({ required: true, max: 80 }),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    branch: f.choice(['F', 'M']),
    prefix: f.text({ max: 6, fold: 'upper', pattern: /^[A-Z0-9-]{1,6}$/, createOnly: true }),
    start: f.integer({ required: true, min: 0, max: 999_999, createOnly: true }),
    end: f.integer({ required: true, min: 0, max: 999_999 }),
    is_primary: f.boolean({ default: true }),
    return_until: f.dateTime(),
    bibs_count: f.count('bibs.bib_poolid', { stored: true }),
    free_count: f.count('bibs.bib_poolid', { stored: true, where: { state: ['free'] } }),
  },
  list: {
    columns: ['name', 'distanceids', 'branch', 'prefix', 'start', 'end', 'bibs_count', 'free_count', 'is_primary'],
    filters: ['eventid', 'eventid.region', 'distanceids', 'branch', 'is_primary', 'free_count'],
    search: ['name'],
    sort: { start: 'asc' },
    totals: { bibs_count: 'sum', free_count: 'sum' },
  },
  form: { range: ['eventid', 'name', 'prefix', 'start', 'end'], use: ['distanceids', 'branch', 'is_primary', 'return_until'] },
  rules: {
    startBeforeEnd: inOrder('start', 'end'),
    poolSize: { on: 'end', check: ({ start, end }) => start == null || end == null || end - start < 100_000 },
  },
  related: ['bibs.bib_poolid'],
  checks: { start_before_end: '"start" <= "end"' },
});

export type BibPool = InferRow<typeof bib_pools>;
export type BibPoolInput = InferInput<typeof bib_pools>;
