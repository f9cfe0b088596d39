import { noCard } from '@/domain/subscriptions/dunning';
import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { subscription_charges } from '@/resources/subscription_charges/subscription_charges';
import type { MadeRefund } from '../../adapters/paymentGateway/PaymentGateway';
import type { Collected } from '../../adapters/paymentGateway/StoredCards';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { select, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { timeOf, type Billing } from './Billing';
import { settleSubscriptionCharge } from './settleSubscriptionCharge';
import { writeSubscriber } from './subscriptionLetters';

const batchSize = 20;
/** Minutes until the gateway is asked again after no answer; the last one repeats. */
const pauses = [1, 5, 15, 60] as const;
const currency = 'MXN';
const c = columnsOf(subscription_charges, 'c');
const s = columnsOf(apolo_subscriptions, 's');
const shape = {
  subscription_chargeid: c.subscription_chargeid,
  subscriptionid: c.subscriptionid,
  key: c.idempotency_key,
  amount_cents: c.amount_cents,
  provider_ref: c.provider_ref,
  card: s.card_ref,
  asks: c.asks,
  refusals: c.refund_refusals,
};
type Open = Selected<typeof shape>;

/**
 * Takes the charges of a state that are due, and marks them as asked before the gateway is: nobody else asks meanwhile. If the process ends
 * in between, they are asked about again after a pause.
 */
const take = (deps: Billing, status: 'pending' | 'refunding'): Promise<readonly Open[]> =>
  inSystemTransaction(deps, async (tx) => {
    const at = timeOf(deps).toISOString();
    const pause = sql`(${`{${pauses.join(',')}}`}::int[])[least(greatest(coalesce(${c.asks}, 0), 1), ${pauses.length}::int)]`;
    const found = await select(
      tx,
      shape,
      sql`from ${c} join ${s} on ${s.subscriptionid} = ${c.subscriptionid}
         where ${c.status} = ${status} and ${c.deleted_at} is null and coalesce(${c.asked_at} + make_interval(mins => ${pause}) <= ${at}::timestamptz, true)
         order by ${c.subscription_chargeid} limit ${sql.raw(String(batchSize))} for no key update of c skip locked`,
    );
    for (const { subscription_chargeid, asks } of found)
      await updateAudited(tx, subscription_charges, (row) => sql`${row.subscription_chargeid} = ${subscription_chargeid}`, {
        asked_at: at,
        asks: (asks ?? 0) + 1,
      });
    return found;
  });

/** Asks for the money, or first what became of it where the gateway was asked before. */
const ask = async ({ gateway }: Billing, { key, amount_cents, card, asks }: Open): Promise<Collected | null> => {
  const known = (asks ?? 0) > 0 ? await gateway.lookUp(key) : null;
  if (known) return known;
  return card === null ? null : gateway.collect({ key, card, amount_cents, currency });
};

const book = (deps: Billing, charge: Open, made: Collected | null): Promise<unknown> =>
  inSystemTransaction(deps, async (tx) => {
    const provider = made ? deps.gateway.name : null;
    if (made?.state === 'sent')
      return updateAudited(tx, subscription_charges, (row) => sql`${row.subscription_chargeid} = ${charge.subscription_chargeid}`, {
        provider,
        provider_ref: made.provider_ref,
      });
    const decline_code = made ? made.decline_code : noCard;
    const state = made?.state ?? 'declined';
    return settleSubscriptionCharge(tx, charge, { state, provider, provider_ref: made?.provider_ref ?? null, decline_code }, timeOf(deps));
  });

/** What one turn settled, and which charges the gateway did not answer. */
export interface Asked {
  readonly settled: number;
  readonly failed: readonly number[];
}
const eachOf = async (
  deps: Billing,
  status: 'pending' | 'refunding',
  work: (charge: Open) => Promise<unknown>,
  isOver: () => boolean,
): Promise<Asked> => {
  const failed: number[] = [];
  let settled = 0;
  while (!isOver()) {
    const open = await take(deps, status);
    for (const charge of open) {
      try {
        await work(charge);
        settled += 1;
      } catch {
        failed.push(charge.subscription_chargeid);
      }
    }
    if (open.length < batchSize) break;
  }
  return { settled, failed };
};

/** Asks the gateway for the money of open charges, each once under its key, and books the answers. */
export const collectCharges = (deps: Billing, isOver: () => boolean = () => false): Promise<Asked> =>
  eachOf(deps, 'pending', async (charge) => book(deps, charge, await ask(deps, charge)), isOver);

/** Books what the gateway says of money that goes back; `sent` is asked about again. */
export const bookReturn = async (
  tx: Transaction,
  { subscription_chargeid, subscriptionid, refusals }: Pick<Open, 'subscription_chargeid' | 'subscriptionid' | 'refusals'>,
  { state, provider_ref }: Pick<MadeRefund, 'state' | 'provider_ref'>,
): Promise<boolean> => {
  const status = { done: 'refunded', failed: 'refund_failed', sent: 'refunding' } as const;
  const changed = await updateAudited(
    tx,
    subscription_charges,
    (row) => sql`${row.subscription_chargeid} = ${subscription_chargeid} and ${row.status} = 'refunding'`,
    { status: status[state], refund_ref: provider_ref, ...(state === 'failed' && { refund_refusals: (refusals ?? 0) + 1 }) },
  );
  if (state === 'done' && changed.length > 0) await writeSubscriber(tx, subscriptionid, 'refunded', subscription_chargeid);
  return changed.length > 0;
};

/** Sends money back that was taken: a refund that somebody asked for, or money of a subscription that was over when it came. */
export const returnCharges = (deps: Billing, isOver: () => boolean = () => false): Promise<Asked> =>
  eachOf(
    deps,
    'refunding',
    async (charge) => {
      const { key, provider_ref, amount_cents, refusals } = charge;
      if (provider_ref === null) throw new Error('a charge without a reference cannot go back');
      const made = await deps.gateway.refund({ key: `${key}-back-${refusals ?? 0}`, charge: provider_ref, amount_cents, currency });
      await inSystemTransaction(deps, (tx) => bookReturn(tx, charge, made));
    },
    isOver,
  );
