import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to serial_events, and one example row. */
export const serial_events: ExpectedAccess = {
  service: 'general',
  rows: 'everyRegion',
  read: 'yy-------y-',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'organization',
  example: async ({ the }) => ({ serialid: await the('serials'), eventid: await the('events') }),
};
