import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to store_variants, and one example row. */
export const store_variants: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  read: 'yyyyyy-----',
  create: 'yy-y-------',
  edit: 'yy-y-------',
  delete: 'yy-y-------',
  actions: {
    receive: 'yy-y-------',
    adjust: 'yy-y-------',
  },
  madeWith: 'organization',
  example: async ({ the }) => ({ productid: await the('store_products'), sku: 'GORRA-M', name: { es: 'Gorra M' }, size: 'M' }),
};
