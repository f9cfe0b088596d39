import * as f from '@/fields';
import { askedTypes, reportTypes, reportFormats } from '@/domain/lists';
import { defineResource, now, thisMoment, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/**
 * A file that somebody asked for: the download center.
 *
 * No key opens it, since every key that reads a list may ask for its file. What opens a row is having asked for it, or that the one who did shares it with the
 * organization. A file holds what its author was allowed to read, contact data and money included: the server gives it to those alone who would get the same.
 */
export const report_jobs = defineResource('report_jobs', {
  service: 'general',
  singular: 'report_job',
  key: 'report_jobid',
  permission: 'anyone',
  tenancy: 'own',
  platform: 'ASDEPORTE',
  scope: { owner: 'requested_by_userid', shared: 'shared' },
  title: 'name',
  menu: { group: 'reports', icon: 'download', order: 10, letter: 'd' },
  fields: {
    name: f.text({ max: 200, ...readOnly }),
    type: f.choice(reportTypes, { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { ...readOnly }),
    params: f.json({ ...readOnly }),
    masked: f.boolean({ ...readOnly }),
    format: f.choice(reportFormats, { default: 'csv', ...readOnly }),
    status: f.status(
      {
        queued: { tone: 'grey', icon: 'clock' },
        running: { tone: 'amber', icon: 'hourglass' },
        done: { tone: 'green', icon: 'check' },
        failed: { tone: 'red', icon: 'alert' },
        cancelled: { tone: 'grey', icon: 'cross', strike: true },
        expired: { tone: 'grey', icon: 'archive' },
      },
      { default: 'queued', ...readOnly },
    ),
    progress: f.integer({ min: 0, max: 100, default: 0, ...readOnly }),
    total: f.integer({ min: 0, ...readOnly }),
    rows: f.integer({ min: 0, ...readOnly }),
    size_bytes: f.integer({ min: 0, ...readOnly }),
    sha256: f.text({ max: 64, pattern: /^[0-9a-f]{64}$/, ...readOnly }),
    file_key: f.text({ max: 200, ...readOnly }),
    error: f.text({ max: 500, ...readOnly }),
    shared: f.boolean({ default: false, ...readOnly }),
    data_from: f.dateTime({ ...readOnly }),
    data_to: f.dateTime({ ...readOnly }),
    requested_by_userid: f.belongsTo('users', { named: true, required: true, ...readOnly }),
    started_at: f.dateTime({ ...readOnly }),
    finished_at: f.dateTime({ ...readOnly }),
    expires_at: f.dateTime({ ...readOnly }),
    downloads: f.rows({ at: f.dateTime({ required: true }), by: f.text({ max: 200 }), ip: f.text({ max: 64 }) }, { max: 200, ...readOnly }),
    report_scheduleid: f.belongsTo('report_schedules', { ...readOnly }),
  },
  list: {
    columns: [
      'name',
      'status',
      'format',
      'progress',
      'rows',
      'total',
      'size_bytes',
      'masked',
      'requested_by_userid',
      'created',
      'expires_at',
      'shared',
    ],
    filters: ['type', 'status', 'eventid', 'eventid.region', 'format', 'masked', 'shared', 'requested_by_userid', 'created', 'expires_at'],
    search: ['name'],
    sort: { created: 'desc' },
    sortable: ['name', 'rows', 'size_bytes', 'created', 'expires_at'],
  },
  show: {
    file: ['status', 'progress', 'error', 'rows', 'size_bytes', 'expires_at', 'shared', 'sha256'],
    report: ['type', 'eventid', 'format', 'masked', 'data_from', 'data_to', 'report_scheduleid', 'params'],
    course: ['requested_by_userid', 'created', 'started_at', 'finished_at', 'downloads'],
  },
  form: {},
  views: ['list', 'show'],
  actions: {
    ask: {
      on: 'list',
      icon: 'plus',
      makes: 'report_jobs',
      input: {
        type: f.choice(askedTypes, { required: true }),
        format: f.choice(reportFormats, { required: true, default: 'xlsx' }),
        eventid: f.belongsTo('events'),
      },
    },
    again: { on: 'row', icon: 'return', from: { status: ['done', 'failed', 'cancelled', 'expired'] }, makes: 'report_jobs' },
    cancel: {
      on: 'row',
      icon: 'cross',
      danger: true,
      confirm: true,
      from: { status: ['queued', 'running'] },
      set: { status: 'cancelled', finished_at: now },
    },
    share: {
      on: 'row',
      icon: 'people',
      undo: 'unshare',
      from: { status: ['done'] },
      refuses: { shared: ({ shared }) => shared },
      set: { shared: true },
    },
    unshare: { on: 'row', icon: 'lock', undo: 'share', refuses: { alone: ({ shared }) => !shared }, set: { shared: false } },
  },
  waits: {
    ready: {
      when: {
        and: [
          { field: 'status', op: 'eq', value: 'done' },
          { field: 'expires_at', op: 'gt', value: thisMoment },
        ],
      },
      owner: 'requested_by_userid',
      since: 'finished_at',
      days: 7,
      says: ['type', 'format', 'rows'],
    },
    failed: {
      when: { field: 'status', op: 'eq', value: 'failed' },
      owner: 'requested_by_userid',
      since: 'finished_at',
      days: 30,
      says: ['type', 'error'],
    },
  },
  indexes: [{ on: ['requested_by_userid', 'created'] }, { on: ['status'] }, { on: ['type', 'status'] }],
});

export type ReportJob = InferRow<typeof report_jobs>;
export type ReportJobInput = InferInput<typeof report_jobs>;
