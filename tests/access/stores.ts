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
  // An organization has one store, and what is made with an event may have made it.
  example: async ({ organizationid, find }) =>
    (await find('select coalesce(max(storeid), 0) from stores where organizationid = $1', organizationid)) || {
      organizationid,
      name: 'Tienda',
    },
};
