import * as f from '@/fields';
import { importAccess, importKeys } from '@/domain/importKeys';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';

/** One row of an imported file: its values, what would be done with it or why it is refused, and what was done. */
export const import_rows = defineResource('import_rows', {
  service: 'inscription',
  singular: 'import_row',
  key: 'import_rowid',
  permission: importKeys,
  tenancy: { parent: 'import_jobid' },
  platform: 'EVENT',
  live: false,
  access: { list: importAccess('import_jobid.type') },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'row_no',
  fields: {
    import_jobid: f.belongsTo('import_jobs', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { ofParent: true, ...readOnly }),
    row_no: f.integer({ required: true, min: 1, max: 100_000, ...readOnly }),
    line: f.integer({ min: 1, ...readOnly }),
    raw: f.json({ ...contact, ...readOnly }),
    corrections: f.json({ ...contact, ...readOnly }),
    action: f.choice(['create', 'update', 'skip', 'error'], { ...readOnly }),
    errors: f.rows({ path: f.text({ required: true, max: 120 }), message: f.text({ required: true, max: 300 }) }, { ...readOnly }),
    reasons: f.json({ ...contact, ...readOnly }),
    changes: f.json({ ...contact, ...readOnly }),
    person: f.choice(['id', 'curp', 'email_birth', 'source', 'name_birth', 'made', 'given'], { ...readOnly }),
    decision: f.choice(['accept', 'new'], { ...readOnly }),
    web_userid: f.belongsTo('web_users', { ...contact, ...readOnly }),
    duplicate_of_inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    recordid: f.integer({ min: 1, ...readOnly }),
    record_version: f.integer({ min: 1, ...readOnly }),
    fate: f.choice(['written', 'undone', 'stayed'], { ...readOnly }),
  },
  list: {
    columns: ['row_no', 'action', 'inscriptionid', 'duplicate_of_inscriptionid', 'errors', 'raw'],
    filters: ['import_jobid', 'action', 'person', 'fate', 'inscriptionid', 'row_no'],
    sort: { row_no: 'asc' },
    sortable: ['row_no'],
  },
  form: {},
  views: ['list', 'show'],
  indexes: [
    { on: ['import_jobid', 'row_no'], unique: true },
    { on: ['import_jobid', 'action', 'row_no'] },
    { on: ['recordid'], where: 'deleted_at is null and recordid is not null' },
    { on: ['web_userid'], removed: true },
    { on: ['inscriptionid'], removed: true },
    { on: ['duplicate_of_inscriptionid'], removed: true },
    { on: ['recordid'], removed: true },
  ],
});

export type ImportRow = InferRow<typeof import_rows>;
export type ImportRowInput = InferInput<typeof import_rows>;
