import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to benefit_grants, and one example row. */
export const benefit_grants: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyy-y--y--',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: { redeem: 'yyyy--y----', take_back: 'yyyy-------', hand_over: 'yyyy--y----', hand_back: 'yyyy--y----' },
  madeWith: 'event',
  example: async ({ the }) => ({
    benefitid: await the('benefits'),
    eventid: await the('events'),
    inscriptionid: await the('inscriptions'),
  }),
};
