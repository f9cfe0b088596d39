import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to result_claims, and one example row. */
export const result_claims: ExpectedAccess = {
  service: 'tyr',
  rows: 'event',
  read: 'yyyy-y-y--f',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: { take: 'yy-----y---', accept: 'yy-----y---', reject: 'yy-----y---', reopen: 'yy-----y---' },
  menu: 'yyyy-y-y--y',
  tab: 'yyyy-y-y--y',
  madeWith: 'event',
  example: async ({ the }) => ({
    resultid: await the('results'),
    result_setid: await the('result_sets'),
    eventid: await the('events'),
    web_userid: await the('web_users'),
    type: 'time',
    message: 'Mi reloj dice otra cosa.',
  }),
};
