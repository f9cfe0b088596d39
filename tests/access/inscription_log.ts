import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to inscription_log, and one example row. */
export const inscription_log: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyyyy--f',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  isAppendOnly: true,
  madeWith: 'event',
  example: async ({ the }) => ({
    inscriptionid: await the('inscriptions'),
    eventid: await the('events'),
    status: 'started',
    actor_type: 'system',
    source: 'job',
  }),
};
