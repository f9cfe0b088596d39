import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to report_templates, and one example row. */
export const report_templates: ExpectedAccess = {
  service: 'general',
  rows: 'organization',
  read: 'yyyyyyyy---',
  create: 'yyyyyy-----',
  edit: 'yyyyyy-----',
  delete: 'yyyyyy-----',
  actions: { run: 'yyyyyy-----' },
  menu: 'yyyyyyyy---',
  madeWith: 'organization',
  example: async ({ organizationid, slug, the }) => ({
    organizationid,
    name: `Plantilla ${slug}`,
    type: 'inscriptions',
    requested_by_userid: await the('users'),
  }),
};
