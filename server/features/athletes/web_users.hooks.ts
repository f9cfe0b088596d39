import { randomUUID } from 'node:crypto';
import { web_users } from '@/resources/web_users/web_users';
import { defineHooks } from '../../kernel/defineHooks';
import { likelyTwins } from '../twins/likelyTwins';
import { suggestPair } from '../twins/suggestPair';
import { forgetAthlete } from './forgetAthlete';

/** The server's rules for an athlete. */
export const webUsersHooks = defineHooks(web_users, {
  imports: {
    complete: ({ person: { source, source_ref } }) => (source && source_ref ? { source, source_ref } : {}),
  },
  fields: { asdeporteid: { beforeWrite: ({ before }) => (before ? undefined : randomUUID()) } },
  actions: {
    likely_twins: ({ tx, input }) => likelyTwins(tx, input),
    suggest_merge: ({ tx, id, input: { other_userid } }) => suggestPair(tx, id, other_userid),
    anonymize: ({ tx, id }) => forgetAthlete(tx, id),
  },
});
