import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to membership_events, and one example row. */
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
