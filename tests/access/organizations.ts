import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of organizations: who may do what, as it was agreed, and one example row. */
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
