import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** When a report is made by itself, and who gets it. It runs with the keys of whoever set it up, and only they see it, like the files that it makes. */
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
    report_templateid: f.belongsTo('report_templates', { named: true, required: true, ...readOnly }),
    cron: f.text({ required: true, max: 60, pattern: /^[\d*/,-]+( [\d*/,-]+){4}$/, ...readOnly }),
    recipientids: f.manyToMany('users', { max: 10, ...readOnly }),
    requested_by_userid: f.belongsTo('users', { named: true, required: true, ...readOnly }),
    status: f.status(
      { active: { tone: 'green', icon: 'check' }, paused: { tone: 'amber', icon: 'pause' } },
      { default: 'active', ...readOnly },
    ),
    last_run_at: f.dateTime({ ...readOnly }),
    next_run_at: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: ['report_templateid', 'cron', 'recipientids', 'status', 'last_run_at', 'next_run_at'],
    filters: ['report_templateid', 'status', 'next_run_at'],
    sort: { created: 'desc' },
    sortable: ['last_run_at', 'next_run_at', 'created'],
  },
  show: { schedule: ['report_templateid', 'cron', 'recipientids', 'status', 'last_run_at', 'next_run_at', 'requested_by_userid'] },
  form: {},
  views: ['list', 'show'],
  related: ['report_jobs.report_scheduleid'],
});

export type ReportSchedule = InferRow<typeof report_schedules>;
export type ReportScheduleInput = InferInput<typeof report_schedules>;
