import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to serial_standings, and one example row. */
export const serial_standings: ExpectedAccess = {
  service: 'general',
  rows: 'everyRegion',
  read: 'yy-------y-',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'organization',
  example: async ({ the }) => ({
    serial_rankingid: await the('serial_rankings'),
    division: '10K',
    kind: 'overall',
    name: 'Ana',
    points: 10,
    events_counted: 1,
    events_total: 1,
  }),
};
