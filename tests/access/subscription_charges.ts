import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of subscription_charges: who may do what, as it was agreed, and one example row. */
export const subscription_charges: ExpectedAccess = {
  service: 'user',
  rows: 'platform',
  read: 'yy--yy-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  isAppendOnly: true,
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
