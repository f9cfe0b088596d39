import { seats, type Lifecycle } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { conflict, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

export const noSeat = (): DomainError => conflict('SOLD_OUT', [{ path: 'distanceid', code: 'SOLD_OUT' }]);

const d = columnsOf(distances);
const e = columnsOf(events);
const locked = {
  id: value<number>(sql`d.distanceid`),
  free: value<number | null>(sql`d.free`),
  locks: value<number>(sql`(select count(*) from e)`),
};

/**
 * Locks what the seats of an event are counted in, before anything else but the inscription itself: every change that moves a seat does so, and none waits for another in a circle.
 *
 * Refuses when the distance that is to give a seat has none.
 */
export const lockSeats = async (tx: Transaction, eventid: number, distanceids: readonly number[], wanted?: number): Promise<void> => {
  const rows = await select(
    tx,
    locked,
    (list) => sql`
      with d as materialized (select ${d.distanceid} as distanceid, ${d.capacity} - ${d.sold_count} - ${d.held_count} as free from ${d} where ${d.distanceid} = any(${distanceids}::bigint[]) order by ${d.distanceid} for no key update),
           e as materialized (select ${e.eventid} from ${e} where ${e.eventid} = ${eventid} and (select count(*) from d) > 0 for no key update)
      select ${list} from d`,
  );
  const free = rows.find(({ id }) => id === wanted)?.free ?? null;
  if (free !== null && free < 1) throw noSeat();
};

const kindOf = (status: Lifecycle): keyof typeof seats | null =>
  (Object.keys(seats) as (keyof typeof seats)[]).find((kind) => (seats[kind] as readonly Lifecycle[]).includes(status)) ?? null;

/** Locks the seat that an inscription is about to take, keep under another name or give back. */
export const judgeSeat = async (tx: Transaction, { eventid, distanceid, status }: Inscription, to: Lifecycle): Promise<void> => {
  const [was, is] = [kindOf(status), kindOf(to)];
  if (was !== is) await lockSeats(tx, eventid, [distanceid], was === null ? distanceid : undefined);
};
