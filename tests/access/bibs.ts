import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to bibs, and one example row. */
export const bibs: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyyyyyy---',
  create: '-----------',
  edit: 'yyyy-yy----',
  delete: '-----------',
  actions: {
    set_aside: 'yyyy-yy----',
    set_free: 'yyyy-yy----',
  },
  tab: 'yyyyyyyy---',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), bib_poolid: await the('bib_pools'), number: 1 }),
};
