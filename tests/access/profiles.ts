import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of profiles: who may do what, as it was agreed, and one example row. */
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
