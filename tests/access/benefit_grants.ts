import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of benefit_grants: who may do what, as it was agreed, and one example row. */
export const benefit_grants: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyy-y--y--',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'event',
  example: async ({ the }) => ({
    benefitid: await the('benefits'),
    eventid: await the('events'),
    inscriptionid: await the('inscriptions'),
  }),
};
