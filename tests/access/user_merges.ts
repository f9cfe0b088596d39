import { athlete } from '../support/exampleValues';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to user_merges, and one example row. */
export const user_merges: ExpectedAccess = {
  service: 'user',
  rows: 'platform',
  read: 'yy---y-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    dismiss: 'yy---y-----',
    compare: 'yy---y-----',
    merge: 'yy---y-----',
    merge_certain: 'yy---y-----',
    revert: 'yy---y-----',
  },
  menu: 'yy---y-----',
  madeWith: 'organization',
  example: async ({ slug, insert }) => ({
    survivor_userid: await insert('web_users', athlete(`una-${slug}`)),
    loser_userid: await insert('web_users', athlete(`otra-${slug}`)),
    score: 92,
    match_reasons: ['name_dob'],
  }),
};
