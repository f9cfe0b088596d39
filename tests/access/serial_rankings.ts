import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to serial_rankings, and one example row. */
export const serial_rankings: ExpectedAccess = {
  service: 'general',
  rows: 'everyRegion',
  read: 'yy-------y-',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: { publish: 'yy-------y-' },
  madeWith: 'organization',
  example: async ({ the }) => ({ serialid: await the('serials'), revision: 1, status: 'draft', athletes_total: 1 }),
};
