import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to carousels, and one example row. */
export const carousels: ExpectedAccess = {
  service: 'general',
  rows: 'platform',
  read: 'yy-------y-',
  create: 'yy-------y-',
  edit: 'yy-------y-',
  delete: 'yy-------y-',
  actions: { site_key: { on: 'list', reads: true, cells: 'yy-------y-' }, duplicate: 'yy-------y-' },
  menu: 'yy-------y-',
  madeWith: 'organization',
  example: () => ({ name: 'Portada', placement: 'home_hero' }),
};
