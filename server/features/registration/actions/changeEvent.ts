import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { conflict, invalid, notFound } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { audit } from '../../../api/audit/audit';
import { insertRow, updateRow } from '../../../api/write/columns';
import { readStored } from '../../../api/list/stored';
import { rowFor } from '../../../api/list/visible';
import { randomCode } from '../../../kernel/codes';
import { judgeEligibility } from '../eligibility';
import { advance } from '../advance';
import { begin } from '../begin';
import type { PaymentMethod } from '../Change';
import { newQrToken } from '../effects/qr';
import { judgeWaiting } from '../guards';
import { numberAfterPayment } from '../numbering';
import { addPayment } from '../payments';
import { moveWallet } from '../../wallets/wallets';
import { columnsOf } from '../../../kernel/columnsOf';
import { execute, exists } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import { changePolicyOf, type ChangePolicy } from '../changePolicyOf';
import { copied, type NewInscription } from '../newInscription';

interface EventInput {
  readonly eventid: number;
  readonly distanceid: number;
  readonly difference?: 'policy' | 'waive' | null | undefined;
  readonly method?: PaymentMethod | null | undefined;
  readonly reference?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

const folioLength = 8;
/** What is copied: the athlete, and the notes about them. Seat, bib, size, coupon and category belong to the old event. */
const carried = [...copied, 'tags', 'attention', 'est_time_s', 'eligibility_reason', 'comment'] as const;

const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const isTarget = (tx: Transaction, distanceid: number, eventid: number): Promise<boolean> =>
  exists(
    tx,
    sql`from ${d} join ${e} on ${e.eventid} = ${d.eventid} where ${d.distanceid} = ${distanceid} and ${d.eventid} = ${eventid} and ${d.deleted_at} is null and ${e.deleted_at} is null`,
  );
/** Two athletes who swap places between two events are locked in the same order, so they wait instead of deadlocking. */
const lockPlaces = async (tx: Transaction, distanceids: readonly number[], eventids: readonly number[]): Promise<void> => {
  await execute(
    tx,
    sql`select 1 from ${d} where ${d.distanceid} = any(${distanceids}::bigint[]) order by ${d.distanceid} for no key update`,
  );
  await execute(tx, sql`select 1 from ${e} where ${e.eventid} = any(${eventids}::bigint[]) order by ${e.eventid} for no key update`);
};

/** Creates the inscription in the other event, which only somebody who may administer it there can do. */
const open = async (tx: Transaction, row: Inscription, { eventid, distanceid }: EventInput): Promise<Inscription> => {
  if (!row.eligibility_reason) await judgeEligibility(tx, { ...row, distanceid });
  const fresh: NewInscription = {
    ...Object.fromEntries(carried.map((name) => [name, row[name]])),
    web_userid: row.web_userid,
    eventid,
    distanceid,
    channel: 'backoffice',
    status: 'started',
    folio: randomCode(folioLength),
    qr_token: newQrToken(),
    moved_from_inscriptionid: row.inscriptionid,
  };
  const id = await begin(tx, fresh, (complete) => insertRow(tx, inscriptions, complete));
  await rowFor(tx, inscriptions, id, 'change_event');
  const made = await readStored(tx, inscriptions, id, { lock: true });
  if (!made) throw notFound();
  return made;
};

interface Transfer {
  readonly moved: number;
  readonly credited: number;
  readonly extra: number;
  readonly discount: number;
}
/** How much of the money moves along, goes back to the wallet, or is lost; by the same rules as for another race. */
const split = (kept: number, total: number, policy: ChangePolicy, isWaived: boolean): Transfer => {
  const surplus = kept - total;
  if (surplus <= 0) return { moved: kept, credited: 0, extra: 0, discount: isWaived ? -surplus : 0 };
  const isCredited = !isWaived && policy.wallet && (policy.refund === 'wallet' || policy.refund === 'choice');
  return isCredited
    ? { moved: total, credited: surplus, extra: 0, discount: 0 }
    : { moved: kept, credited: 0, extra: surplus, discount: 0 };
};

const creditSurplus = async (tx: Transaction, row: Inscription, amount_cents: number, reason: string | null): Promise<void> => {
  if (amount_cents === 0) return;
  const paymentid = await addPayment(tx, row, {
    type: 'refund',
    method: 'wallet',
    status: 'paid',
    amount_cents,
    reason,
    requested_by_userid: tx.userid,
  });
  await moveWallet(tx, row.web_userid, {
    type: 'refund_credit',
    amount_cents,
    inscriptionid: row.inscriptionid,
    paymentid,
    reason,
    key: `refund:${paymentid}`,
  });
};

/** Closes the old inscription: its money moves out, its seat, bib and size are free, its coupon stays used. */
const leave = async (
  tx: Transaction,
  row: Inscription,
  target: Inscription,
  { moved, credited }: Transfer,
  reason: string | null,
): Promise<number | null> => {
  const out =
    moved > 0 ? await addPayment(tx, row, { type: 'transfer_out', method: 'external', status: 'paid', amount_cents: moved, reason }) : null;
  await creditSurplus(tx, row, credited, reason);
  await advance(tx, row, 'change_event', {
    reason,
    set: { refunded_cents: row.refunded_cents + moved + credited, moved_to_inscriptionid: target.inscriptionid },
  });
  return out;
};

/**
 * Change event: the inscription is closed, and a new one in the other event gets its money. A missing amount is taken in the same step,
 * a remaining one goes to the wallet by the rules of the old event.
 *
 * Answers the new inscription.
 */
export const changeEvent = async (
  tx: Transaction,
  row: Inscription,
  input: EventInput,
): Promise<{ readonly inscriptionid: number; readonly difference_cents: number }> => {
  const { eventid, distanceid, difference, method, reference, reason = null } = input;
  if (eventid === row.eventid) throw conflict('SAME_EVENT', [{ path: 'input.eventid', code: 'SAME_EVENT' }]);
  if (!(await isTarget(tx, distanceid, eventid))) throw invalid([{ path: 'input.distanceid', code: 'INVALID_REFERENCE' }]);
  if (difference === 'waive' && !reason) throw invalid([{ path: 'input.reason', code: 'REQUIRED' }]);
  await judgeWaiting(tx, row);
  const policy = await changePolicyOf(tx, row.eventid);
  if (policy.change === 'none') throw conflict('CHANGES_NOT_ALLOWED');
  await lockPlaces(tx, [row.distanceid, distanceid], [row.eventid, eventid]);
  const opened = await open(tx, row, input);
  const transfer = split(
    row.paid_cents - row.refunded_cents,
    opened.total_cents,
    policy,
    difference === 'waive' || policy.change === 'free',
  );
  const out = await leave(tx, row, opened, transfer, reason);
  const { moved, extra, discount } = transfer;
  const [onEntry, onFee] = [Math.min(discount, opened.list_price_cents), Math.max(0, discount - opened.list_price_cents)];
  const money = {
    discount_cents: onEntry,
    fee_cents: opened.fee_cents - onFee,
    extra_cents: extra,
    total_cents: opened.total_cents + extra - discount,
    paid_cents: moved,
  };
  if (moved > 0)
    await addPayment(tx, opened, {
      type: 'transfer_in',
      method: 'external',
      status: 'paid',
      amount_cents: moved,
      reason,
      parent_paymentid: out,
    });
  await updateRow(tx, inscriptions, opened.inscriptionid, money);
  const target = { ...opened, ...money };
  const due = target.total_cents - moved;
  if (due > 0 && !method) throw invalid([{ path: 'input.method', code: 'DIFFERENCE_DUE', params: { amount: due / 100 } }]);
  const ready = due > 0 && method === 'wallet' ? await advance(tx, target, 'pending_payment', { method, wallet_cents: due }) : target;
  await numberAfterPayment(tx, await advance(tx, ready, 'paid', { method: method ?? 'external', reference, reason }));
  await audit(tx, {
    resource: inscriptions,
    id: opened.inscriptionid,
    verb: 'create',
    before: null,
    after: await readStored(tx, inscriptions, opened.inscriptionid),
  });
  return { inscriptionid: opened.inscriptionid, difference_cents: opened.total_cents - (row.paid_cents - row.refunded_cents) };
};
