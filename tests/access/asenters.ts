import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to asenters, and one example row. */
export const asenters: ExpectedAccess = {
  service: 'kits',
  rows: 'organization',
  read: 'yyyy--y----',
  create: 'yyyy--y----',
  edit: 'yyyy--y----',
  delete: 'yyyy--y----',
  actions: {
    scan: 'yyyy--y----',
    force: 'yyyy-------',
    prepare: { cells: 'yyyy--y----', reads: true },
    watch: { cells: 'yyyy--y----', reads: true },
  },
  tab: 'yyyy--y----',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), name: 'Salida', kind: 'start' }),
};
