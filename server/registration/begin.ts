import { moments } from '@/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import type { Row } from '../api/list/reader';
import type { Transaction } from '../api/transaction';
import { toldByCaller } from '../api/write/audit';
import { readStored } from '../api/write/stored';
import { advance, runEffects } from './advance';
import { tierInForce } from './effects/price';
import { judgeOpen } from './guards';
import { addLog } from './log';
import { numberAfterPayment } from './numbering';
import { openOrder } from './payments';
import { lockSeats } from './seats';

const statusSql = 'select status from distances where distanceid = $1';

/** Whoever brings a list pays elsewhere: an imported inscription costs what its price tier says, and nothing without one. */
const tierFor = async (tx: Transaction, { price_tierid, channel, distanceid }: Inscription): Promise<number | null> =>
  price_tierid ?? (channel === 'import' ? null : tierInForce(tx, distanceid));

/** Completes the values of a new inscription with its order, price, category and expiry. */
const prepare = async (tx: Transaction, values: Row): Promise<void> => {
  const draft = { couponid: null, wallet_cents: 0, age_categoryid: null, ...values } as unknown as Inscription;
  if (draft.channel !== 'import') judgeOpen((await tx.run(statusSql, [draft.distanceid]))[0]?.[0]);
  await lockSeats(tx, draft.eventid, [draft.distanceid], draft.distanceid);
  const set = { orderid: await openOrder(tx, draft), price_tierid: await tierFor(tx, draft) };
  const effects = (['reprice', ...moments.started.effects] as const).filter((effect) => effect !== 'reserve_size' && (effect !== 'recategorize' || !draft.age_categoryid));
  Object.assign(values, (await runEffects(tx, draft, { from: 'started', to: 'started', effects, details: { set } })).written);
};

/** A list brings who has paid elsewhere: what owes nothing has its seat for good, and its number as its event numbers. */
const settleImport = async (tx: Transaction, inscriptionid: number): Promise<void> => {
  const row = (await readStored(tx, inscriptions, inscriptionid)) as unknown as Inscription;
  if (row.total_cents > 0) return;
  await numberAfterPayment(tx, await advance(tx, row, 'paid', { actor: 'import' }), { actor: 'import' });
};

/**
 * Makes an inscription of the values that were accepted: its order, price, category, expiry and shirt, and the first line of its log. Answers its key.
 *
 * Whoever calls leaves the audit of what was made, in one row.
 */
export const begin = async (tx: Transaction, values: Row, insert: (values: Row) => Promise<number>): Promise<number> => {
  await prepare(tx, values);
  const inscriptionid = await insert(values);
  toldByCaller(tx, inscriptions, inscriptionid);
  const row = { ...values, inscriptionid } as unknown as Inscription;
  await runEffects(tx, row, { from: 'started', to: 'started', effects: ['reserve_size'] });
  await addLog(tx, row, { status: 'started', to_status: 'started', actor: row.channel === 'import' ? 'import' : undefined });
  if (row.channel === 'import') await settleImport(tx, inscriptionid);
  return inscriptionid;
};
