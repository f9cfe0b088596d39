import { randomUUID } from 'node:crypto';
import { web_users } from '@/resources/web_users/web_users';
import { defineHooks } from '../../kernel/defineHooks';
import { forgetAthlete } from './forgetAthlete';

/** What happens around an athlete that only the server knows. */
export const webUsersHooks = defineHooks(web_users, {
  fields: { asdeporteid: { beforeWrite: ({ before }) => (before ? undefined : randomUUID()) } },
  actions: {
    anonymize: ({ tx, id }) => forgetAthlete(tx, id),
  },
});
