import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to tshirt_models, and one example row. */
export const tshirt_models: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyy-yy----',
  create: 'yyyy-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  tab: 'yyyy-yy----',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), name: 'Playera' }),
};
