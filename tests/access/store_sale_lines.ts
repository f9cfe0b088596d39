import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to store_sale_lines, and one example row. */
export const store_sale_lines: ExpectedAccess = {
  service: 'inscription',
  rows: 'organization',
  read: 'yyyyyyy----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'event',
  example: async ({ the }) => ({
    saleid: await the('store_sales'),
    variantid: await the('store_variants'),
    name: { es: 'Gorra M' },
    qty: 1,
    price_cents: 29_900,
    amount_cents: 29_900,
  }),
};
