import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to age_categories, and one example row. */
export const age_categories: ExpectedAccess = {
  service: 'event',
  rows: 'organization',
  read: 'yyyyyyyyyy-',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'event',
  example: async ({ the }) => ({ distanceid: await the('distances'), name: 'Libre', branch: 'F', age_min: 18, age_max: 39 }),
};
