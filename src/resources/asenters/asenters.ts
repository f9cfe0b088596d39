import * as f from '@/fields';
import { directions } from '@/domain/registration/judgeScan';
import { statusGroups } from '@/domain/registration/lifecycle';
import { defineChoices, defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

const scanDirections = defineChoices('scan_directions', directions);
/** What a device says about one scan: a code, or a registration that somebody chose from a list. */
const scanned = {
  code: f.text({ max: 200 }),
  inscriptionid: f.belongsTo('inscriptions', { match: { eventid: 'eventid' } }),
  direction: f.choice(scanDirections, { required: true }),
  client_uuid: f.text({ required: true, max: 36, fold: 'lower', pattern: /^[0-9a-f-]{36}$/ }),
  scanned_at: f.dateTime({ required: true }),
  device_id: f.text({ max: 80 }),
  device_now: f.dateTime(),
};

/** An access point of an event: who may pass it, in which direction and when. */
export const asenters = defineResource('asenters', {
  service: 'kits',
  singular: 'asenter',
  key: 'asenterid',
  permission: 'asenter',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'raceDay',
  tab: 62,
  access: { force: ['events'], prepare: ['asenter'], watch: ['asenter'] }, // the staff at the door calls somebody who runs the event
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
  actions: {
    scan: { on: 'row', icon: 'bib', ownPage: 'scan', leaves: 'access_scans', input: scanned },
    force: {
      on: 'row',
      icon: 'alert',
      ownPage: true,
      leaves: 'access_scans',
      input: { ...scanned, reason: f.text({ required: true, max: 300 }) },
    },
    prepare: { on: 'row', icon: 'download', ownPage: true, reads: true, input: { after: f.integer({ min: 0 }), since: f.dateTime() } },
    watch: { on: 'row', icon: 'clock', ownPage: true, reads: true },
  },
  related: ['access_scans.asenterid'],
  checks: { closes_after_opening: 'closes_at > opens_at' },
});

export type AccessPoint = InferRow<typeof asenters>;
export type AccessPointInput = InferInput<typeof asenters>;
