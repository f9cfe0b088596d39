import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to exoneration_signatures, and one example row. */
export const exoneration_signatures: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyy-yy----',
  create: 'yyyy--y----',
  edit: '-----------',
  delete: '-----------',
  actions: {
    revoke: 'yyyy--y----',
  },
  tab: 'yyyy-yy----',
  madeWith: 'event',
  example: async ({ the }) => ({
    eventid: await the('events'),
    inscriptionid: await the('inscriptions'),
    exonerationid: await the('exonerations'),
    signer_name: 'Ana Ríos',
  }),
};
