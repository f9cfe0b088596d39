import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to tshirt_movements, and one example row. */
export const tshirt_movements: ExpectedAccess = {
  service: 'event',
  rows: 'organization',
  read: 'yyyy-yy----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  isAppendOnly: true,
  madeWith: 'event',
  example: async ({ the }) => ({ tshirt_stockid: await the('tshirt_stock'), type: 'receive', qty: 10, received_change: 10 }),
};
