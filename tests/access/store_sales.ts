import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to store_sales, and one example row. */
export const store_sales: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyyy----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    sell: { cells: 'yy-y-------', on: 'list' },
    bought: { cells: 'yyyyyyy----', on: 'list', reads: true },
    pay: 'yy-y-------',
    ask_payment: 'yy-y-------',
    hand_over: 'yyyy--y----',
    pick_up: 'yy-y-------',
    take_back: 'yyyy--y----',
    cancel: 'yy-y-------',
    refund: 'yy-y-------',
  },
  menu: 'yyyyyyy----',
  tab: 'yyyyyyy----',
  madeWith: 'event',
  example: async ({ the }) => ({
    code: `V${await the('inscriptions')}`,
    eventid: await the('events'),
    web_userid: await the('web_users'),
    inscriptionid: await the('inscriptions'),
    orderid: await the('orders'),
    pay_link: 'https://pago.test/1',
    total_cents: 29_900,
  }),
};
