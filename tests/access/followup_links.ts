import { inDays } from '../support/exampleValues';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to followup_links, and one example row. */
export const followup_links: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyy-y--y--',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    open: { cells: 'yyyy-------', on: 'list' },
    revoke: 'yyyy-------',
  },
  tab: 'yyyy-y--y--',
  address: 'public-links',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), title: 'Patrocinadores', expires_at: inDays(7) }),
};
