import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of states: who may do what, as it was agreed, and one example row. */
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
