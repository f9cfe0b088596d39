import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of store_products: who may do what, as it was agreed, and one example row. */
export const store_products: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  read: 'yyyyyy-----',
  create: 'yy-y-------',
  edit: 'yy-y-------',
  delete: 'yy-y-------',
  menu: 'yyyyyy-----',
  madeWith: 'organization',
  example: async ({ the }) => ({ storeid: await the('stores'), sku: 'GORRA', name: { es: 'Gorra' }, price_cents: 29_900 }),
};
