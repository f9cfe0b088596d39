import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of membership_events: who may do what, as it was agreed, and one example row. */
export const membership_events: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  read: 'yyyy-------',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'organization',
  example: async ({ the }) => ({ membershipid: await the('memberships'), eventid: await the('events') }),
};
