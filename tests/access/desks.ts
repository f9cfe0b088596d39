import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to desks, and one example row. */
export const desks: ExpectedAccess = {
  service: 'kits',
  rows: 'organization',
  read: 'yyyy-yy----',
  create: 'yyyy--y----',
  edit: 'yyyy--y----',
  delete: 'yyyy--y----',
  tab: 'yyyy-yy----',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), name: 'Mesa 1', letter_range: 'A-F' }),
};
