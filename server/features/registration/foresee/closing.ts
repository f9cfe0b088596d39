import { ways } from '@/domain/registration/lifecycle';
import { refundOf } from '@/domain/registration/pricing';
import { events } from '@/resources/events/events';
import { payments } from '@/resources/payments/payments';
import { columnsOf, orNull } from '../../../kernel/columnsOf';
import type { Forecast } from '../../../kernel/defineHooks';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import { select, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import { kitDelivered, refundWaits } from '../guards';
import { noWay } from '../advance';
import { factsOf, i } from './facts';
import { openLedger } from './ledger';

const p = columnsOf(payments, 'p');
const r = columnsOf(payments, 'r');
const e = columnsOf(events, 'e');
const closing = {
  wasHanded: value<boolean>(sql`${i.kit_status} in ('delivered', 'partial')`),
  isWaiting: value<boolean>(
    sql`exists (select 1 from ${p} where ${p.inscriptionid} = ${i.inscriptionid} and ${p.type} = 'refund' and (${p.status} in ('created', 'pending') or ${p.refund_state} = 'failed') and ${p.deleted_at} is null)`,
  ),
};
interface Override {
  readonly override?: boolean | null | undefined;
  readonly reason?: string | null | undefined;
}
const noReason = invalid([{ path: 'input.reason', code: 'REQUIRED' }]),
  handed = kitDelivered(),
  waits = refundWaits();

/** What prevents closing registrations: a kit that was handed out, and a waiting refund. */
export const foreseeCancel =
  ({ override, reason }: Override): Forecast =>
  async ({ tx, ids }) => {
    const refused = new Map<number, DomainError>();
    for (const { id, wasHanded, isWaiting } of await factsOf(tx, ids, closing)) {
      if (wasHanded && !override) refused.set(id, handed);
      else if (override && !reason) refused.set(id, noReason);
      else if (isWaiting) refused.set(id, waits);
    }
    return refused;
  };

const tooMuch = invalid([{ path: 'input.amount_cents', code: 'REFUND_TOO_MUCH' }]),
  nothing = conflict('REFUND_NOTHING');
const refunding = {
  ...closing,
  paid: i.paid_cents,
  refunded: i.refunded_cents,
  schedule: e.refund_schedule,
  daysLeft: value<number>(sql`floor(extract(epoch from ${e.start_at} - now()) / 86400)::int`),
};
/** The same for refunds, with the part of the money that the schedule of the event leaves. */
export const foreseeRefund =
  ({ amount_cents, override }: { readonly amount_cents?: number | null | undefined } & Override): Forecast =>
  async ({ tx, ids }) => {
    const refused = new Map<number, DomainError>();
    const facts = await tx.asOwner(() => factsOf(tx, ids, refunding, sql`join ${e} on ${e.eventid} = ${i.eventid}`));
    for (const { id, wasHanded, isWaiting, paid, refunded, schedule, daysLeft } of facts) {
      const left = paid - refunded,
        amount = amount_cents ?? Math.min(left, refundOf(paid, schedule, daysLeft));
      if (wasHanded && !override) refused.set(id, handed);
      else if (amount > left) refused.set(id, tooMuch);
      else if (amount <= 0) refused.set(id, nothing);
      else if (isWaiting) refused.set(id, waits);
    }
    return refused;
  };

const approving = {
  id: r.paymentid,
  amount: r.amount_cents,
  isToOrigin: value<boolean>(sql`${r.method} <> 'wallet' and ${r.parent_paymentid} is not null`),
  isOverridden: value<boolean>(sql`coalesce(${r.kit_override}, false)`),
  inscriptionid: orNull(i.inscriptionid),
  status: orNull(i.status),
  wasHanded: value<boolean>(sql`coalesce(${i.kit_status} in ('delivered', 'partial'), false)`),
  left: value<number>(sql`coalesce(${i.paid_cents} - ${i.refunded_cents}, 0)`),
};
const missing = conflict('ALREADY_EXISTS');

/** Refunds that a second person approves: a payment is returned once, even when several refunds wait for it. */
export const foreseeApproval = (): Forecast => {
  const kept = openLedger(),
    closed = new Set<number>();
  return async ({ tx, ids }) => {
    const refused = new Map<number, DomainError>();
    const facts = await select(
      tx,
      approving,
      sql`from unnest(${ids}::bigint[]) with ordinality as asked (id, at) join ${r} on ${r.paymentid} = asked.id
          left join ${i} on ${i.inscriptionid} = ${r.inscriptionid} and ${i.deleted_at} is null order by asked.at`,
    );
    for (const { id, amount, isToOrigin, isOverridden, inscriptionid, status, wasHanded, left } of facts) {
      if (inscriptionid === null || status === null) refused.set(id, missing);
      else if (isToOrigin) continue;
      else if (wasHanded && !isOverridden) refused.set(id, handed);
      else if (closed.has(inscriptionid) || !ways[status].includes('wallet_refund'))
        refused.set(id, noWay(closed.has(inscriptionid) ? 'wallet_refund' : status, 'wallet_refund'));
      else {
        kept.know(inscriptionid, left);
        if (!kept.has(inscriptionid, amount)) refused.set(id, tooMuch);
        else {
          kept.take(inscriptionid, amount);
          closed.add(inscriptionid);
        }
      }
    }
    return refused;
  };
};
