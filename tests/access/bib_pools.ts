import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to bib_pools, and one example row. */
export const bib_pools: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyyyyyyyy-',
  create: 'yyyy-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  tab: 'yyyyyyyyyy-',
  madeWith: 'event',
  example: async ({ slug, the }) => ({ eventid: await the('events'), name: `Serie ${slug}`, start: 1, end: 9 }),
};
