import { moments } from '@/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict } from '../api/DomainError';
import type { Row } from '../api/list/reader';
import type { Transaction } from '../api/transaction';
import { runEffects } from './advance';
import { tierInForce } from './effects/price';
import { addLog } from './log';
import { openOrder } from './payments';
import { lockSeats } from './seats';

const closedSql = `select status from distances where distanceid = $1 and status in ('closed', 'sold_out')`;

/** Whoever brings a list pays elsewhere: an imported inscription costs what its price tier says, and nothing without one. */
const tierFor = async (tx: Transaction, { price_tierid, channel, distanceid }: Inscription): Promise<number | null> =>
  price_tierid ?? (channel === 'import' ? null : tierInForce(tx, distanceid));

/** Completes the values of a new inscription with its order, price, category and expiry. */
const prepare = async (tx: Transaction, values: Row): Promise<void> => {
  const draft = { couponid: null, wallet_cents: 0, age_categoryid: null, ...values } as unknown as Inscription;
  if (draft.channel !== 'import' && (await tx.run(closedSql, [draft.distanceid])).length > 0) throw conflict('errors.distanceClosed', [{ path: 'distanceid', message: 'errors.distanceClosed' }]);
  await lockSeats(tx, draft.eventid, [draft.distanceid], draft.distanceid);
  const set = { orderid: await openOrder(tx, draft), price_tierid: await tierFor(tx, draft) };
  const effects = (['reprice', ...moments.started.effects] as const).filter((effect) => effect !== 'reserve_size' && (effect !== 'recategorize' || !draft.age_categoryid));
  Object.assign(values, (await runEffects(tx, draft, { from: 'started', to: 'started', effects, details: { set } })).written);
};

/** Makes an inscription of the values that were accepted: its order, price, category, expiry and shirt, and the first line of its log. Answers its key. */
export const begin = async (tx: Transaction, values: Row, insert: (values: Row) => Promise<number>): Promise<number> => {
  await prepare(tx, values);
  const inscriptionid = await insert(values);
  const row = { ...values, inscriptionid } as unknown as Inscription;
  await runEffects(tx, row, { from: 'started', to: 'started', effects: ['reserve_size'] });
  await addLog(tx, row, { status: 'started', to_status: 'started', actor: row.channel === 'import' ? 'import' : undefined });
  return inscriptionid;
};
