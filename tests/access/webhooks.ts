import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to webhooks, and one example row. */
export const webhooks: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  //       SNROFCKTSWF
  read: 'yy-y-------',
  create: 'yy-y-------',
  edit: 'yy-y-------',
  delete: 'yy-y-------',
  actions: { issue_secret: 'yy-y-------', test: 'yy-y-------', switch_on: 'yy-y-------', switch_off: 'yy-y-------' },
  menu: 'yy-y-------',
  madeWith: 'organization',
  example: async ({ organizationid }) => ({
    organizationid,
    name: 'Cronometraje',
    url: 'https://receptor.prueba.test/dorsal',
    events: ['registration.paid'],
  }),
};
