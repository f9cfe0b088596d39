import { statusGroups } from '@/domain/registration/lifecycle';
import { desks } from '@/resources/desks/desks';
import { distances } from '@/resources/distances/distances';
import { events, type Event } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { waves } from '@/resources/waves/waves';
import { columnsOf } from '../../kernel/columnsOf';
import { invalid } from '../../kernel/DomainError';
import { pick, select } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { updateEachAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { beginWithEvent, type EventRun } from './beginWithEvent';

const d = columnsOf(distances);
const i = columnsOf(inscriptions);
const t = columnsOf(price_tiers, 't');
const w = columnsOf(waves);
const k = columnsOf(desks);

/** Moves an instant with its event. */
type Move = (instant: string | null) => string | null;
const movedBy =
  (ms: number): Move =>
  (instant) =>
    instant === null ? null : new Date(Date.parse(instant) + ms).toISOString();
/** What has happened already does not move. */
const onlyAhead =
  (move: Move): Move =>
  (instant) =>
    instant !== null && Date.parse(instant) > Date.now() ? move(instant) : instant;

/** The starts of distances and waves, and the hours of desks. */
const moveStarts = async (tx: Transaction, eventid: number, move: Move) => {
  const races = await select(
    tx,
    pick(d, 'distanceid', 'start_at'),
    sql`from ${d} where ${d.eventid} = ${eventid} and ${d.start_at} is not null and ${d.deleted_at} is null`,
  );
  await updateEachAudited(
    tx,
    distances,
    races.map(({ distanceid, start_at }) => ({ id: distanceid, values: { start_at: move(start_at) } })),
  );
  const blocks = await select(
    tx,
    pick(w, 'waveid', 'start_at'),
    sql`from ${w} where ${w.eventid} = ${eventid} and ${w.deleted_at} is null`,
  );
  await updateEachAudited(
    tx,
    waves,
    blocks.map(({ waveid, start_at }) => ({ id: waveid, values: { start_at: move(start_at) ?? start_at } })),
  );
  const counters = await select(
    tx,
    pick(k, 'deskid', 'opens_at', 'closes_at'),
    sql`from ${k} where ${k.eventid} = ${eventid} and ${k.opens_at} > now() and ${k.deleted_at} is null`,
  );
  await updateEachAudited(
    tx,
    desks,
    counters.map(({ deskid, opens_at, closes_at }) => ({ id: deskid, values: { opens_at: move(opens_at), closes_at: move(closes_at) } })),
  );
  return { waves: blocks.length };
};

/** Prices go on until the new date: a period that has begun ends later, the ones behind it move. The last goes first, so that two never overlap. */
const moveTiers = async (tx: Transaction, eventid: number, move: Move): Promise<number> => {
  const ahead = onlyAhead(move);
  const tiers = await select(
    tx,
    pick(t, 'price_tierid', 'starts_at', 'ends_at'),
    sql`from ${t} join ${columnsOf(distances, 'r')} on r.distanceid = ${t.distanceid} where r.eventid = ${eventid} and ${t.ends_at} > now() and ${t.deleted_at} is null order by ${t.starts_at} desc`,
  );
  for (const { price_tierid, starts_at, ends_at } of tiers)
    await updateEachAudited(tx, price_tiers, [
      { id: price_tierid, values: { starts_at: ahead(starts_at) ?? starts_at, ends_at: ahead(ends_at) ?? ends_at } },
    ]);
  return tiers.length;
};

/** The consequences of postponing an event, and the run that writes to everybody. */
export interface Postponement {
  readonly registrations: number;
  readonly letters: number;
  readonly tiers: number;
  readonly waves: number;
  /** By how many days everything moves; 0 while the new date is not known. */
  readonly days: number;
  readonly new_start_at: string | null;
  readonly closes_at: string;
  /** Whether people who cannot come may ask for their money, by the policy of the event. */
  readonly mayRefund: boolean;
  readonly run: EventRun | null;
}
const dayMs = 86_400_000;

/**
 * Postpones an event, whose row says so already: with a new date, everything that is still ahead moves by the same time; without one, the
 * dates stay until it is known. Registered people keep their places and get a letter, and sales stop until the event is published again.
 */
export const postponeEvent = async (tx: Transaction, row: Event, new_start_at: string | null): Promise<Postponement> => {
  const { eventid, start_at, end_at, registration_open_at, registration_close_at, changes_close_at } = row;
  const ms = new_start_at === null ? 0 : Date.parse(new_start_at) - Date.parse(start_at);
  if (new_start_at !== null && (ms <= 0 || Date.parse(new_start_at) <= Date.now()))
    throw invalid([{ path: 'input.new_start_at', code: 'DATE_NOT_LATER' }]);
  const move = movedBy(ms),
    ahead = onlyAhead(move);
  const closes_at = ahead(registration_close_at) ?? registration_close_at;
  if (new_start_at !== null)
    await updateRow(tx, events, eventid, {
      start_at: new_start_at,
      end_at: move(end_at),
      registration_open_at: ahead(registration_open_at) ?? registration_open_at,
      registration_close_at: closes_at,
      changes_close_at: ahead(changes_close_at),
    });
  await updateRow(tx, events, eventid, { postponed_from: new_start_at === null ? null : start_at });
  const { waves: blocks } = new_start_at === null ? { waves: 0 } : await moveStarts(tx, eventid, move);
  const tiers = new_start_at === null ? 0 : await moveTiers(tx, eventid, move);
  const people = await select(
    tx,
    { id: i.inscriptionid, email: i.email },
    sql`from ${i} where ${i.eventid} = ${eventid} and ${i.status} = any(${[...statusGroups.hold, ...statusGroups.active]}::text[]) and ${i.deleted_at} is null order by ${i.inscriptionid}`,
  );
  const reached = people.filter(({ email }) => email !== null).map(({ id }) => id);
  return {
    registrations: people.length,
    letters: reached.length,
    tiers,
    waves: blocks,
    days: Math.round(ms / dayMs),
    new_start_at,
    closes_at,
    mayRefund: row.refund_policy !== null && row.refund_policy !== 'none',
    run: await beginWithEvent(tx, 'tell_postponed', reached),
  };
};
