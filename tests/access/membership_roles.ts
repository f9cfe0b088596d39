import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to membership_roles, and one example row. */
export const membership_roles: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  read: 'yyyy-------',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'organization',
  example: async ({ find, the }) =>
    find('select min(membership_roleid) from membership_roles where membershipid = $1', await the('memberships')),
};
