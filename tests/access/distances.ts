import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to distances, and one example row. */
export const distances: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyyyyyyyyf',
  create: 'yyyy-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  actions: { pause: 'yyyy-------', resume: 'yyyy-------' },
  tab: 'yyyyyyyyyyy',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), name: '10 km', code: '10K' }),
};
