import * as f from '@/fields';
import { statusGroups } from '@/domain/registration/lifecycle';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

/** An access point of an event: who may pass it, in which direction and when. */
export const asenters = defineResource('asenters', {
  service: 'kits',
  singular: 'asenter',
  key: 'asenterid',
  permission: 'asenter',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  tab: 62,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    name: f.text({ required: true, unique: 'parent', max: 80 }),
    kind: f.choice(['start', 'finish', 'vip', 'expo', 'parking', 'transition', 'athlete_village'], { required: true, default: 'start' }),
    mode: f.choice(['entry', 'exit', 'both'], { default: 'entry' }),
    allow_reentry: f.boolean(),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    waveids: f.manyToMany('waves', { match: { eventid: 'eventid' } }),
    statuses: f.choices(statusGroups.active),
    opens_at: f.dateTime(),
    closes_at: f.dateTime(),
    status: f.status(
      {
        active: { tone: 'green', icon: 'check' },
        paused: { tone: 'amber', icon: 'pause' },
        closed: { tone: 'grey', icon: 'lock' },
      },
      { default: 'active' },
    ),
    passed_count: f.count('access_scans.asenterid', { where: { result: ['ok'] } }),
    scans_count: f.count('access_scans.asenterid'),
  },
  list: {
    columns: ['name', 'kind', 'mode', 'allow_reentry', 'opens_at', 'closes_at', 'passed_count', 'scans_count', 'status'],
    filters: ['eventid', 'kind', 'mode', 'status', 'distanceids', 'waveids'],
    search: ['name'],
    sort: { name: 'asc' },
    sortable: ['name', 'kind', 'opens_at', 'status'],
  },
  form: {
    point: ['eventid', 'name', 'kind', 'mode', 'allow_reentry', 'status'],
    rules: ['distanceids', 'waveids', 'statuses', 'opens_at', 'closes_at'],
  },
  rules: { closesAfterOpening: inOrder('opens_at', 'closes_at', { strict: true }) },
  related: ['access_scans.asenterid'],
  checks: { closes_after_opening: 'closes_at > opens_at' },
});

export type AccessPoint = InferRow<typeof asenters>;
export type AccessPointInput = InferInput<typeof asenters>;
