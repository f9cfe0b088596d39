import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to profiles, and one example row. */
export const profiles: ExpectedAccess = {
  service: 'organization',
  rows: 'everyRegion',
  read: 'yyyy-------',
  create: 'yy-y-------',
  edit: 'yy-y-------',
  delete: 'yy-y-------',
  menu: 'yyyy-------',
  madeWith: 'organization',
  example: ({ organizationid, slug }) => ({ organizationid, name: { es: 'Propio' }, slug: `propio-${slug}` }),
};
