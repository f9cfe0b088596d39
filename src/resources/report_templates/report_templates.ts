import * as f from '@/fields';
import { templateTypes, reportFormats } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';
import { reportParams } from './reportParams';

/**
 * Columns and filters of a report, stored under a name. It contains no data: the result depends on the permissions of the person who runs
 * it.
 */
export const report_templates = defineResource('report_templates', {
  service: 'general',
  singular: 'report_template',
  key: 'report_templateid',
  permission: ['event-inscription', 'asdeporte-admin-wallet', 'reports-bi'],
  tenancy: 'own',
  platform: 'ASDEPORTE',
  scope: { region: 'organizationid.region' },
  title: 'name',
  menu: { group: 'reports', icon: 'rows', order: 20 },
  fields: {
    name: f.text({ required: true, unique: 'organization', max: 120 }),
    type: f.choice(templateTypes, { required: true, createOnly: true }),
    eventid: f.belongsTo('events', { createOnly: true }),
    format: f.choice(reportFormats, { default: 'xlsx' }),
    params: f.json({ createOnly: true, shape: reportParams }),
    requested_by_userid: f.belongsTo('users', { named: true, required: true, ...readOnly }),
    schedules_count: f.count('report_schedules.report_templateid', { stored: true }),
  },
  list: {
    columns: ['name', 'type', 'eventid', 'format', 'requested_by_userid', 'schedules_count', 'updated'],
    filters: ['type', 'eventid', 'format', 'requested_by_userid', 'created'],
    search: ['name'],
    sort: { name: 'asc' },
    sortable: ['name', 'updated', 'created'],
  },
  show: { template: ['name', 'type', 'eventid', 'format', 'params', 'requested_by_userid'] },
  form: { template: ['organizationid', 'name', 'type', 'eventid', 'format'] },
  actions: { run: { on: 'row', icon: 'download', makes: 'report_jobs' } },
  related: ['report_schedules.report_templateid'],
});

export type ReportTemplate = InferRow<typeof report_templates>;
export type ReportTemplateInput = InferInput<typeof report_templates>;
