import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to sponsors, and one example row. */
export const sponsors: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyy----y--',
  create: 'yyyy-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  actions: {
    order: { cells: 'yyyy-------', on: 'list' },
  },
  tab: 'yyyy----y--',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), name: 'Agua Clara', tier: 'gold', logo: 'https://example.com/logo.png' }),
};
