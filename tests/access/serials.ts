import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to serials, and one example row. */
export const serials: ExpectedAccess = {
  service: 'general',
  rows: 'everyRegion',
  read: 'yy-------y-',
  create: 'yy-------y-',
  edit: 'yy-------y-',
  delete: 'yy-------y-',
  actions: { compute: 'yy-------y-' },
  menu: 'yy-------y-',
  madeWith: 'organization',
  example: ({ organizationid, slug }) => ({ organizationid, name: { es: 'Serial' }, slug: `serial-${slug}`, season: 2027 }),
};
