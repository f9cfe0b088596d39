import { isCardGone, retryAt } from '@/domain/subscriptions/dunning';
import { anchorOf } from '@/domain/subscriptions/periods';
import { chargedStates } from '@/domain/subscriptions/states';
import { apolo_subscriptions, type ApoloSubscription } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { subscription_charges, type SubscriptionCharge } from '@/resources/subscription_charges/subscription_charges';
import { isOneOf } from '@/schema/unknown';
import type { InferWrite } from '@/schema';
import { readStored } from '../../api/list/stored';
import { updateAudited } from '../../api/write/audited';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { writeSubscriber } from './subscriptionLetters';
import { endSubscription } from './subscriptionSteps';

/** What became of a charge at the gateway, or without one. */
export interface ChargeOutcome {
  readonly state: 'paid' | 'declined';
  readonly provider: string | null;
  readonly provider_ref: string | null;
  readonly decline_code: string | null;
}
/** What it did: `returned` is money that no subscription waits for any more, `known` changed nothing. */
export type ChargeResult = 'paid' | 'declined' | 'returned' | 'known';

/** Writes into a subscription, with its audit. */
export const writeSubscription = (
  tx: Transaction,
  subscriptionid: number,
  values: InferWrite<typeof apolo_subscriptions>,
): Promise<unknown> => updateAudited(tx, apolo_subscriptions, (row) => sql`${row.subscriptionid} = ${subscriptionid}`, values);
const writeCharge = (tx: Transaction, id: number, values: InferWrite<typeof subscription_charges>): Promise<unknown> =>
  updateAudited(tx, subscription_charges, (row) => sql`${row.subscription_chargeid} = ${id}`, values);

/** The period that was paid begins, with its plan; the credit that took part in it is used up. */
const beginPeriod = (row: ApoloSubscription, charge: SubscriptionCharge): InferWrite<typeof apolo_subscriptions> => {
  const price = charge.amount_cents + (charge.credit_cents ?? 0);
  const goesOn = row.status !== 'pending' && charge.period_start === row.current_period_end && row.anchor_day !== null;
  return {
    status: 'active',
    planid: charge.planid ?? row.planid,
    ...(charge.planid === row.next_planid && { next_planid: null }),
    price_cents: price,
    paid_cents: price,
    credit_cents: Math.max(0, (row.credit_cents ?? 0) - (charge.credit_cents ?? 0)),
    current_period_start: charge.period_start,
    current_period_end: charge.period_end,
    next_charge_at: charge.period_end,
    anchor_day: goesOn ? row.anchor_day : anchorOf(new Date(charge.period_start)),
    retries: 0,
    past_due_since: null,
  };
};

/** The next attempt of a declined charge, or the end after the last one. */
const afterDecline = async (
  tx: Transaction,
  row: ApoloSubscription,
  { subscription_chargeid }: SubscriptionCharge,
  { code, at }: { readonly code: string | null; readonly at: Date },
): Promise<InferWrite<typeof apolo_subscriptions>> => {
  const since = row.past_due_since === null ? at : new Date(row.past_due_since);
  const next = retryAt(since, at);
  const retries = (row.retries ?? 0) + 1;
  const cardless = isCardGone(code) ? { card_ref: null, card_brand: null, card_last4: null } : {};
  if (next === null) {
    await writeSubscriber(tx, row.subscriptionid, 'unpaid', at);
    return { ...(await endSubscription(tx, row, { status: 'expired', at })), retries, ...cardless };
  }
  await writeSubscriber(tx, row.subscriptionid, 'declined', subscription_chargeid);
  return {
    status: row.status === 'pending' ? 'pending' : 'past_due',
    retries,
    past_due_since: since.toISOString(),
    next_charge_at: next.toISOString(),
    ...cardless,
  };
};

/**
 * Books what became of a charge, once: the period begins, or the charge is tried again, or the subscription ends. Money that arrives for a
 * subscription that is over, or for a charge that counted as declined, goes back. The subscription is locked before its charge.
 */
export const settleSubscriptionCharge = async (
  tx: Transaction,
  { subscriptionid, subscription_chargeid }: Pick<SubscriptionCharge, 'subscriptionid' | 'subscription_chargeid'>,
  { state, provider, provider_ref, decline_code }: ChargeOutcome,
  at: Date,
): Promise<ChargeResult> => {
  const row = await readStored(tx, apolo_subscriptions, subscriptionid, { lock: true });
  const charge = await readStored(tx, subscription_charges, subscription_chargeid, { lock: true });
  const isOpen = charge?.status === 'pending';
  if (!row || !charge || (!isOpen && !(charge.status === 'declined' && state === 'paid'))) return 'known';
  const settled = { provider, ...(provider_ref !== null && { provider_ref }), settled_at: at.toISOString() };
  const isWanted = isOpen && isOneOf(chargedStates, row.status);
  if (state === 'declined') {
    await writeCharge(tx, subscription_chargeid, { ...settled, status: 'declined', decline_code });
    if (isWanted) await writeSubscription(tx, subscriptionid, await afterDecline(tx, row, charge, { code: decline_code, at }));
    return 'declined';
  }
  if (!isWanted) {
    await writeCharge(tx, subscription_chargeid, { ...settled, status: 'refunding', asked_at: null, asks: 0, decline_code: null });
    return 'returned';
  }
  await writeCharge(tx, subscription_chargeid, { ...settled, status: 'paid' });
  await writeSubscription(tx, subscriptionid, beginPeriod(row, charge));
  if (charge.amount_cents > 0) await writeSubscriber(tx, subscriptionid, 'paid', subscription_chargeid);
  return 'paid';
};
