import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to waitlist_entries, and one example row. */
export const waitlist_entries: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyyyy--f',
  create: 'yyyy-y-----',
  edit: '-----------',
  delete: '-----------',
  actions: {
    offer: 'yyyy-y-----',
    withdraw: 'yyyy-y-----',
  },
  tab: 'yyyyyyyy--y',
  madeWith: 'event',
  example: async ({ slug, the }) => ({
    eventid: await the('events'),
    distanceid: await the('distances'),
    web_userid: await the('web_users'),
    first_name: 'Ana',
    last_name: 'Ríos',
    email: `atleta-${slug}@example.com`,
    phone: '5550000001',
  }),
};
