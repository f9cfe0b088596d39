import { moments } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import type { Transaction } from '../../kernel/transaction';
import { auditedByCaller } from '../../api/audit/audit';
import { tierForAthlete } from './effects/price';
import { judgeOpen, whyEventClosed } from './guards';
import { addLog } from '../log/log';
import { openOrder } from './payments';
import { runEffects } from './runEffects';
import { saleOf } from './forSale';
import { lockSeats } from './seats';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { NewInscription } from './newInscription';

const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const standingOf = (tx: Transaction, distanceid: number) =>
  selectOne(
    tx,
    { distance: d.status, event: e.status },
    sql`from ${d} join ${e} on ${e.eventid} = ${d.eventid} where ${d.distanceid} = ${distanceid}`,
  );
/** Files bring people into a distance that is closed to everybody, and nobody into an event that is cancelled. */
const judgePlace = async (tx: Transaction, { distanceid, channel }: Inscription, isOffered: boolean): Promise<void> => {
  const standing = await standingOf(tx, distanceid);
  const refusal = whyEventClosed(standing?.event);
  if (refusal && (channel !== 'import' || refusal.code === 'EVENT_CANCELLED')) throw refusal;
  if (channel !== 'import') judgeOpen(standing?.distance, isOffered);
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

/** Completes the values of a new inscription with its order, price, category and expiry. */
const prepare = async (tx: Transaction, values: NewInscription, offeredUntil: string | undefined): Promise<void> => {
  const draft = {
    couponid: null,
    promotion_binid: null,
    promotion_discount_cents: 0,
    wallet_cents: 0,
    age_categoryid: null,
    ...values,
  } as Inscription;
  await judgePlace(tx, draft, offeredUntil !== undefined);
  await lockSeats(tx, draft.eventid, [draft.distanceid], draft.distanceid);
  const set = { orderid: await openOrder(tx, draft), price_tierid: await tierFor(tx, draft) };
  const effects = (['reprice', ...moments.started.effects] as const).filter(
    (effect) => effect !== 'reserve_size' && (effect !== 'recategorize' || !draft.age_categoryid),
  );
  Object.assign(
    values,
    (await runEffects(tx, draft, { from: 'started', to: 'started', effects, details: { set, expires_at: offeredUntil } })).written,
  );
};

/**
 * Creates an inscription from validated values: its order, price, category, expiry and shirt, and the first line of its log. Answers its
 * key.
 *
 * The caller writes the audit of it, in one row.
 */
export const begin = async (
  tx: Transaction,
  values: NewInscription,
  insert: (values: NewInscription) => Promise<number>,
  { actor, offeredUntil }: Origin = {},
): Promise<number> => {
  await prepare(tx, values, offeredUntil);
  const inscriptionid = await insert(values);
  auditedByCaller(tx, inscriptions, inscriptionid);
  const row = { ...values, inscriptionid } as Inscription;
  await runEffects(tx, row, { from: 'started', to: 'started', effects: ['reserve_size'] });
  await addLog(tx, row, { status: 'started', to_status: 'started', actor: row.channel === 'import' ? 'import' : actor });
  return inscriptionid;
};
