import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';

/** One row of an imported file: what it said, what would be done with it and why not. */
export const import_rows = defineResource('import_rows', {
  service: 'inscription',
  singular: 'import_row',
  key: 'import_rowid',
  permission: 'event-import-inscriptions',
  tenancy: { parent: 'import_jobid' },
  platform: 'EVENT',
  scope: { region: 'organizationid.region' },
  title: 'row_no',
  fields: {
    import_jobid: f.belongsTo('import_jobs', { required: true, ...readOnly }),
    row_no: f.integer({ required: true, min: 1, max: 30_000, ...readOnly }),
    raw: f.json({ ...contact, ...readOnly }),
    action: f.choice(['create', 'update', 'skip', 'error'], { ...readOnly }),
    errors: f.rows({ path: f.text({ required: true, max: 120 }), message: f.text({ required: true, max: 300 }) }, { ...readOnly }),
    duplicate_of_inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
  },
  list: {
    columns: ['row_no', 'action', 'inscriptionid', 'duplicate_of_inscriptionid', 'errors', 'raw'],
    filters: ['import_jobid', 'action', 'inscriptionid', 'row_no'],
    sort: { row_no: 'asc' },
    sortable: ['row_no'],
  },
  form: {},
  views: ['list', 'show'],
  indexes: [{ on: ['import_jobid', 'row_no'], unique: true }],
});

export type ImportRow = InferRow<typeof import_rows>;
export type ImportRowInput = InferInput<typeof import_rows>;
