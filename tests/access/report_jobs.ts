import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to report_jobs, and one example row. */
export const report_jobs: ExpectedAccess = {
  service: 'general',
  rows: 'asker',
  read: 'yyyyyyyyyyy',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    ask: { cells: 'yyyyyyyyyyy', on: 'list', writesIn: 'report_templates' },
    again: 'yyyyyyyyyyy',
    cancel: 'yyyyyyyyyyy',
    share: 'yyyyyyyyyyy',
    unshare: 'yyyyyyyyyyy',
  },
  menu: 'yyyyyyyyyyy',
  madeWith: 'organization',
  example: async ({ organizationid, the }) => ({
    organizationid,
    type: 'inscriptions',
    status: 'done',
    requested_by_userid: await the('users'),
  }),
};
