import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const mostBytes = 20 * 1024 * 1024;
const total = f.integer({ min: 0, default: 0, ...readOnly });

/** A file whose rows become records: how it is read, what a rehearsal found and what came of it. */
export const import_jobs = defineResource('import_jobs', {
  service: 'inscription',
  singular: 'import_job',
  key: 'import_jobid',
  permission: 'event-import-inscriptions',
  tenancy: 'own',
  platform: 'EVENT',
  within: 'events',
  tab: 22,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'file_name',
  menu: { group: 'sales', icon: 'upload', order: 50 },
  fields: {
    file_name: f.text({ required: true, max: 200, ...readOnly }),
    type: f.choice(['inscriptions', 'bibs', 'results', 'coupons', 'affiliates', 'inbody', 'external', 'answers'], {
      required: true,
      ...readOnly,
    }),
    eventid: f.belongsTo('events', { ...readOnly }),
    file: f.file({ accept: ['csv', 'xlsx'], maxBytes: mostBytes, ...readOnly }),
    encoding: f.text({ max: 20, ...readOnly }),
    delimiter: f.text({ max: 4, ...readOnly }),
    mapping: f.json({ ...readOnly }),
    template_name: f.text({ max: 120, ...readOnly }),
    mode: f.choice(['add', 'update', 'upsert'], { default: 'add', ...readOnly }),
    match_key: f.choice(['folio', 'email+dob', 'number', 'external_id'], { ...readOnly }),
    send_email: f.boolean({ ...readOnly }),
    override_capacity: f.boolean({ ...readOnly }),
    assign_numbers: f.boolean({ ...readOnly }),
    charge: f.choice(['none', 'external', 'courtesy'], { default: 'none', ...readOnly }),
    status: f.status(
      {
        uploaded: { tone: 'grey', icon: 'clock' },
        mapped: { tone: 'grey', icon: 'pencil' },
        validating: { tone: 'amber', icon: 'hourglass' },
        validated: { tone: 'blue', icon: 'check', outline: true },
        running: { tone: 'amber', icon: 'hourglass' },
        done: { tone: 'green', icon: 'check' },
        done_with_errors: { tone: 'amber', icon: 'alert' },
        failed: { tone: 'red', icon: 'alert' },
        rolled_back: { tone: 'grey', icon: 'return', strike: true },
      },
      { default: 'uploaded', ...readOnly },
    ),
    rows_total: total,
    new_total: total,
    updated_total: total,
    skipped_total: total,
    errors_total: total,
    duplicates_total: total,
    requested_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    finished_at: f.dateTime({ ...readOnly }),
    rollback_until: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: [
      'file_name',
      'type',
      'eventid',
      'mode',
      'status',
      'rows_total',
      'new_total',
      'updated_total',
      'errors_total',
      'requested_by_userid',
      'created',
    ],
    filters: ['eventid', 'eventid.region', 'type', 'status', 'mode', 'requested_by_userid', 'errors_total', 'created'],
    search: ['file_name', 'template_name'],
    sort: { created: 'desc' },
    sortable: ['file_name', 'rows_total', 'errors_total', 'created'],
    totals: { rows_total: 'sum', new_total: 'sum', updated_total: 'sum', errors_total: 'sum' },
  },
  show: {
    file: ['file_name', 'file', 'type', 'eventid', 'encoding', 'delimiter'],
    result: [
      'status',
      'rows_total',
      'new_total',
      'updated_total',
      'skipped_total',
      'errors_total',
      'duplicates_total',
      'requested_by_userid',
      'finished_at',
      'rollback_until',
    ],
    options: ['mode', 'match_key', 'charge', 'send_email', 'override_capacity', 'assign_numbers', 'template_name', 'mapping'],
  },
  form: {},
  views: ['list', 'show'],
  related: ['import_rows.import_jobid'],
  indexes: [{ on: ['organizationid', 'created'] }, { on: ['organizationid', 'status', 'created'] }],
});

export type ImportJob = InferRow<typeof import_jobs>;
export type ImportJobInput = InferInput<typeof import_jobs>;
