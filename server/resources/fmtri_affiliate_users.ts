import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { defineHooks } from '../api/defineHooks';
import { invalid } from '../api/DomainError';
import { bringBack, endAll, takeOut } from '../fmtri/standing';
import { todayOf } from '../fmtri/todayOf';

/** Affiliations carry the name, for those who may read them and not the register of people. */
const namesSql = `update fmtri_affiliations a set name = u.name from fmtri_affiliate_users u where u.affiliate_userid = $1 and a.affiliate_userid = $1 and a.name is distinct from u.name`;

/** Whether somebody may compete; what they hold follows in the same transaction. */
export const fmtriAffiliateUsersHooks = defineHooks(fmtri_affiliate_users, {
  afterWrite: async ({ tx, verb, id }) => {
    if (verb === 'edit') await tx.run(namesSql, [id]);
  },
  actions: {
    suspend: ({ tx, id, input }) => takeOut(tx, id, { status: 'suspended', status_reason: input.reason }),
    sanction: async ({ tx, id, input }) => {
      if (input.until < (await todayOf(tx))) throw invalid([{ path: 'until', message: 'errors.sanctionPast' }]);
      return takeOut(tx, id, { status: 'sanctioned', sanction_until: input.until, status_reason: input.reason });
    },
    reinstate: ({ tx, id }) => bringBack(tx, id),
    mark_deceased: ({ tx, id, input }) => endAll(tx, id, input.reason),
  },
});
