import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to wallets, and one example row. */
export const wallets: ExpectedAccess = {
  service: 'user',
  rows: 'platform',
  read: 'yy--yy-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    credit: 'y---y------',
    debit: 'y---y------',
    approve_credit: 'y---y------',
    reject_credit: 'y---y------',
    block: 'y---y------',
    unblock: 'y---y------',
    promotions: 'yy--yy-----',
  },
  menu: 'yy--yy-----',
  madeWith: 'event',
  example: async ({ the }) => ({ web_userid: await the('web_users') }),
};
