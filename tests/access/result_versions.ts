import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to result_versions, and one example row. */
export const result_versions: ExpectedAccess = {
  service: 'tyr',
  rows: 'event',
  read: 'yyyy-y-y--f',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'event',
  example: async ({ the }) => ({
    result_setid: await the('result_sets'),
    eventid: await the('events'),
    revision: 1,
    kind: 'provisional',
    results_total: 1,
    moved_total: 0,
  }),
};
