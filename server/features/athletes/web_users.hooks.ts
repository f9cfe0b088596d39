import { randomUUID } from 'node:crypto';
import { web_users } from '@/resources/web_users/web_users';
import { defineHooks } from '../../kernel/defineHooks';
import { forgetAthlete } from './forgetAthlete';
import { updateRow } from '../../api/write/columns';

/** What happens around an athlete that only the server knows. */
export const webUsersHooks = defineHooks(web_users, {
  beforeWrite: async ({ verb, values }) => {
    if (verb === 'create') values['asdeporteid'] = randomUUID();
  },
  actions: {
    block: ({ tx, id, input }) => updateRow(tx, web_users, id, { status: 'blocked', blocked_reason: input.reason }),
    unblock: ({ tx, id }) => updateRow(tx, web_users, id, { status: 'active', blocked_reason: null }),
    anonymize: ({ tx, id }) => forgetAthlete(tx, id),
  },
});
