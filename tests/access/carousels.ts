import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of carousels: who may do what, as it was agreed, and one example row. */
export const carousels: ExpectedAccess = {
  service: 'general',
  rows: 'platform',
  read: 'yy-------y-',
  create: 'yy-------y-',
  edit: 'yy-------y-',
  delete: 'yy-------y-',
  menu: 'yy-------y-',
  madeWith: 'organization',
  example: () => ({ name: 'Portada', placement: 'home_hero' }),
};
