import { seats, type Lifecycle } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';

export const noSeat = (): DomainError => conflict('SOLD_OUT', [{ path: 'distanceid', code: 'SOLD_OUT' }]);

const lockSql = `
  with d as materialized (select distanceid, capacity - sold_count - held_count as free from distances where distanceid = any($2::bigint[]) order by distanceid for no key update),
       e as materialized (select eventid from events where eventid = $1 and (select count(*) from d) > 0 for no key update)
  select d.distanceid, d.free, (select count(*) from e) from d`;

/**
 * Locks what the seats of an event are counted in, before anything else but the inscription itself: every change that moves a seat does so, and none waits for another in a circle.
 *
 * Refuses when the distance that is to give a seat has none.
 */
export const lockSeats = async (tx: Transaction, eventid: number, distanceids: readonly number[], wanted?: number): Promise<void> => {
  const rows = await tx.run(lockSql, [eventid, distanceids]);
  const [, free] = rows.find(([id]) => Number(id) === wanted) ?? [];
  if (free !== null && free !== undefined && Number(free) < 1) throw noSeat();
};

const kindOf = (status: Lifecycle): keyof typeof seats | null =>
  (Object.keys(seats) as (keyof typeof seats)[]).find((kind) => (seats[kind] as readonly Lifecycle[]).includes(status)) ?? null;

/** Locks the seat that an inscription is about to take, keep under another name or give back. */
export const judgeSeat = async (tx: Transaction, { eventid, distanceid, status }: Inscription, to: Lifecycle): Promise<void> => {
  const [was, is] = [kindOf(status as Lifecycle), kindOf(to)];
  if (was !== is) await lockSeats(tx, eventid, [distanceid], was === null ? distanceid : undefined);
};
