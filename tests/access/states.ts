import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to states, and one example row. */
export const states: ExpectedAccess = {
  service: 'general',
  rows: 'catalog',
  read: 'yyyyyyyyyyy',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  menu: 'yyyyyyyyyyy',
  madeWith: 'reference',
  example: () => 9,
};
