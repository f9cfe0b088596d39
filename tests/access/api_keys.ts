import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to api_keys, and one example row. */
export const api_keys: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  //       SNROFCKTSWF
  read: 'yy-y-------',
  create: 'yy-y-------',
  edit: 'yy-y-------',
  delete: 'yy-y-------',
  actions: { issue_secret: 'yy-y-------', revoke: 'yy-y-------' },
  menu: 'yy-y-------',
  madeWith: 'organization',
  example: async ({ organizationid, the }) => ({
    organizationid,
    name: 'Cronometraje',
    roleids: [await the('roles')],
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  }),
};
