import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of report_templates: who may do what, as it was agreed, and one example row. */
export const report_templates: ExpectedAccess = {
  service: 'general',
  rows: 'organization',
  read: 'yyyyyyyy---',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  menu: 'yyyyyyyy---',
  madeWith: 'organization',
  example: async ({ organizationid, slug, the }) => ({
    organizationid,
    name: `Plantilla ${slug}`,
    type: 'inscriptions',
    requested_by_userid: await the('users'),
  }),
};
