import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to coupon_uses, and one example row. */
export const coupon_uses: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyyyy-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'event',
  example: async ({ the }) => ({
    couponid: await the('coupons'),
    eventid: await the('events'),
    inscriptionid: await the('inscriptions'),
    state: 'used',
    discount_cents: 4500,
  }),
};
