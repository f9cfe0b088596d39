import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { compareRegister, forgetRegister } from './compareRegister';
import { askMissing } from './registerLetters';
import { sanctionRegistrations } from './sanctionRegistrations';
import { bringBack, endAll, planSanction, takeOut } from './standing';
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
  imports: { finish: compareRegister, undone: forgetRegister },
  actions: {
    ask_missing: ({ tx, id, row }) => askMissing(tx, id, row.register_importid),
    suspend: ({ tx, id, input }) => takeOut(tx, id, { status: 'suspended', status_reason: input.reason }),
    sanction: async ({ tx, id, input }) => {
      const today = await todayOf(tx);
      const { from, until, reason } = input;
      const sanction_from = from && from > today ? from : today;
      if (until < today) throw invalid([{ path: 'until', code: 'SANCTION_PAST' }]);
      if (until < (from ?? until)) throw invalid([{ path: 'until', code: 'SANCTION_ORDER' }]);
      const terms = { sanction_from: from ?? today, sanction_until: until, status_reason: reason };
      await sanctionRegistrations(tx, id, terms);
      if (sanction_from > today) return planSanction(tx, id, terms);
      return takeOut(tx, id, { ...terms, status: 'sanctioned' });
    },
    reinstate: ({ tx, id }) => bringBack(tx, id),
    mark_deceased: ({ tx, id, input }) => endAll(tx, id, input.reason),
  },
});
