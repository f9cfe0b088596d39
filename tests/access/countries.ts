import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of countries: who may do what, as it was agreed, and one example row. */
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
