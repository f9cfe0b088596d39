import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to external_inscriptions, and one example row. */
export const external_inscriptions: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyy-----',
  create: 'yy---------',
  edit: 'yy---------',
  delete: '-----------',
  actions: { retry: 'yy---------', match: 'yy---------', cancel: 'yy---------' },
  menu: 'yyyyyy-----',
  madeWith: 'organization',
  example: async ({ slug, the }) => ({
    source: 'club',
    external_ref: `EXT-${slug}`,
    eventid: await the('events'),
    amount_cents: 45_000,
    sold_at: '2027-02-01T12:00:00Z',
  }),
};
