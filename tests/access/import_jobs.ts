import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of import_jobs: who may do what, as it was agreed, and one example row. */
export const import_jobs: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyy-------',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  menu: 'yyyy-------',
  tab: 'yyyy-------',
  madeWith: 'organization',
  example: async ({ organizationid, the }) => ({
    organizationid,
    eventid: await the('events'),
    file_name: 'inscritos.csv',
    type: 'inscriptions',
  }),
};
