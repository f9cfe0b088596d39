import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to report_schedules, and one example row. */
export const report_schedules: ExpectedAccess = {
  service: 'general',
  rows: 'asker',
  read: 'yyyyyyyyyyy',
  create: 'yyyyyyyyyyy',
  edit: 'yyyyyyyyyyy',
  delete: 'yyyyyyyyyyy',
  actions: { pause: 'yyyyyyyyyyy', resume: 'yyyyyyyyyyy' },
  menu: 'yyyyyyyyyyy',
  madeWith: 'organization',
  example: async ({ organizationid, the }) => ({
    organizationid,
    report_templateid: await the('report_templates'),
    cron: '0 8 * * 1',
    requested_by_userid: await the('users'),
  }),
};
