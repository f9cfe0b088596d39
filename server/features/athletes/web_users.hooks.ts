import { randomUUID } from 'node:crypto';
import { web_users } from '@/resources/web_users/web_users';
import { defineHooks } from '../../kernel/defineHooks';
import { forgetAthlete } from './forgetAthlete';

/** The server's rules for an athlete. */
export const webUsersHooks = defineHooks(web_users, {
  imports: {
    complete: ({ person: { source, source_ref } }) => (source && source_ref ? { source, source_ref } : {}),
  },
  fields: { asdeporteid: { beforeWrite: ({ before }) => (before ? undefined : randomUUID()) } },
  actions: {
    anonymize: ({ tx, id }) => forgetAthlete(tx, id),
  },
});
