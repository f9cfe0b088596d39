import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to kits, and one example row. */
export const kits: ExpectedAccess = {
  service: 'kits',
  rows: 'organization',
  read: 'yyyy-yy----',
  create: 'yyyy--y----',
  edit: 'yyyy--y----',
  delete: 'yyyy--y----',
  actions: { forecast: { on: 'list', reads: true, cells: 'yyyy-yy----' }, print: { on: 'list', cells: 'yyyy--y----' } },
  tab: 'yyyy-yy----',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), name: 'Kit', distanceids: [await the('distances')] }),
};
