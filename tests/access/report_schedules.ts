import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of report_schedules: who may do what, as it was agreed, and one example row. */
export const report_schedules: ExpectedAccess = {
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
    report_templateid: await the('report_templates'),
    cron: '0 8 * * 1',
    requested_by_userid: await the('users'),
  }),
};
