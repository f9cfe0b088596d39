import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to waves, and one example row. */
export const waves: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyyyyyyyyf',
  create: 'yyyy-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  tab: 'yyyyyyyyyyy',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), name: 'Bloque A', start_at: '2027-05-01T13:00:00Z' }),
};
