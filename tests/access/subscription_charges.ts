import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to subscription_charges, and one example row. */
export const subscription_charges: ExpectedAccess = {
  service: 'user',
  rows: 'platform',
  read: 'yy--yy-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: { refund: 'y---y------', retry_refund: 'y---y------' },
  madeWith: 'organization',
  example: async ({ slug, the }) => ({
    subscriptionid: await the('apolo_subscriptions'),
    status: 'paid',
    amount_cents: 19_900,
    period_start: '2027-01-01T00:00:00Z',
    period_end: '2027-02-01T00:00:00Z',
    idempotency_key: `cobro-${slug}`,
  }),
};
