import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { conflict, DomainError, invalid } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { judgeEligibility } from '../eligibility';
import { advance } from '../advance';
import type { PaymentMethod } from '../Change';
import { giveBack, judgeCouponAt } from '../effects/coupons';
import { quote, recordDiscount, tierInForce } from '../effects/price';
import { isHeld, judgeOpen } from '../guards';
import { keyFor } from '../../log/log';
import { addPayment } from '../payments';
import { takeSurcharge } from '../surcharges';
import { lockSeats } from '../seats';
import { keepsWaiver, revokeSignatures } from '../../waivers/waivers';
import { moveWallet } from '../../wallets/wallets';
import { keepsWave } from './waves';
import { columnsOf } from '../../../kernel/columnsOf';
import { exists, selectOne } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import { changePolicyOf, type ChangePolicy } from '../changePolicyOf';

interface RaceInput {
  readonly distanceid: number;
  readonly difference?: 'policy' | 'waive' | null | undefined;
  readonly coupon?: 'keep' | 'drop' | null | undefined;
  readonly method?: PaymentMethod | null | undefined;
  readonly reference?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

const d = columnsOf(distances);
const m = columnsOf(tshirt_models);

const judgeTarget = async (tx: Transaction, row: Inscription, distanceid: number): Promise<void> => {
  if (distanceid === row.distanceid) throw conflict('UNCHANGED');
  const target = await selectOne(
    tx,
    { status: d.status },
    sql`from ${d} where ${d.distanceid} = ${distanceid} and ${d.eventid} = ${row.eventid} and ${d.deleted_at} is null`,
  );
  if (!target) throw invalid([{ path: 'input.distanceid', code: 'INVALID_REFERENCE' }]);
  judgeOpen(target.status);
  await lockSeats(tx, row.eventid, [row.distanceid, distanceid], distanceid);
  if (!row.eligibility_reason) await judgeEligibility(tx, { ...row, distanceid });
};

/** What the difference between two prices does to the money of an inscription. */
const settleDifference = async (
  tx: Transaction,
  row: Inscription,
  price_tierid: number | null,
  policy: ChangePolicy,
  { difference, method, reference, reason }: RaceInput,
): Promise<Partial<Inscription>> => {
  const price = await quote(tx, price_tierid, row.couponid ?? null);
  const total_cents = price.total_cents + row.extra_cents,
    due = total_cents - row.total_cents;
  if (policy.change === 'free' || difference === 'waive' || due === 0) return { price_tierid };
  if (due > 0) {
    return { price_tierid, ...price, total_cents, ...(await takeSurcharge(tx, row, { amount_cents: due, method, reference, reason })) };
  }
  const credited = Math.min(-due, row.paid_cents - row.refunded_cents);
  const isCredited = policy.wallet && (policy.refund === 'wallet' || policy.refund === 'choice') && credited > 0;
  if (!isCredited) return { price_tierid };
  const paymentid = await addPayment(tx, row, {
    type: 'refund',
    method: 'wallet',
    status: 'paid',
    amount_cents: credited,
    reason: reason ?? null,
    requested_by_userid: tx.userid,
  });
  await moveWallet(tx, row.web_userid, {
    type: 'refund_credit',
    amount_cents: credited,
    inscriptionid: row.inscriptionid,
    paymentid,
    reason,
    key: `refund:${paymentid}`,
  });
  return { price_tierid, ...price, total_cents, refunded_cents: row.refunded_cents + credited };
};

/** A shirt that the new distance does not give goes back to the stock. */
const keepsShirt = async (tx: Transaction, { tshirt_modelid }: Inscription, distanceid: number): Promise<boolean> => {
  if (!tshirt_modelid) return true;
  return exists(
    tx,
    sql`from ${m} where ${m.tshirt_modelid} = ${tshirt_modelid} and (cardinality(coalesce(${m.distanceids}, '{}')) = 0 or ${distanceid} = any(${m.distanceids}))`,
  );
};

const renumber = async (tx: Transaction, moved: Inscription, wasNumbered: boolean): Promise<void> => {
  if (!wasNumbered) return;
  try {
    await advance(tx, moved, 'number_updated');
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'POOL_EMPTY') throw error;
    await advance(tx, moved, 'no_assign_number', { reason: 'pool_empty' });
  }
};

/** What does not serve the new distance stays behind: the wave, and what was signed for the other race. */
const leaveBehind = async (tx: Transaction, row: Inscription, distanceid: number): Promise<Partial<Inscription>> => {
  const mustSign = row.exoneration_status === 'signed' && !(await keepsWaiver(tx, row, distanceid));
  if (mustSign) await revokeSignatures(tx, row.inscriptionid, 'distance_updated');
  return { ...(mustSign && { exoneration_status: 'pending' }), ...(!(await keepsWave(tx, row, distanceid)) && { waveid: null }) };
};

/** What was taken at the counter must not be lost: of who has not paid yet there is no difference to take or to waive. */
const judgeUnpaid = ({ difference, method }: RaceInput): void => {
  if (difference === 'waive') throw invalid([{ path: 'input.difference', code: 'NO_DIFFERENCE' }]);
  if (method) throw invalid([{ path: 'input.method', code: 'NO_DIFFERENCE' }]);
};

/** Who has not paid yet only chooses anew: nothing is charged or credited, the price follows. */
const saveRace = async (tx: Transaction, row: Inscription, input: RaceInput): Promise<{ readonly difference_cents: number }> => {
  const { distanceid, coupon, reason } = input;
  judgeUnpaid(input);
  await judgeTarget(tx, row, distanceid);
  const price_tierid = await tierInForce(tx, distanceid);
  const carried: Inscription = coupon === 'drop' ? { ...row, couponid: null } : row;
  await judgeCouponAt(tx, carried, distanceid, price_tierid);
  if (row.couponid && !carried.couponid) await giveBack(tx, row.inscriptionid);
  const permissionKey = keyFor(tx, 'distance_updated');
  const kept = await keepsShirt(tx, row, distanceid);
  const current = kept
    ? row
    : await advance(tx, row, 'tshirt_saved', { set: { tshirt_modelid: null, tshirt_size: null }, reason, permissionKey });
  const moved = await advance(tx, current, 'distance_saved', {
    set: { distanceid, price_tierid, couponid: carried.couponid, ...(await leaveBehind(tx, row, distanceid)) },
    reason,
    permissionKey,
  });
  return { difference_cents: moved.total_cents - row.total_cents };
};

/** Update race: the seat moves in one step, the difference is charged, credited or waived as the event says, the bib is exchanged for one of the new pool, the size stays if the shirt does, and so do the wave and the signed waiver if they serve the new distance too. A coupon that does not serve it stands in the way until somebody lets it go. */
export const updateRace = async (tx: Transaction, row: Inscription, input: RaceInput): Promise<{ readonly difference_cents: number }> => {
  if (isHeld(row)) return saveRace(tx, row, input);
  const { distanceid, reason } = input;
  const policy = await changePolicyOf(tx, row.eventid);
  if (policy.change === 'none') throw conflict('CHANGES_NOT_ALLOWED');
  if (input.difference === 'waive' && !reason) throw invalid([{ path: 'input.reason', code: 'REQUIRED' }]);
  await judgeTarget(tx, row, distanceid);
  const price_tierid = await tierInForce(tx, distanceid);
  const coupon = input.coupon === 'drop' ? { couponid: null } : {};
  const carried: Inscription = { ...row, ...coupon };
  await judgeCouponAt(tx, carried, distanceid, price_tierid);
  const money = { ...coupon, ...(await settleDifference(tx, carried, price_tierid, policy, input)) };
  if (row.couponid && !carried.couponid) await giveBack(tx, row.inscriptionid);
  await recordDiscount(tx, { ...row, ...money });
  const kept = await keepsShirt(tx, row, distanceid);
  const current = kept
    ? row
    : await advance(tx, row, 'tshirt_updated', { set: { tshirt_modelid: null, tshirt_size: null }, reason, goesOn: true });
  const apart = await leaveBehind(tx, row, distanceid);
  const wasNumbered = current.status === 'assign_number';
  const moved = await advance(tx, current, 'distance_updated', { set: { distanceid, ...money, ...apart }, reason, goesOn: wasNumbered });
  await renumber(tx, moved, wasNumbered);
  return { difference_cents: (money.total_cents ?? row.total_cents) - row.total_cents };
};
