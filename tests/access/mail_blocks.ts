import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to mail_blocks, and one example row. */
export const mail_blocks: ExpectedAccess = {
  service: 'inscription',
  rows: 'organization',
  read: 'yyyyyyyy---',
  create: 'yyyy-y-----',
  edit: 'yyyy-y-----',
  delete: 'yyyy-y-----',
  menu: 'yyyyyyyy---',
  madeWith: 'organization',
  example: async ({ organizationid, slug }) => ({ organizationid, email: `rebote-${slug}@example.com`, kind: 'bounced' }),
};
