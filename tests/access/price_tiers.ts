import { inDays } from '../support/exampleValues';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of price_tiers: who may do what, as it was agreed, and one example row. */
export const price_tiers: ExpectedAccess = {
  service: 'event',
  rows: 'organization',
  read: 'yyyyyyyyyy-',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'event',
  example: async ({ the }) => ({
    distanceid: await the('distances'),
    name: 'Única',
    starts_at: inDays(0),
    ends_at: inDays(9),
    price_cents: 45_000,
  }),
};
