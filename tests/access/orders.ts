import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to orders, and one example row. */
export const orders: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyy-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    ask_invoice: 'yyy--y-----',
    drop_invoice: 'yyy--y-----',
  },
  menu: 'yyyyyy-----',
  tab: 'yyyyyy-----',
  madeWith: 'event',
  example: async ({ the }) => ({ code: `O${await the('inscriptions')}`, eventid: await the('events'), web_userid: await the('web_users') }),
};
