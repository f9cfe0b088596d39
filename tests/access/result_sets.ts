import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to result_sets, and one example row. */
export const result_sets: ExpectedAccess = {
  service: 'tyr',
  rows: 'event',
  read: 'yyyy-y-y--f',
  create: 'yy-----y---',
  edit: 'yy-----y---',
  delete: 'yy-----y---',
  actions: {
    work: { reads: true, cells: 'yyyy-y-y--f' },
    recalculate: 'yy-----y---',
    add_missing: 'yy-----y---',
    publish: 'yy-----y---',
    make_official: 'yy-----y---',
    reopen: 'yy-----y---',
    withdraw: 'yy-----y---',
  },
  menu: 'yyyy-y-y--y',
  tab: 'yyyy-y-y--y',
  address: 'tyr',
  madeWith: 'event',
  example: async ({ the }) => ({
    eventid: await the('events'),
    distanceid: await the('distances'),
    status: 'provisional',
    source: 'file',
    published_at: '2027-05-01T20:00:00Z',
    claim_until: '2027-05-03T20:00:00Z',
  }),
};
