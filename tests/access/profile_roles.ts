import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to profile_roles, and one example row. */
export const profile_roles: ExpectedAccess = {
  service: 'organization',
  rows: 'everyRegion',
  read: 'yyyy-------',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'organization',
  example: async ({ organizationid, the }) => ({ organizationid, profileid: await the('profiles'), roleid: 1 }),
};
