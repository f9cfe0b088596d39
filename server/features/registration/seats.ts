import { seats, type Lifecycle } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { conflict, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { Entangled } from '../../kernel/group';
import { select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

export const noSeat = (): DomainError => conflict('SOLD_OUT', [{ path: 'distanceid', code: 'SOLD_OUT' }]);

const d = columnsOf(distances);
const e = columnsOf(events);
const locked = {
  id: value<number>(sql`d.distanceid`),
  free: value<number | null>(sql`d.free`),
  locks: value<number>(sql`(select count(*) from e)`),
};

/** Locks what seats of events are counted in, and answers how many each distance has left; `null` has no limit. */
export const lockFree = async (
  tx: Transaction,
  eventids: readonly number[],
  distanceids: readonly number[],
): Promise<ReadonlyMap<number, number | null>> => {
  const rows = await select(
    tx,
    locked,
    (list) => sql`
      with d as materialized (select ${d.distanceid} as distanceid, ${d.capacity} - ${d.sold_count} - ${d.held_count} as free from ${d} where ${d.distanceid} = any(${distanceids}::bigint[]) order by ${d.distanceid} for no key update),
           e as materialized (select ${e.eventid} from ${e} where ${e.eventid} = any(${eventids}::bigint[]) and (select count(*) from d) > 0 order by ${e.eventid} for no key update)
      select ${list} from d`,
  );
  return new Map(rows.map(({ id, free }) => [id, free]));
};

const unique = (list: readonly number[]): readonly number[] => [...new Set(list)];
/** Whether nobody gets a seat. If some of them would get one and others would not, they are done one by one: a later refusal of one leaves its seat to the next. */
const isShort = (left: number | null, wanted: number): boolean => {
  if (left === null || wanted <= left) return false;
  if (left > 0) throw new Entangled();
  return true;
};

/**
 * Locks the counters of the seats of an event, before anything else but the inscription itself: every change that moves a seat does so,
 * so there are no deadlocks.
 *
 * Refuses when the distance that should give a seat has none.
 */
export const lockSeats = async (tx: Transaction, eventid: number, distanceids: readonly number[], wanted?: number): Promise<void> => {
  const left = await lockFree(tx, [eventid], distanceids);
  const free = wanted === undefined ? null : (left.get(wanted) ?? null);
  if (free !== null && free < 1) throw noSeat();
};

/** Locks the seats that new inscriptions of events are about to take, and answers in the same order why some get none. */
export const judgeNewSeats = async (
  tx: Transaction,
  wanting: readonly Pick<Inscription, 'eventid' | 'distanceid'>[],
): Promise<readonly (DomainError | null)[]> => {
  if (wanting.length === 0) return [];
  const without = new Set<number>();
  const free = await lockFree(tx, unique(wanting.map(({ eventid }) => eventid)), unique(wanting.map(({ distanceid }) => distanceid)));
  for (const [distanceid, left] of free) {
    const wanted = wanting.filter((each) => each.distanceid === distanceid).length;
    if (isShort(left, wanted)) without.add(distanceid);
  }
  return wanting.map(({ distanceid }) => (without.has(distanceid) ? noSeat() : null));
};

const kindOf = (status: Lifecycle): keyof typeof seats | null =>
  (Object.keys(seats) as (keyof typeof seats)[]).find((kind) => (seats[kind] as readonly Lifecycle[]).includes(status)) ?? null;

const eventCancelled = (): DomainError => conflict('EVENT_CANCELLED', [{ path: 'eventid', code: 'EVENT_CANCELLED' }]);
/** Which of some events are cancelled: nobody takes a seat there again. */
const cancelledOf = async (tx: Transaction, eventids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    eventids.length > 0
      ? await selectAll(tx, e.eventid, sql`from ${e} where ${e.eventid} = any(${eventids}::bigint[]) and ${e.status} = 'cancelled'`)
      : [],
  );

/** An inscription and where it is about to go. */
export interface SeatMove {
  readonly before: Pick<Inscription, 'eventid' | 'distanceid' | 'status'>;
  readonly to: Lifecycle;
}
/** Locks the seats that inscriptions are about to take, keep under another status or return. Answers those that get none, and why: none is left, or the event is cancelled. */
export const judgeSeats = async <M extends SeatMove>(tx: Transaction, moves: readonly M[]): Promise<ReadonlyMap<M, DomainError>> => {
  const moving = moves.filter(({ before, to }) => kindOf(before.status) !== kindOf(to)),
    without = new Map<M, DomainError>();
  if (moving.length === 0) return without;
  const free = await lockFree(
    tx,
    unique(moving.map(({ before }) => before.eventid)),
    unique(moving.map(({ before }) => before.distanceid)),
  );
  const taking = moving.filter(({ before }) => kindOf(before.status) === null);
  const cancelled = await cancelledOf(tx, unique(taking.map(({ before }) => before.eventid)));
  for (const move of taking) if (cancelled.has(move.before.eventid)) without.set(move, eventCancelled());
  for (const [distanceid, left] of free) {
    const wanting = taking.filter((move) => move.before.distanceid === distanceid && !without.has(move));
    if (isShort(left, wanting.length)) for (const move of wanting) without.set(move, noSeat());
  }
  return without;
};
