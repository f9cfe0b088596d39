import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to stores, and one example row. */
export const stores: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  read: 'yyyyyy-----',
  create: 'yy-y-------',
  edit: 'yy-y-------',
  delete: 'yy-y-------',
  menu: 'yyyyyy-----',
  madeWith: 'organization',
  example: ({ organizationid }) => ({ organizationid, name: 'Tienda' }),
};
