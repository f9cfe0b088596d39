import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { homeZone } from '@/schema/homeZone';
import { readOnly } from '@/schema/presets';

/**
 * When a report is created automatically, and who gets it. It runs with the permissions of the person who set it up, and only they see it,
 * like its files.
 */
export const report_schedules = defineResource('report_schedules', {
  service: 'general',
  singular: 'report_schedule',
  key: 'report_scheduleid',
  permission: 'anyone',
  tenancy: 'own',
  platform: 'ASDEPORTE',
  scope: { owner: 'requested_by_userid' },
  title: 'report_templateid',
  menu: { group: 'reports', icon: 'clock', order: 30 },
  fields: {
    report_templateid: f.belongsTo('report_templates', { named: true, required: true, createOnly: true }),
    cron: f.text({ required: true, max: 60, pattern: /^[\d*/,-]+( [\d*/,-]+){4}$/ }),
    timezone: f.text({ required: true, default: homeZone, max: 60, pattern: /^[A-Za-z]+(\/[A-Za-z_+-]+){0,2}$/ }),
    recipientids: f.manyToMany('users', { max: 10 }),
    requested_by_userid: f.belongsTo('users', { named: true, required: true, ...readOnly }),
    status: f.status(
      { active: { tone: 'green', icon: 'check' }, paused: { tone: 'amber', icon: 'pause' } },
      { default: 'active', ...readOnly },
    ),
    last_run_at: f.dateTime({ ...readOnly }),
    next_run_at: f.dateTime({ ...readOnly }),
    last_error: f.text({ max: 500, ...readOnly }),
  },
  list: {
    columns: ['report_templateid', 'cron', 'timezone', 'recipientids', 'status', 'last_run_at', 'next_run_at'],
    filters: ['report_templateid', 'status', 'next_run_at'],
    sort: { created: 'desc' },
    sortable: ['last_run_at', 'next_run_at', 'created'],
  },
  show: { state: ['status', 'next_run_at', 'last_run_at', 'last_error', 'requested_by_userid'] },
  form: { schedule: ['report_templateid', 'cron', 'timezone', 'recipientids'] },
  actions: {
    pause: { on: 'row', icon: 'pause', undo: 'resume', from: { status: ['active'] }, set: { status: 'paused', next_run_at: null } },
    resume: { on: 'row', icon: 'arrow', from: { status: ['paused'] }, set: { status: 'active', last_error: null } },
  },
  indexes: [{ on: ['next_run_at'], where: "status = 'active'" }],
  related: ['report_jobs.report_scheduleid'],
});

export type ReportSchedule = InferRow<typeof report_schedules>;
export type ReportScheduleInput = InferInput<typeof report_schedules>;
