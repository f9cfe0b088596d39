import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { changeBeside } from '../../api/write/beside';
import { bringBack, endAll, takeOut } from './standing';
import { todayOf } from './todayOf';

/** Affiliations carry the name, for those who may read them and not the register of people. */
const rename = async (tx: Transaction, id: number): Promise<void> => {
  const [[name] = []] = await tx.run('select name from fmtri_affiliate_users where affiliate_userid = $1', [id]);
  await changeBeside(tx, fmtri_affiliations, 't.affiliate_userid = $7 and t.name is distinct from $8::text', [id, name], { name });
};

/** Whether somebody may compete; what they hold follows in the same transaction. */
export const fmtriAffiliateUsersHooks = defineHooks(fmtri_affiliate_users, {
  afterWrite: async ({ tx, verb, id }) => {
    if (verb === 'edit') await rename(tx, id);
  },
  actions: {
    suspend: ({ tx, id, input }) => takeOut(tx, id, { status: 'suspended', status_reason: input.reason }),
    sanction: async ({ tx, id, input }) => {
      if (input.until < (await todayOf(tx))) throw invalid([{ path: 'until', code: 'SANCTION_PAST' }]);
      return takeOut(tx, id, { status: 'sanctioned', sanction_until: input.until, status_reason: input.reason });
    },
    reinstate: ({ tx, id }) => bringBack(tx, id),
    mark_deceased: ({ tx, id, input }) => endAll(tx, id, input.reason),
  },
});
