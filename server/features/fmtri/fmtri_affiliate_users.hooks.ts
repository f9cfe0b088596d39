import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { bringBack, endAll, takeOut } from './standing';
import { todayOf } from './todayOf';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const u = columnsOf(fmtri_affiliate_users);
/** Affiliations copy the name, for people who may read them but not the register of people. */
const rename = async (tx: Transaction, id: number): Promise<void> => {
  const [name = null] = await selectAll(tx, u.name, sql`from ${u} where ${u.affiliate_userid} = ${id}`);
  await updateAudited(tx, fmtri_affiliations, (a) => sql`${a.affiliate_userid} = ${id} and ${a.name} is distinct from ${name}::text`, {
    name,
  });
};

/** Whether a person may compete. Their affiliations follow in the same transaction. */
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
