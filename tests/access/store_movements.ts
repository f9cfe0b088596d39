import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to store_movements, and one example row. */
export const store_movements: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  read: 'yyyyyy-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  isAppendOnly: true,
  madeWith: 'organization',
  example: async ({ the }) => ({
    variantid: await the('store_variants'),
    productid: await the('store_products'),
    type: 'receive',
    qty: 10,
    received_change: 10,
    stock_change: 10,
  }),
};
