import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of profile_roles: who may do what, as it was agreed, and one example row. */
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
