import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of tshirt_movements: who may do what, as it was agreed, and one example row. */
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
