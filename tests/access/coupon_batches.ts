import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to coupon_batches, and one example row. */
export const coupon_batches: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyyyy-----',
  create: 'yyyy-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  actions: {
    generate: 'yyyy-------',
  },
  menu: 'yyyyyy-----',
  tab: 'yyyyyy-----',
  madeWith: 'event',
  example: async ({ organizationid, the }) => ({ organizationid, eventid: await the('events'), name: 'Lote', owner_type: 'club', qty: 5 }),
};
