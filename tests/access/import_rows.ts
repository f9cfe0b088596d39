import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of import_rows: who may do what, as it was agreed, and one example row. */
export const import_rows: ExpectedAccess = {
  service: 'inscription',
  rows: 'organization',
  read: 'yyyy-------',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'organization',
  example: async ({ the }) => ({ import_jobid: await the('import_jobs'), row_no: 1, action: 'create' }),
};
