import * as f from '@/fields';
import { defineResource, importModes, importTypes, matchKeys, type InferInput, type InferRow } from '@/schema';
import { importAccess, importKeys } from '@/domain/importKeys';
import { contact, readOnly } from '@/schema/presets';
import { importMappingShape } from './importMapping';

const mostBytes = 50 * 1024 * 1024;
const total = f.integer({ min: 0, default: 0, ...readOnly });
const keys = importAccess('type');
/** It is at work by itself, or has written what it brought. */
const begun = { in: { status: ['validating', 'running', 'done', 'done_with_errors', 'rolled_back'] }, says: 'IMPORT_BEGUN' } as const;
const before = ['uploaded', 'mapped', 'validated'] as const;

/** A file whose rows become records: how it is read, the result of its rehearsal and of the import. */
export const import_jobs = defineResource('import_jobs', {
  service: 'inscription',
  singular: 'import_job',
  key: 'import_jobid',
  permission: importKeys,
  tenancy: 'own',
  platform: 'EVENT',
  within: 'events',
  part: 'people',
  tab: 75,
  access: { list: keys, edit: keys, delete: keys },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'file_name',
  menu: { group: 'sales', icon: 'upload', order: 50 },
  fields: {
    file_name: f.text({ required: true, max: 200, ...readOnly }),
    type: f.choice(importTypes, { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { ...readOnly }),
    file: f.file({ accept: ['csv', 'xlsx'], maxBytes: mostBytes, ...contact, ...readOnly }),
    encoding: f.text({ max: 20, ...readOnly }),
    delimiter: f.text({ max: 4, ...readOnly }),
    columns: f.json({ ...contact, ...readOnly }),
    mapping: f.json({ shape: importMappingShape }),
    template_name: f.text({ max: 120, ...readOnly }),
    mode: f.choice(importModes, { default: 'add' }),
    match_key: f.choice(matchKeys),
    send_email: f.boolean(),
    assign_numbers: f.boolean(),
    live: f.boolean({ ...readOnly }),
    charge: f.choice(['none', 'external', 'courtesy'], { default: 'none' }),
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
    task: f.choice(['read', 'rehearse', 'run', 'undo'], { ...readOnly }),
    reason: f.json({ ...readOnly }),
    rows_total: total,
    read_total: total,
    handled_total: total,
    new_total: total,
    updated_total: total,
    skipped_total: total,
    errors_total: total,
    duplicates_total: total,
    proposed_total: total,
    undone_total: total,
    stayed_total: total,
    taken: f.json({ platformOnly: true, ...readOnly }),
    matched_total: total,
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
    file: ['file_name', 'type', 'eventid', 'encoding', 'delimiter'],
    result: [
      'status',
      'rows_total',
      'new_total',
      'updated_total',
      'skipped_total',
      'errors_total',
      'duplicates_total',
      'proposed_total',
      'undone_total',
      'stayed_total',
      'requested_by_userid',
      'finished_at',
      'rollback_until',
    ],
    options: ['mode', 'match_key', 'charge', 'assign_numbers', 'send_email', 'template_name'],
  },
  form: { options: ['mode', 'match_key', 'charge', 'assign_numbers', 'send_email'] },
  fixed: { edit: begun, delete: begun },
  actions: {
    rehearse: { on: 'row', icon: 'check', from: { status: [...before, 'failed'] } },
    decide_people: {
      on: 'row',
      icon: 'check',
      from: { status: ['validated'] },
      input: { decision: f.choice(['accept', 'new'], { required: true }) },
    },
    run: { on: 'row', icon: 'check', confirm: true, from: { status: ['validated', 'failed'] } },
    stop: { on: 'row', icon: 'pause', from: { status: ['validating', 'running'] } },
    undo: { on: 'row', icon: 'return', danger: true, confirm: true, from: { status: ['done', 'done_with_errors', 'failed'] } },
    keep_template: { on: 'row', icon: 'check', makes: 'import_templates', input: { name: f.text({ required: true, max: 120 }) } },
  },
  views: ['list', 'edit', 'show'],
  related: ['import_rows.import_jobid'],
  waits: {
    to_confirm: { when: { field: 'status', op: 'in', value: [...before] }, for: 'run', says: ['type', 'rows_total'] },
    failed: {
      when: { field: 'status', op: 'in', value: ['failed', 'done_with_errors'] },
      owner: 'requested_by_userid',
      since: 'finished_at',
      days: 30,
      says: ['type', 'errors_total'],
    },
  },
  indexes: [{ on: ['status', 'created'] }, { on: ['organizationid', 'created'] }, { on: ['organizationid', 'status', 'created'] }],
});

export type ImportJob = InferRow<typeof import_jobs>;
export type ImportJobInput = InferInput<typeof import_jobs>;
