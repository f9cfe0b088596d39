import * as f from '@/fields';
import { boardKinds } from '@/domain/series/standings';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const points = f.decimal({ min: 0, max: 100_000_000, scale: 2 });
const place = f.integer({ min: 1, max: 1_000_000 });
/** What one event brought, best first. */
const score = {
  eventid: f.integer({ required: true, min: 1 }),
  event: f.text({ max: 200 }),
  place,
  weight: f.decimal({ min: 0, max: 10, scale: 2 }),
  points,
  counts: f.boolean(),
};

/** A line of the standings of a serial, with what each event brought. */
export const serial_standings = defineResource('serial_standings', {
  service: 'general',
  singular: 'serial_standing',
  key: 'serial_standingid',
  permission: 'web-serials',
  tenancy: { parent: 'serial_rankingid' },
  platform: 'ASDEPORTE',
  access: { create: [], edit: [], delete: [] },
  title: 'name',
  fields: {
    serial_rankingid: f.belongsTo('serial_rankings', { required: true, ...readOnly }),
    division: f.text({ required: true, max: 120, ...readOnly }),
    kind: f.choice(boardKinds, { required: true, ...readOnly }),
    board: f.text({ max: 120, ...readOnly }),
    place: f.integer({ min: 1, max: 1_000_000, ...readOnly }),
    place_before: f.integer({ min: 1, max: 1_000_000, ...readOnly }),
    name: f.text({ required: true, max: 400, ...readOnly }),
    web_userid: f.belongsTo('web_users', { ...readOnly }),
    club: f.text({ max: 200, ...readOnly }),
    points: f.decimal({ min: 0, max: 100_000_000, scale: 2, ...readOnly }),
    events_counted: f.integer({ min: 0, default: 0, ...readOnly }),
    events_total: f.integer({ min: 0, default: 0, ...readOnly }),
    scores: f.rows(score, { max: 60, ...readOnly }),
    sort: f.integer({ default: 0, min: 0, platformOnly: true, ...readOnly }),
  },
  list: {
    columns: ['place', 'name', 'club', 'points', 'events_counted', 'events_total', 'division', 'kind', 'board', 'place_before'],
    filters: ['serial_rankingid', 'division', 'kind', 'board', 'club', 'web_userid'],
    search: ['name'],
    sort: { sort: 'asc' },
    sortable: ['place', 'points', 'name', 'sort'],
  },
  show: {
    standing: ['serial_rankingid', 'division', 'kind', 'board', 'place', 'place_before', 'name', 'web_userid', 'club', 'points'],
    scores: ['events_counted', 'events_total', 'scores'],
  },
  form: {},
  views: ['list', 'show'],
  indexes: [
    { on: ['serial_rankingid', 'sort'] },
    { on: ['serial_rankingid', 'division', 'kind', 'board', 'sort'] },
    { on: ['web_userid'] },
    { on: ['web_userid'], removed: true },
  ],
});

export type SerialStanding = InferRow<typeof serial_standings>;
export type SerialStandingInput = InferInput<typeof serial_standings>;
