import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to benefits, and one example row. */
export const benefits: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyy-y--y--',
  create: 'yyyy-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  actions: { reach: { reads: true, cells: 'yyyy-y--y--' }, grant: 'yyyy-------', add_codes: 'yyyy-------', withdraw: 'yyyy-------' },
  tab: 'yyyy-y--y--',
  madeWith: 'event',
  example: async ({ organizationid, the }) => ({
    organizationid,
    eventid: await the('events'),
    sponsorid: await the('sponsors'),
    name: { es: 'Agua gratis' },
    kind: 'gift',
    redemption: 'qr',
    terms: { es: 'Hasta agotar existencias' },
  }),
};
