import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to wallet_movements, and one example row. */
export const wallet_movements: ExpectedAccess = {
  service: 'user',
  rows: 'platform',
  read: 'yy--yy-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  isAppendOnly: true,
  madeWith: 'event',
  example: async ({ slug, the }) => ({
    walletid: await the('wallets'),
    idempotency_key: `abono-${slug}`,
    type: 'admin_credit',
    amount_cents: 5000,
    available_change_cents: 5000,
    available_after_cents: 5000,
    frozen_after_cents: 0,
    reason: 'Prueba',
  }),
};
