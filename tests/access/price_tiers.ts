import { inDays } from '../support/exampleValues';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to price_tiers, and one example row. */
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
