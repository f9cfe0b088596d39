import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of report_jobs: who may do what, as it was agreed, and one example row. */
export const report_jobs: ExpectedAccess = {
  service: 'general',
  rows: 'asker',
  read: 'yyyyyyyyyyy',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  menu: 'yyyyyyyyyyy',
  madeWith: 'organization',
  example: async ({ organizationid, the }) => ({
    organizationid,
    type: 'inscriptions',
    status: 'done',
    requested_by_userid: await the('users'),
  }),
};
