import { statusGroups } from '@/domain/registration/lifecycle';
import { refundOfCancelled, type CancelledEvent } from '@/domain/registration/pricing';
import { distances } from '@/resources/distances/distances';
import { events, type Event } from '@/resources/events/events';
import { followup_links } from '@/resources/followup_links/followup_links';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { must } from '@/schema/must';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict } from '../../kernel/DomainError';
import { exists, select, selectAll, selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { beginWithEvent, type EventRun } from './beginWithEvent';

const i = columnsOf(inscriptions);
const l = columnsOf(followup_links);

/** What is to be closed of an event: everybody with a place, and what they paid. */
const { hold, active, disputed } = statusGroups;
const placed = [...hold, ...active];
const ofEvent = (eventid: number, statuses: readonly string[]): SQL =>
  sql`from ${i} where ${i.eventid} = ${eventid} and ${i.status} = any(${statuses}::text[]) and ${i.deleted_at} is null`;

interface Affected {
  readonly registrations: number;
  readonly unpaid: number;
  readonly paid: number;
  readonly paid_cents: number;
  readonly refund_cents: number;
  readonly kept_cents: number;
  readonly letters: number;
  readonly disputed: number;
}
/** Counts what a cancellation does. Registrations that paid and got back the same are counted together, so the event may be large. */
const affectedBy = async (tx: Transaction, eventid: number, decision: CancelledEvent): Promise<Affected> => {
  const groups = await select(
    tx,
    {
      paid_cents: i.paid_cents,
      refunded_cents: i.refunded_cents,
      people: value<number>(sql`count(*)::int`),
      unpaid: value<number>(sql`count(*) filter (where ${i.status} = any(${hold}::text[]))::int`),
      letters: value<number>(sql`count(${i.email})::int`),
    },
    sql`${ofEvent(eventid, placed)} group by 1, 2`,
  );
  const sum = (of: (group: (typeof groups)[number]) => number): number => groups.reduce((all, group) => all + of(group), 0);
  const inDispute = await selectOne(tx, { count: value<number>(sql`count(*)::int`) }, ofEvent(eventid, disputed));
  const held = (group: (typeof groups)[number]): number => group.paid_cents - group.refunded_cents;
  return {
    registrations: sum(({ people }) => people),
    unpaid: sum(({ unpaid }) => unpaid),
    paid: sum((group) => (held(group) > 0 ? group.people : 0)),
    paid_cents: sum((group) => held(group) * group.people),
    refund_cents: sum((group) => refundOfCancelled(group, decision) * group.people),
    kept_cents: sum((group) => (held(group) - refundOfCancelled(group, decision)) * group.people),
    letters: sum(({ letters }) => letters),
    disputed: inDispute?.count ?? 0,
  };
};

const dayMs = 86_400_000;
const withdrawWaiting = (tx: Transaction, eventid: number) =>
  updateAudited(tx, waitlist_entries, (entry) => sql`${entry.eventid} = ${eventid} and ${entry.status} = 'waiting'`, {
    status: 'withdrawn',
    withdrawn_because: 'event_cancelled',
  });
const closeDistances = (tx: Transaction, eventid: number) =>
  updateAudited(
    tx,
    distances,
    (distance) => sql`${distance.eventid} = ${eventid} and ${distance.status} = 'open' and ${distance.deleted_at} is null`,
    {
      status: 'closed',
      closed_with_event: true,
    },
  );

/** The consequences of calling off an event, and the run that closes its registrations. */
export interface Cancellation extends Affected {
  readonly distances: number;
  readonly waiting: number;
  readonly links: number;
  /** How refunds are given: at once, after somebody with the key of wallets allows them, or by hand. */
  readonly way: 'none' | 'wallet' | 'asked' | 'byHand';
  readonly run: EventRun | null;
}

/**
 * Calls off an event, whose row says so already: nobody registers or waits any more, and a run closes the registrations, gives the money
 * back as was decided and writes to everybody.
 */
export const cancelEvent = async (tx: Transaction, row: Event, refund: CancelledEvent['cancel_refund']): Promise<Cancellation> => {
  const { eventid, refund_policy, refund_schedule, start_at } = row;
  const decision: CancelledEvent = {
    cancel_refund: refund,
    refund_policy,
    refund_schedule,
    daysLeft: Math.floor((Date.parse(start_at) - Date.now()) / dayMs),
  };
  await updateRow(tx, events, eventid, { status_before: beforeCancelling(row) });
  const affected = await affectedBy(tx, eventid, decision);
  const closed = await closeDistances(tx, eventid);
  const withdrawn = await withdrawWaiting(tx, eventid);
  const open = await selectOne(
    tx,
    { count: value<number>(sql`count(*)::int`) },
    sql`from ${l} where ${l.eventid} = ${eventid} and ${l.revoked_at} is null and ${l.expires_at} > now() and ${l.deleted_at} is null`,
  );
  const ids = await selectAll(tx, i.inscriptionid, sql`${ofEvent(eventid, placed)} order by ${i.inscriptionid}`);
  const mayCredit = tx.grants.keys['asdeporte-admin-wallet'] === 'edit';
  return {
    ...affected,
    distances: closed.length,
    waiting: withdrawn.length,
    links: open?.count ?? 0,
    way: affected.refund_cents === 0 ? 'none' : refund_policy === 'original' ? 'byHand' : mayCredit ? 'wallet' : 'asked',
    run: await beginWithEvent(tx, 'close_with_event', ids),
  };
};
type Ahead = NonNullable<Event['status_before']>;
const beforeCancelling = ({ status }: Event): Ahead => {
  const known: Readonly<Record<string, Ahead>> = {
    draft: 'draft',
    in_review: 'in_review',
    published: 'published',
    sold_out: 'sold_out',
    closed: 'closed',
    in_progress: 'in_progress',
    postponed: 'postponed',
  };
  return must(known[status], `a state that is called off, not ${status}`);
};

/** What comes back when an event takes place after all. */
export interface Reopening {
  readonly registrations: number;
  readonly distances: number;
  readonly run: EventRun | null;
}

/** Takes a cancellation back while no money was given back: the event is as it was, and a run brings its registrations back. */
export const reopenEvent = async (tx: Transaction, { eventid, status_before }: Event): Promise<Reopening> => {
  const gone = await exists(
    tx,
    sql`from ${i} where ${i.eventid} = ${eventid} and ${i.cancel_reason} = 'event_cancelled' and ${i.refunded_cents} > 0 and ${i.deleted_at} is null limit 1`,
  );
  if (gone) throw conflict('EVENT_REFUNDED', [{ path: 'status', code: 'EVENT_REFUNDED' }]);
  await updateRow(tx, events, eventid, {
    status: status_before ?? 'draft',
    status_before: null,
    cancelled_reason: null,
    cancelled_at: null,
    cancel_refund: null,
  });
  const opened = await updateAudited(
    tx,
    distances,
    (distance) => sql`${distance.eventid} = ${eventid} and ${distance.closed_with_event} and ${distance.status} = 'closed'`,
    { status: 'open', closed_with_event: false },
  );
  const ids = await selectAll(
    tx,
    i.inscriptionid,
    sql`${ofEvent(eventid, ['cancelled'])} and ${i.cancel_reason} = 'event_cancelled' order by ${i.inscriptionid}`,
  );
  return { registrations: ids.length, distances: opened.length, run: await beginWithEvent(tx, 'return_with_event', ids) };
};
