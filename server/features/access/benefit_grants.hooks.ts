import { benefitClosedAt } from '@/domain/registration/benefitTimes';
import { correctedInstant } from '@/domain/registration/deviceClock';
import { benefit_grants, type BenefitGrant } from '@/resources/benefit_grants/benefit_grants';
import { benefits } from '@/resources/benefits/benefits';
import { updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, invalid } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import { pick, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const b = columnsOf(benefits, 'b');
/** Two hours of one device that are the same moment, although its clock was measured twice. */
const sameMomentMs = 5000;

/** A benefit is handed over while it lasts. */
const judgeTimes = async (tx: Transaction, { benefitid }: BenefitGrant, at: string): Promise<void> => {
  const benefit = await selectOne(
    tx,
    pick(b, 'status', 'starts_at', 'ends_at'),
    sql`from ${b} where ${b.benefitid} = ${benefitid} and b.deleted_at is null`,
  );
  if (benefit?.status !== 'active') throw conflict('BENEFIT_CLOSED');
  const closed = benefitClosedAt(benefit, at);
  if (closed) throw conflict(closed);
};

/** The device sends it again because it never heard that it had arrived. */
const isTheSame = ({ redeemed_at, redeemed_userid }: BenefitGrant, userid: number | null, at: string): boolean =>
  userid !== null &&
  redeemed_userid === userid &&
  redeemed_at !== null &&
  Math.abs(Date.parse(redeemed_at) - Date.parse(at)) < sameMomentMs;

/** The server's rules for a benefit of a registration: it is handed over once, while its benefit lasts. */
export const benefitGrantsHooks = defineHooks(benefit_grants, {
  actions: {
    redeem: ({ tx, row }) => judgeTimes(tx, row, new Date().toISOString()),
    hand_over: async ({ tx, id, row, input: { inscriptionid, redeemed_at, device_now } }) => {
      const { at } = correctedInstant({ at: redeemed_at, device_now });
      if (row.inscriptionid !== inscriptionid) throw invalid([{ path: 'input.inscriptionid', code: 'INVALID_REFERENCE' }]);
      if (row.state === 'redeemed') {
        if (isTheSame(row, tx.userid, at)) return;
        throw conflict('BENEFIT_REDEEMED');
      }
      await judgeTimes(tx, row, at);
      await updateRow(tx, benefit_grants, id, { state: 'redeemed', redeemed_at: at, redeemed_userid: tx.userid });
    },
    hand_back: async ({ tx, id, row, input: { redeemed_at, device_now } }) => {
      if (row.state !== 'redeemed') return; // it never arrived, or was given back before
      const { at } = correctedInstant({ at: redeemed_at, device_now });
      if (!isTheSame(row, tx.userid, at)) throw conflict('BENEFIT_OTHERS');
      await updateRow(tx, benefit_grants, id, { state: 'granted', redeemed_at: null, redeemed_userid: null });
    },
  },
});
