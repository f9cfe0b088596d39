import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to tshirt_stock, and one example row. */
export const tshirt_stock: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyy-yy----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    receive: 'yyyy-------',
    adjust: 'yyyy-------',
  },
  madeWith: 'event',
  example: async ({ the }) => ({ tshirt_modelid: await the('tshirt_models'), size: 'M', ordered: 10 }),
};
