import { moments } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { nth } from '@/schema/must';
import type { Transaction } from '../../kernel/transaction';
import { auditedByCaller } from '../../api/audit/audit';
import { nextKeys } from '../../api/write/columns';
import { tierForAthlete } from './effects/price';
import { whyClosed, whyEventClosed } from './guards';
import { addLogs } from '../log/log';
import { openOrders } from './payments';
import { runAllEffects, type Passed } from './runEffects';
import { saleOf } from './forSale';
import { judgeNewSeats } from './seats';
import { columnsOf } from '../../kernel/columnsOf';
import type { NewRecord } from '../../kernel/defineHooks';
import type { DomainError } from '../../kernel/DomainError';
import { Entangled } from '../../kernel/group';
import { select } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { NewInscription } from './newInscription';

const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const standingsOf = (tx: Transaction, distanceids: readonly number[]) =>
  select(
    tx,
    { id: d.distanceid, distance: d.status, event: e.status },
    sql`from ${d} join ${e} on ${e.eventid} = ${d.eventid} where ${d.distanceid} = any(${distanceids}::bigint[])`,
  );
type Standing = Awaited<ReturnType<typeof standingsOf>>[number];
/** Files bring people into a distance that is closed to everybody, and nobody into an event that is cancelled. */
const whyNoPlace = ({ channel }: Inscription, standing: Standing | undefined, isOffered: boolean): DomainError | null => {
  const refusal = whyEventClosed(standing?.event);
  if (refusal && (channel !== 'import' || refusal.code === 'EVENT_CANCELLED')) return refusal;
  return channel === 'import' ? null : whyClosed(standing?.distance, isOffered);
};

/** People on an imported list, and those who bought from a partner, pay elsewhere: they cost the price of their tier, and nothing without one. */
const tierFor = async (tx: Transaction, { price_tierid, channel, distanceid, web_userid }: Inscription): Promise<number | null> =>
  price_tierid ?? (channel === 'import' || saleOf(tx) !== null ? null : tierForAthlete(tx, distanceid, web_userid));

/** The origin of an inscription, if it is not created by the person of the request. */
interface Origin {
  readonly actor?: 'system';
  /** Offered to somebody on the waiting list until this time, even when the distance is closed to others. */
  readonly offeredUntil?: string;
}

/** A new inscription among those that begin together. */
export interface Beginning extends Pick<NewRecord, 'refuse'> {
  readonly values: NewInscription;
}
interface Drafted extends Beginning {
  readonly draft: Inscription;
}

/** Somebody was refused after something of them was written: they are done one by one, where the refusal is theirs alone. */
export const judgeLate = (refusals: readonly (DomainError | null)[]): void => {
  const refusal = refusals.find((each) => each !== null);
  if (!refusal) return;
  if (refusals.length > 1) throw new Entangled();
  throw refusal;
};

/** Those who have a place: the race takes them in, and there is a seat for each. */
const placed = async (tx: Transaction, drafts: readonly Drafted[], isOffered: boolean): Promise<readonly Drafted[]> => {
  const standings = new Map(
    (await standingsOf(tx, [...new Set(drafts.map(({ draft }) => draft.distanceid))])).map((each) => [each.id, each]),
  );
  const open = drafts.filter(({ draft, refuse }) => {
    const refusal = whyNoPlace(draft, standings.get(draft.distanceid), isOffered);
    if (refusal) refuse(refusal);
    return !refusal;
  });
  const refusals = await judgeNewSeats(
    tx,
    open.map(({ draft }) => draft),
  );
  return open.filter(({ refuse }, at) => {
    const refusal = refusals[at] ?? null;
    if (refusal) refuse(refusal);
    return !refusal;
  });
};

/** Completes the values of new inscriptions with their orders, prices, categories and expiries. Answers those that have a place. */
const prepare = async (
  tx: Transaction,
  beginnings: readonly Beginning[],
  offeredUntil: string | undefined,
): Promise<readonly Drafted[]> => {
  const keys = await nextKeys(tx, inscriptions, beginnings.length);
  const drafts = beginnings.map(({ values, refuse }, at): Drafted => {
    values.inscriptionid = nth(keys, at);
    const none = { couponid: null, promotion_binid: null, promotion_discount_cents: 0, wallet_cents: 0, age_categoryid: null };
    return { values, refuse, draft: { ...none, ...values } as Inscription };
  });
  const open = await placed(tx, drafts, offeredUntil !== undefined);
  const orderids = await openOrders(
    tx,
    open.map(({ draft }) => draft),
  );
  const passages = [];
  for (const [at, { draft }] of open.entries()) {
    const set = { orderid: nth(orderids, at), price_tierid: await tierFor(tx, draft) };
    // The category comes last: what some have already would keep the others from being done together.
    const effects = (['reprice', ...moments.started.effects] as const).filter(
      (effect) => effect !== 'reserve_size' && effect !== 'recategorize',
    );
    passages.push({
      before: draft,
      from: 'started' as const,
      to: 'started' as const,
      effects: draft.age_categoryid ? effects : [...effects, 'recategorize' as const],
      details: { set, expires_at: offeredUntil },
    });
  }
  const passed: readonly Passed[] = await runAllEffects(tx, passages);
  judgeLate(passed.map(({ refusal }) => refusal));
  for (const [at, { values }] of open.entries()) Object.assign(values, nth(passed, at).written);
  return open;
};

/**
 * Creates inscriptions from validated values: their orders, prices, categories, expiries and shirts, and the first lines of their logs.
 * Answers their keys, and null for those that it refused.
 *
 * The caller writes the audit of each, in one row.
 */
export const beginAll = async (
  tx: Transaction,
  beginnings: readonly Beginning[],
  insert: (values: readonly NewInscription[]) => Promise<readonly number[]>,
  { actor, offeredUntil }: Origin = {},
): Promise<readonly (number | null)[]> => {
  const open = await prepare(tx, beginnings, offeredUntil);
  if (open.length === 0) return beginnings.map(() => null);
  const ids = await insert(open.map(({ values }) => values));
  for (const id of ids) auditedByCaller(tx, inscriptions, id);
  const rows = open.map(({ values }, at) => ({ ...values, inscriptionid: nth(ids, at) }) as Inscription);
  const passed = await runAllEffects(
    tx,
    rows.map((before) => ({ before, from: 'started', to: 'started', effects: ['reserve_size'] })),
  );
  judgeLate(passed.map(({ refusal }) => refusal));
  await addLogs(
    tx,
    rows.map((row) => [row, { status: 'started', to_status: 'started', actor: row.channel === 'import' ? 'import' : actor }]),
  );
  const made = new Map(open.map(({ values }, at) => [values, nth(ids, at)]));
  return beginnings.map(({ values }) => made.get(values) ?? null);
};

/** The same for one inscription, whose refusal is thrown. */
export const begin = async (
  tx: Transaction,
  values: NewInscription,
  insert: (values: NewInscription) => Promise<number>,
  origin?: Origin,
): Promise<number> => {
  const one: Beginning = {
    values,
    refuse: (error) => {
      throw error;
    },
  };
  const [id] = await beginAll(tx, [one], async (some) => [await insert(nth(some, 0))], origin);
  if (id === null || id === undefined) throw new Error('nothing came of a new registration');
  return id;
};
