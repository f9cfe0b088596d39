import { refundOfCancelled, type CancelledEvent } from '@/domain/registration/pricing';
import { events, type Event } from '@/resources/events/events';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { LetterKind } from '@/domain/letterTexts';
import { organizations } from '@/resources/organizations/organizations';
import { payments, type Payment } from '@/resources/payments/payments';
import { updateAudited } from '../../../api/write/audited';
import { columnsOf } from '../../../kernel/columnsOf';
import { conflict } from '../../../kernel/DomainError';
import type { Group } from '../../../kernel/group';
import { select, selectAll, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { layAllDown, waitingFor } from '../../letters/layDown';
import { advanceGroup } from '../advance';
import { judgeAllWaiting, refundWaits } from '../guards';
import { addPayments, type NewPayment } from '../payments';
import { bringBack } from './closing';

const e = columnsOf(events, 'e');
const o = columnsOf(organizations, 'o');
const p = columnsOf(payments);
const permissionKey = 'events';

/** What was decided for an event, as its registrations need it. */
interface Decision extends CancelledEvent {
  readonly status: Event['status'];
  readonly reason: string | null;
  /** Refunds above it wait for a second person. */
  readonly limit: number;
}
const decisionsOf = async (group: Group<Inscription>): Promise<(row: Inscription) => Decision | undefined> => {
  const eventids = [...new Set(group.members().map(({ row }) => row.eventid))];
  const found = await group.tx.asOwner(() =>
    select(
      group.tx,
      {
        eventid: e.eventid,
        status: e.status,
        reason: value<string | null>(sql`left(${e.cancelled_reason}, 300)`),
        cancel_refund: e.cancel_refund,
        refund_policy: e.refund_policy,
        refund_schedule: e.refund_schedule,
        daysLeft: daysToStart,
        limit: value<number>(sql`coalesce(${o.refund_approval_cents}, 0)`),
      },
      sql`from ${e} join ${o} on ${o.organizationid} = ${e.organizationid} where ${e.eventid} = any(${eventids}::bigint[])`,
    ),
  );
  const byEvent = new Map(found.map(({ eventid, ...decision }) => [eventid, decision]));
  return ({ eventid }) => byEvent.get(eventid);
};
/** Days from the cancellation of an event to its start, over `e`. */
export const daysToStart = value<number>(sql`floor(extract(epoch from ${e.start_at} - coalesce(${e.cancelled_at}, now())) / 86400)::int`);

/** With what each registration was paid, above all; the wallet does not count. */
const chargesOf = async (tx: Transaction, ids: readonly number[]) => {
  const found = await select(
    tx,
    {
      inscriptionid: p.inscriptionid,
      paymentid: p.paymentid,
      method: p.method,
      isOnline: value<boolean>(sql`${p.provider_ref} is not null`),
    },
    sql`from ${p} where ${p.inscriptionid} = any(${ids}::bigint[]) and ${p.type} = 'charge' and ${p.status} = 'paid' and ${p.method} not in ('wallet', 'courtesy') and ${p.deleted_at} is null
       order by ${p.amount_cents}, ${p.paymentid} desc`,
  );
  return new Map(found.map(({ inscriptionid, ...charge }) => [inscriptionid, charge]));
};

/** Queues a letter for everybody of a group who has an address and is not about to get the same. */
const tell = async (group: Group<Inscription>, kind: LetterKind): Promise<void> => {
  const members = group.members();
  const waiting = await waitingFor(
    group.tx,
    members.map(({ id }) => id),
    kind,
  );
  await layAllDown(
    group.tx,
    members.filter(({ id, row }) => row.email && !waiting.has(id)).map(({ row }) => row),
    kind,
  );
};

/** A refund, and how it is given. */
interface Due {
  readonly amount_cents: number;
  /** The charge that is paid back, by its gateway or by hand; without one the money goes to the wallet. */
  readonly charge: { readonly paymentid: number; readonly method: Payment['method']; readonly isOnline: boolean } | undefined;
  /** Whether nobody else has to decide: the person may, and it is within the limit. */
  readonly isDecided: boolean;
  /** Whether the person may credit it at once; otherwise it waits for people with the key of wallets. */
  readonly isCredited: boolean;
}
const duesOf = async (group: Group<Inscription>, decisionOf: (row: Inscription) => Decision | undefined) => {
  const members = group.members();
  const byHand = members.filter(({ row }) => decisionOf(row)?.refund_policy === 'original').map(({ id }) => id);
  const charges = byHand.length > 0 ? await chargesOf(group.tx, byHand) : new Map<number, never>();
  const mayCredit = group.tx.grants.keys['asdeporte-admin-wallet'] === 'edit';
  return new Map(
    members.flatMap(({ id, row }): readonly (readonly [number, Due])[] => {
      const decision = decisionOf(row);
      const amount_cents = decision ? refundOfCancelled(row, decision) : 0,
        charge = charges.get(id);
      return decision && amount_cents > 0
        ? [
            [
              id,
              {
                amount_cents,
                charge,
                isDecided: mayCredit && amount_cents <= decision.limit,
                isCredited: !charge && mayCredit && amount_cents <= decision.limit,
              },
            ],
          ]
        : [];
    }),
  );
};

/**
 * Closes registrations of a cancelled event, and gives back what was decided there: into the wallet at once if the person may, otherwise
 * as a refund that waits for people who may, or to be paid back by hand. A kit that was handed out keeps nobody in a race that is not run.
 */
export const closeWithEvent = async (group: Group<Inscription>): Promise<void> => {
  const { tx } = group;
  const decisionOf = await decisionsOf(group);
  group.refuseWhere((row) => (decisionOf(row)?.status === 'cancelled' ? null : conflict('EVENT_NOT_CANCELLED')));
  await judgeAllWaiting(group);
  const dues = await duesOf(group, decisionOf);
  const details = (row: Inscription) => ({
    set: { cancel_reason: 'event_cancelled' as const },
    reason: decisionOf(row)?.reason,
    returnCoupon: true,
    kitOverride: true,
    permissionKey,
  });
  const credited = group.part((_row, id) => dues.get(id)?.isCredited === true),
    others = group.part((_row, id) => dues.get(id)?.isCredited !== true);
  await advanceGroup(others, (row) => ({ to: 'cancelled', details: details(row) }));
  await addPayments(
    tx,
    others.members().flatMap(({ id, row }): readonly NewPayment[] => {
      const due = dues.get(id);
      if (!due) return [];
      const { amount_cents, charge, isDecided } = due;
      const sent = isDecided ? { status: 'pending' as const, refund_state: 'approved' as const } : { status: 'created' as const };
      const way = charge
        ? { method: charge.method, parent_paymentid: charge.paymentid, ...(charge.isOnline ? sent : { status: 'pending' as const }) }
        : { method: 'wallet' as const, status: 'created' as const };
      const asked = { reason: decisionOf(row)?.reason ?? null, requested_by_userid: tx.userid, return_coupon: true, kit_override: true };
      return [[row, { type: 'refund', amount_cents, ...way, ...asked }]];
    }),
  );
  await advanceGroup(credited, (row) => ({
    to: 'wallet_refund',
    details: { ...details(row), amount_cents: dues.get(row.inscriptionid)?.amount_cents ?? 0 },
  }));
  await tell(group, 'event_cancelled');
};

/** Brings registrations back whose event takes place after all; the refunds that still wait are called off. */
export const returnWithEvent = async (group: Group<Inscription>): Promise<void> => {
  const decisionOf = await decisionsOf(group);
  group.refuseWhere((row) => (decisionOf(row)?.status === 'cancelled' ? conflict('EVENT_CANCELLED') : null));
  const going = new Set(
    await selectAll(
      group.tx,
      p.inscriptionid,
      sql`from ${p} where ${p.inscriptionid} = any(${group.members().map(({ id }) => id)}::bigint[]) and ${p.type} = 'refund' and ${p.refund_state} in ('sent', 'failed') and ${p.deleted_at} is null`,
    ),
  );
  group.refuseWhere((_row, id) => (going.has(id) ? refundWaits() : null)); // what the gateway was asked for is not called off
  await bringBack(group, { reason: 'event_reopened', permissionKey });
  const ids = group.members().map(({ id }) => id);
  if (ids.length > 0)
    await updateAudited(
      group.tx,
      payments,
      (refund) =>
        sql`${refund.inscriptionid} = any(${ids}::bigint[]) and ${refund.type} = 'refund' and ${refund.status} in ('created', 'pending')`,
      { status: 'cancelled' },
    );
  await tell(group, 'event_reopened');
};

/** Writes to people about the new date of their event. */
export const tellPostponed = async (group: Group<Inscription>): Promise<void> => {
  const decisionOf = await decisionsOf(group);
  group.refuseWhere((row) => (decisionOf(row)?.status === 'postponed' ? null : conflict('EVENT_NOT_POSTPONED')));
  group.refuseWhere(({ email }) => (email ? null : conflict('WITHOUT_EMAIL', [{ path: 'email', code: 'WITHOUT_EMAIL' }])));
  await tell(group, 'event_postponed');
};

/** Writes to people about a new version of the race call. */
export const tellRaceCall = async (group: Group<Inscription>): Promise<void> => {
  group.refuseWhere(({ email }) => (email ? null : conflict('WITHOUT_EMAIL', [{ path: 'email', code: 'WITHOUT_EMAIL' }])));
  await tell(group, 'race_call');
};
