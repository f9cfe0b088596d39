import * as f from '@/fields';
import { reportTypes, reportFormats } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** Columns and filters of a report, kept under a name. It holds no data: what comes out is decided anew by the keys of whoever runs it. */
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
    name: f.text({ required: true, unique: 'organization', max: 120, ...readOnly }),
    type: f.choice(reportTypes, { required: true, ...readOnly }),
    format: f.choice(reportFormats, { default: 'csv', ...readOnly }),
    params: f.json({ ...readOnly }),
    requested_by_userid: f.belongsTo('users', { named: true, required: true, ...readOnly }),
    schedules_count: f.count('report_schedules.report_templateid', { stored: true }),
  },
  list: {
    columns: ['name', 'type', 'format', 'requested_by_userid', 'schedules_count', 'updated'],
    filters: ['type', 'format', 'requested_by_userid', 'created'],
    search: ['name'],
    sort: { name: 'asc' },
    sortable: ['name', 'updated', 'created'],
  },
  show: { template: ['name', 'type', 'format', 'params', 'requested_by_userid'] },
  form: {},
  views: ['list', 'show'],
  related: ['report_schedules.report_templateid'],
});

export type ReportTemplate = InferRow<typeof report_templates>;
export type ReportTemplateInput = InferInput<typeof report_templates>;
