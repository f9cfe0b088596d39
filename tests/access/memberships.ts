import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to memberships, and one example row. */
export const memberships: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  read: 'yyyy-------',
  create: 'yy-y-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  actions: {
    resend_invitation: 'yyyy-------',
    withdraw_invitation: 'yyyy-------',
    revoke: 'yyyy-------',
    restore: 'yyyy-------',
    copy_access: 'yy-y-------',
    see_as: 'yy-y-------',
  },
  menu: 'yyyy-------',
  madeWith: 'organization',
  example: async ({ find, the }) => find('select membershipid from memberships where userid = $1', await the('users')),
};
