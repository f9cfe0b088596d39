import * as f from '@/fields';
import { eventCategories } from '@/domain/lists';
import { boardKinds } from '@/domain/series/standings';
import { readOnly } from '@/schema/presets';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

const points = { place: f.integer({ required: true, min: 1, max: 10_000 }), points: f.integer({ required: true, min: 0, max: 100_000 }) };
const firstYear = 2000,
  lastYear = 2100;

/** Events of one season with a common ranking, and the points of each place. */
export const serials = defineResource('serials', {
  service: 'general',
  singular: 'serial',
  key: 'serialid',
  permission: 'web-serials',
  tenancy: 'shared',
  platform: 'ASDEPORTE',
  title: 'name',
  menu: { group: 'web', icon: 'team', order: 20 },
  fields: {
    name: f.i18nText({ required: true, max: 120 }),
    slug: f.slug({ required: true, unique: true, from: 'name' }),
    category: f.choice(eventCategories, { default: 'seriales' }),
    season: f.integer({ required: true, look: 'year', min: firstYear, max: lastYear }),
    img: f.image(),
    logo: f.image(),
    description: f.longText({ max: 4000 }),
    events: f.hasMany('serial_events.serialid', { order: 'sort', max: 60 }),
    points_table: f.rows(points, { max: 100 }),
    points_after: f.integer({ default: 0, min: 0, max: 100_000 }),
    boards: f.choices(boardKinds, { default: ['gender', 'category'] }),
    team_size: f.integer({ default: 3, min: 1, max: 20 }),
    best_n: f.integer({ min: 1, max: 60 }),
    min_events: f.integer({ min: 1, max: 60 }),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        published: { tone: 'green', icon: 'check' },
        archived: { tone: 'grey', icon: 'archive' },
      },
      { default: 'draft' },
    ),
    ranking_asked_at: f.dateTime({ ...readOnly }),
    ranking_computed_at: f.dateTime({ ...readOnly }),
    events_count: f.count('serial_events.serialid', { stored: true }),
  },
  list: {
    columns: ['name', 'season', 'category', 'events_count', 'best_n', 'min_events', 'status', 'organizationid'],
    filters: ['season', 'status', 'category', 'organizationid'],
    search: ['name', 'slug'],
    sort: { season: 'desc' },
    sortable: ['season', 'slug', 'events_count', 'created'],
  },
  show: { points: ['ranking_asked_at', 'ranking_computed_at'] },
  form: {
    serial: ['organizationid', 'name', 'slug', 'category', 'season', 'status', 'description'],
    pictures: ['logo', 'img'],
    calendar: ['events'],
    points: ['points_table', 'points_after', 'boards', 'team_size', 'best_n', 'min_events'],
  },
  when: { team_size: ({ boards }) => boards?.includes('team') ?? false },
  rules: {
    placesOnce: {
      on: 'points_table',
      check: ({ points_table = [] }) => !points_table || new Set(points_table.map(({ place }) => place)).size === points_table.length,
    },
    minWithinBest: inOrder('min_events', 'best_n', { on: 'min_events' }),
    publishedHasEvents: { on: 'status', check: ({ status, events }) => status !== 'published' || (events ?? []).length > 0 },
  },
  actions: {
    compute: { on: 'row', icon: 'return', refuses: { noEvents: ({ events_count }) => events_count === 0 } },
  },
  related: ['serial_rankings.serialid', 'stages.serialid'],
  indexes: [{ on: ['season', 'status'] }],
});

export type Serial = InferRow<typeof serials>;
export type SerialInput = InferInput<typeof serials>;
