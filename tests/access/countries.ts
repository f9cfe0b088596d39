import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to countries, and one example row. */
export const countries: ExpectedAccess = {
  service: 'general',
  rows: 'catalog',
  read: 'yyyyyyyyyyy',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  menu: 'yyyyyyyyyyy',
  madeWith: 'reference',
  example: () => 1,
};
