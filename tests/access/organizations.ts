import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to organizations, and one example row. */
export const organizations: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  read: 'yyyyyy-----',
  create: 'yyy--------',
  edit: 'yyy--------',
  delete: 'yyy--------',
  menu: 'yyyyyy-----',
  madeWith: 'organization',
  example: ({ organizationid }) => organizationid,
};
