import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of serial_events: who may do what, as it was agreed, and one example row. */
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
