import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to letter_templates, and one example row. */
export const letter_templates: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyyyy---',
  create: 'yyyy-y-----',
  edit: 'yyyy-y-----',
  delete: 'yyyy-y-----',
  actions: { preview: { reads: true, cells: 'yyyyyyyy---' }, test_to_me: 'yyyy-y-----' },
  menu: 'yyyyyyyy---',
  tab: 'yyyyyyyy---',
  madeWith: 'event',
  example: async ({ organizationid, the }) => ({
    organizationid,
    eventid: await the('events'),
    kind: 'welcome',
    locale: 'es',
    subject: 'Hola',
    body: 'Hola, {{name}}.',
  }),
};
