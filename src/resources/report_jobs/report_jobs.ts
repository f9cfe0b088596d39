import * as f from '@/fields';
import { reportTypes, reportFormats } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/**
 * A file that somebody asked for: the download center.
 *
 * No key opens it, since every key that reads a list may ask for its file. What opens a row is having asked for it: a file holds what its author was allowed to
 * read, contact data and money included, so that nobody else sees it, whatever their keys.
 */
export const report_jobs = defineResource('report_jobs', {
  service: 'general',
  singular: 'report_job',
  key: 'report_jobid',
  permission: 'anyone',
  tenancy: 'own',
  platform: 'ASDEPORTE',
  scope: { owner: 'requested_by_userid' },
  title: 'type',
  menu: { group: 'reports', icon: 'download', order: 10, letter: 'd' },
  fields: {
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
    rows: f.integer({ min: 0, ...readOnly }),
    size_bytes: f.integer({ min: 0, ...readOnly }),
    sha256: f.text({ max: 64, pattern: /^[0-9a-f]{64}$/, ...readOnly }),
    file_key: f.text({ max: 200, ...readOnly }),
    error: f.text({ max: 500, ...readOnly }),
    requested_by_userid: f.belongsTo('users', { named: true, required: true, ...readOnly }),
    started_at: f.dateTime({ ...readOnly }),
    finished_at: f.dateTime({ ...readOnly }),
    expires_at: f.dateTime({ ...readOnly }),
    downloads: f.rows({ at: f.dateTime({ required: true }), ip: f.text({ max: 64 }) }, { max: 200, ...readOnly }),
    report_scheduleid: f.belongsTo('report_schedules', { ...readOnly }),
  },
  list: {
    columns: ['type', 'eventid', 'format', 'masked', 'status', 'progress', 'rows', 'size_bytes', 'created', 'expires_at'],
    filters: ['type', 'status', 'eventid', 'eventid.region', 'format', 'masked', 'created', 'expires_at'],
    sort: { created: 'desc' },
    sortable: ['rows', 'size_bytes', 'created', 'expires_at'],
  },
  show: {
    report: ['type', 'eventid', 'format', 'masked', 'params', 'report_scheduleid'],
    file: ['status', 'progress', 'rows', 'size_bytes', 'sha256', 'error', 'expires_at'],
    course: ['requested_by_userid', 'created', 'started_at', 'finished_at', 'downloads'],
  },
  form: {},
  views: ['list', 'show'],
  indexes: [{ on: ['requested_by_userid', 'created'] }, { on: ['status'] }],
});

export type ReportJob = InferRow<typeof report_jobs>;
export type ReportJobInput = InferInput<typeof report_jobs>;
