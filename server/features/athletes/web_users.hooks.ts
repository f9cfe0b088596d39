import { randomUUID } from 'node:crypto';
import { web_users } from '@/resources/web_users/web_users';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid, problemAt } from '../../kernel/DomainError';
import { readMessages } from '../letters/readMessages';
import { likelyTwins } from '../twins/likelyTwins';
import { suggestPair } from '../twins/suggestPair';
import { askPasswordReset } from './askPasswordReset';
import { askPersonalData } from './askPersonalData';
import { forgetAthlete } from './forgetAthlete';

/** The server's rules for an athlete. */
export const webUsersHooks = defineHooks(web_users, {
  imports: {
    together: true,
    complete: ({ person: { source, source_ref } }) => (source && source_ref ? { source, source_ref } : {}),
  },
  fields: { asdeporteid: { beforeWrite: ({ before }) => (before ? undefined : randomUUID()) } },
  actions: {
    allow_inbody: async ({ input: { given_at } }) => {
      if (Date.parse(given_at) > Date.now()) throw invalid([problemAt('input.given_at', 'CONSENT_AHEAD')]);
    },
    likely_twins: ({ tx, input }) => likelyTwins(tx, input),
    messages: ({ tx, id }) => readMessages(tx, id),
    send_password_reset: ({ tx, id, row }) => askPasswordReset(tx, id, row),
    suggest_merge: ({ tx, id, input: { other_userid } }) => suggestPair(tx, id, other_userid),
    take_data: ({ tx, id }) => askPersonalData(tx, id),
    anonymize: ({ tx, id }) => forgetAthlete(tx, id),
  },
});
