import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to import_rows, and one example row. */
export const import_rows: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyynn-n--n',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'organization',
  example: async ({ the }) => ({ import_jobid: await the('import_jobs'), row_no: 1, action: 'create' }),
};
