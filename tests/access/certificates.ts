import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to certificates, and one example row. */
export const certificates: ExpectedAccess = {
  service: 'tyr',
  rows: 'event',
  read: 'yyyy-y-y--f',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: { revoke: 'yy-----y---' },
  madeWith: 'event',
  example: async ({ slug, the }) => ({
    templateid: await the('certificate_templates'),
    eventid: await the('events'),
    resultid: await the('results'),
    serial: `CERT-${await the('results')}`,
    sha256: 'a'.repeat(64),
    url: `https://example.com/${slug}.pdf`,
    generated_at: '2027-05-04T15:00:00Z',
  }),
};
