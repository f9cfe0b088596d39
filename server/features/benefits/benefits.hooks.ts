import { benefit_grants } from '@/resources/benefit_grants/benefit_grants';
import { benefits } from '@/resources/benefits/benefits';
import { createAllAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid, problemAt } from '../../kernel/DomainError';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { countReach } from './audience';
import { giveAll, takeAllBack } from './grantBenefits';

const g = columnsOf(benefit_grants);
const mostCodes = 5000;
const codePattern = /^[A-Z0-9_-]{3,60}$/;

/** The codes of a text, one a line or separated by commas; refuses what is none. */
const codesIn = (text: string): readonly string[] => {
  const codes = [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];
  const wrong = codes.find((code) => !codePattern.test(code));
  if (wrong !== undefined) throw invalid([problemAt('input.codes', 'CODE_UNREADABLE', { code: wrong.slice(0, 60) })]);
  if (codes.length === 0) throw invalid([problemAt('input.codes', 'REQUIRED')]);
  if (codes.length > mostCodes) throw invalid([problemAt('input.codes', 'TOO_MANY_CODES', { most: mostCodes })]);
  return codes;
};
const addCodes = async (tx: Transaction, benefitid: number, eventid: number | null, text: string) => {
  const codes = codesIn(text);
  const known = new Set(
    await selectAll(
      tx,
      g.code,
      sql`from ${g} where ${g.benefitid} = ${benefitid} and ${g.code} = any(${[...codes]}::text[]) and ${g.deleted_at} is null`,
    ),
  );
  const added = codes.filter((code) => !known.has(code));
  await createAllAudited(
    tx,
    benefit_grants,
    added.map((code) => ({ benefitid, eventid, code, state: 'available' as const })),
  );
  return { added: added.length, known: known.size };
};

/** The server's rules for benefits: who is due one gets it, by the rule that the benefit says. */
export const benefitsHooks = defineHooks(benefits, {
  actions: {
    reach: async ({ tx, row }) => {
      const { meant, due } = await countReach(tx, row);
      const codes = row.redemption === 'code_pool' ? (row.available_count ?? 0) : null;
      const left = row.qty === null ? null : Math.max(0, row.qty - (row.granted_count ?? 0));
      const possible = Math.min(due, codes ?? due, left ?? due);
      return { meant, due, possible, granted: row.granted_count ?? 0, redeemed: row.redeemed_count ?? 0, codes, left };
    },
    grant: async ({ tx, id }) => {
      await updateRow(tx, benefits, id, { granting: true });
      await giveAll(tx, id);
    },
    withdraw: async ({ tx, id }) => {
      await updateRow(tx, benefits, id, { granting: false });
      await takeAllBack(tx, id);
    },
    add_codes: async ({ tx, id, row, input }) => {
      const answer = await addCodes(tx, id, row.eventid, input.codes);
      await giveAll(tx, id);
      return answer;
    },
  },
});
