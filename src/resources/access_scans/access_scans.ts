import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** Every code that was read at an access point and the result. Rows are added and never changed. */
export const access_scans = defineResource('access_scans', {
  service: 'kits',
  singular: 'access_scan',
  key: 'scanid',
  permission: 'asenter',
  tenancy: { parent: 'asenterid' },
  platform: 'EVENT',
  within: 'events',
  part: 'raceDay',
  tab: 63,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'result',
  fields: {
    asenterid: f.belongsTo('asenters', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    raw_code: f.text({ required: true, max: 200, ...readOnly }),
    direction: f.choice(['entry', 'exit'], { required: true, ...readOnly }),
    result: f.status(
      {
        ok: { tone: 'green', icon: 'check' },
        already_in: { tone: 'amber', icon: 'alert' },
        not_paid: { tone: 'red', icon: 'hourglass' },
        wrong_distance: { tone: 'red', icon: 'flag' },
        wrong_wave: { tone: 'red', icon: 'arrow' },
        too_early: { tone: 'amber', icon: 'clock' },
        too_late: { tone: 'amber', icon: 'clock', outline: true },
        cancelled: { tone: 'grey', icon: 'cross', strike: true },
        merged: { tone: 'grey', icon: 'arrow' },
        blocked: { tone: 'purple', icon: 'lock' },
        unknown: { tone: 'red', icon: 'alert', outline: true },
      },
      { required: true, ...readOnly },
    ),
    forced_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    reason: f.text({ max: 300, ...readOnly }),
    device_id: f.text({ max: 80, ...readOnly }),
    scanned_at: f.dateTime({ required: true, ...readOnly }),
    synced_at: f.dateTime({ ...readOnly }),
    came_late: f.boolean({ default: false, ...readOnly }),
    clock_skew_s: f.integer({ ...readOnly }),
    client_uuid: f.text({ required: true, max: 36, fold: 'lower', pattern: /^[0-9a-f-]{36}$/, ...readOnly }),
  },
  list: {
    columns: ['scanned_at', 'result', 'asenterid', 'inscriptionid', 'direction', 'raw_code', 'clock_skew_s', 'forced_by_userid', 'reason'],
    filters: ['eventid', 'asenterid', 'result', 'inscriptionid', 'direction', 'scanned_at', 'came_late'],
    search: ['inscriptionid'],
    sort: { scanned_at: 'desc' },
    sortable: ['scanned_at'],
  },
  form: {},
  appendOnly: true,
  waits: {
    // Two devices without a network let the same person in; somebody of the point looks for the one who entered second.
    let_in_twice: {
      when: {
        and: [
          { field: 'result', op: 'eq', value: 'already_in' },
          { field: 'came_late', op: 'eq', value: true },
        ],
      },
      untilRead: true,
      since: 'synced_at',
      days: 3,
      says: ['asenterid', 'inscriptionid', 'scanned_at'],
    },
  },
  indexes: [
    { on: ['client_uuid'], unique: true },
    { on: ['eventid', 'result', 'scanned_at'] },
    { on: ['organizationid', 'scanned_at', 'scanid'] },
    { on: ['organizationid', 'synced_at'], where: "result = 'already_in' and came_late" },
  ],
});

export type AccessScan = InferRow<typeof access_scans>;
export type AccessScanInput = InferInput<typeof access_scans>;
