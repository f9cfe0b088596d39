import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of tshirt_models: who may do what, as it was agreed, and one example row. */
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
