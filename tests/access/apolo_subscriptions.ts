import { athlete } from '../support/exampleValues';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to apolo_subscriptions, and one example row. */
export const apolo_subscriptions: ExpectedAccess = {
  service: 'user',
  rows: 'platform',
  read: 'yy--yy-----',
  create: 'y----y-----',
  edit: '-----------',
  delete: '-----------',
  actions: {
    change_plan: 'y----y-----',
    keep_plan: 'y----y-----',
    ask_card: 'y----y-----',
    retry: 'y----y-----',
    pause: 'y---yy-----',
    resume: 'y---yy-----',
    cancel: 'y---yy-----',
    keep: 'y---yy-----',
    outlook: { cells: 'yy--yy-----', reads: true },
    figures: { on: 'list', cells: 'yy--yy-----', reads: true },
  },
  menu: 'yy--yy-----',
  madeWith: 'organization',
  example: async ({ slug, insert, the }) => ({
    web_userid: await insert('web_users', athlete(`socia-${slug}`)),
    planid: await the('apolo_plans'),
  }),
};
