import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to payments, and one example row. */
export const payments: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyy-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    approve: 'y---y------',
    reject: 'y---y------',
    return_by_hand: 'y---y------',
    refund: 'y---y------',
    retry_refund: 'y---y------',
    refund_to_wallet: 'y---y------',
  },
  menu: 'yyyyyy-----',
  tab: 'yyyyyy-----',
  madeWith: 'event',
  example: async ({ slug, the }) => ({
    orderid: await the('orders'),
    eventid: await the('events'),
    inscriptionid: await the('inscriptions'),
    type: 'charge',
    method: 'card',
    status: 'paid',
    amount_cents: 45_000,
    idempotency_key: `pago-${slug}`,
  }),
};
