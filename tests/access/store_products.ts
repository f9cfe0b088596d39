import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to store_products, and one example row. */
export const store_products: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  read: 'yyyyyy-----',
  create: 'yy-y-------',
  edit: 'yy-y-------',
  delete: 'yy-y-------',
  actions: { add_variants: 'yy-y-------' },
  menu: 'yyyyyy-----',
  madeWith: 'organization',
  example: async ({ slug, the, find }) => ({
    storeid: await the('stores'),
    sku: `GORRA-${slug.toUpperCase()}-${await find('select count(*) from store_products')}`,
    name: { es: 'Gorra' },
    price_cents: 29_900,
  }),
};
