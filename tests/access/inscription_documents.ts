import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to inscription_documents, and one example row. */
export const inscription_documents: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyyyy--f',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'event',
  example: async ({ the }) => ({
    inscriptionid: await the('inscriptions'),
    eventid: await the('events'),
    kind: 'confirmation',
    locale: 'es',
    file: 'F.pdf',
    sha256: 'a'.repeat(64),
    content_sha256: 'b'.repeat(64),
    size_bytes: 1,
  }),
};
