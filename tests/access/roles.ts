import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to roles, and one example row. */
export const roles: ExpectedAccess = {
  service: 'organization',
  rows: 'catalog',
  read: 'yyyy-------',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    set_access: { cells: 'yy-y-------', on: 'list', writesIn: 'profiles' },
  },
  menu: 'yyyy-------',
  madeWith: 'reference',
  example: () => 1,
};
