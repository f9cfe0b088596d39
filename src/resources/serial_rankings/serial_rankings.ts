import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const total = f.integer({ min: 0, default: 0, ...readOnly });

/** A version of the standings of a serial, computed from the official results of its events. The public sees the published one. */
export const serial_rankings = defineResource('serial_rankings', {
  service: 'general',
  singular: 'serial_ranking',
  key: 'serial_rankingid',
  permission: 'web-serials',
  tenancy: { parent: 'serialid' },
  platform: 'ASDEPORTE',
  access: { create: [], edit: [], delete: [], publish: ['web-serials'] },
  title: 'revision',
  header: { name: 'serialid' },
  fields: {
    serialid: f.belongsTo('serials', { required: true, ...readOnly }),
    revision: f.integer({ required: true, min: 1, ...readOnly }),
    status: f.status(
      {
        computing: { tone: 'blue', icon: 'clock' },
        draft: { tone: 'amber', icon: 'pencil' },
        published: { tone: 'green', icon: 'check' },
        superseded: { tone: 'grey', icon: 'archive' },
      },
      { default: 'computing', ...readOnly },
    ),
    events_total: total,
    athletes_total: total,
    moved_total: total,
    computed_at: f.dateTime({ ...readOnly }),
    published_at: f.dateTime({ ...readOnly }),
    published_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
  },
  list: {
    columns: ['revision', 'status', 'events_total', 'athletes_total', 'moved_total', 'computed_at', 'published_at', 'published_by_userid'],
    filters: ['serialid', 'status', 'computed_at', 'published_at'],
    sort: { revision: 'desc' },
    sortable: ['revision', 'computed_at', 'published_at', 'created'],
  },
  show: {
    ranking: ['serialid', 'revision', 'status', 'events_total', 'athletes_total', 'moved_total', 'computed_at'],
    publication: ['published_at', 'published_by_userid'],
  },
  form: {},
  actions: {
    publish: {
      on: 'row',
      icon: 'check',
      confirm: true,
      from: { status: ['draft', 'superseded'] },
      refuses: { empty: ({ athletes_total }) => athletes_total === 0 },
    },
  },
  views: ['list', 'show'],
  related: ['serial_standings.serial_rankingid'],
  indexes: [
    { on: ['serialid', 'revision'], unique: true },
    { on: ['serialid'], unique: true, where: "deleted_at is null and status = 'published'" },
  ],
});

export type SerialRanking = InferRow<typeof serial_rankings>;
export type SerialRankingInput = InferInput<typeof serial_rankings>;
