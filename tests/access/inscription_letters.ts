import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to inscription_letters, and one example row. */
export const inscription_letters: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyyyy--f',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'event',
  example: async ({ slug, the }) => ({
    inscriptionid: await the('inscriptions'),
    eventid: await the('events'),
    kind: 'proof',
    email: `atleta-${slug}@example.com`,
    status: 'sent',
  }),
};
