import { benefit_grants } from '@/resources/benefit_grants/benefit_grants';
import { benefits } from '@/resources/benefits/benefits';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import { pick, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const b = columnsOf(benefits, 'b');

/** The server's rules for a benefit of a registration: it is handed over once, while its benefit lasts. */
export const benefitGrantsHooks = defineHooks(benefit_grants, {
  actions: {
    redeem: async ({ tx, row }) => {
      const benefit = await selectOne(
        tx,
        pick(b, 'status', 'starts_at', 'ends_at'),
        sql`from ${b} where ${b.benefitid} = ${row.benefitid} and b.deleted_at is null`,
      );
      if (benefit?.status !== 'active') throw conflict('BENEFIT_CLOSED');
      if (benefit.starts_at !== null && Date.parse(benefit.starts_at) > Date.now()) throw conflict('BENEFIT_EARLY');
      if (benefit.ends_at !== null && Date.parse(benefit.ends_at) < Date.now()) throw conflict('BENEFIT_LATE');
    },
  },
});
