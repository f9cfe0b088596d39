import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to exonerations, and one example row. */
export const exonerations: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyy-yy----',
  create: 'yyyy--y----',
  edit: 'yyyy--y----',
  delete: 'yyyy--y----',
  actions: {
    activate: 'yyyy--y----',
    retire: 'yyyy--y----',
    evidence: { cells: 'yyyy--y----', on: 'list' },
  },
  tab: 'yyyy-yy----',
  madeWith: 'event',
  example: async ({ the }) => ({
    eventid: await the('events'),
    title: 'Carta responsiva',
    body_html: { es: '<p>Asumo los riesgos.</p>' },
    status: 'active',
  }),
};
