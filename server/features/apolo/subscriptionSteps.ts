import { anchorOf } from '@/domain/subscriptions/periods';
import { isUnbilled } from '@/domain/subscriptions/states';
import type { apolo_subscriptions, ApoloSubscription } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import type { InferWrite } from '@/schema';
import type { Transaction } from '../../kernel/transaction';
import { moveWallet } from '../wallets/wallets';

type Written = InferWrite<typeof apolo_subscriptions>;

/** What a subscription becomes when it is over. Credit that is left is money of the athlete and goes into their wallet. */
export const endSubscription = async (
  tx: Transaction,
  { subscriptionid, web_userid, credit_cents, current_period_start, current_period_end }: ApoloSubscription,
  { status, at }: { readonly status: 'cancelled' | 'expired'; readonly at: Date },
): Promise<Written> => {
  if (credit_cents !== null && credit_cents > 0)
    await moveWallet(tx, web_userid, {
      type: 'refund_credit',
      amount_cents: credit_cents,
      reason: 'APOLO',
      key: `apolo-credit-${subscriptionid}-${at.getTime()}`,
    });
  const [starts, ends] = [Date.parse(current_period_start ?? ''), Date.parse(current_period_end ?? '')];
  const isCut = ends > at.getTime() && starts < at.getTime();
  return {
    status,
    ended_at: at.toISOString(),
    next_charge_at: null,
    next_planid: null,
    paused_at: null,
    resume_on: null,
    credit_cents: 0,
    ...(isCut && { current_period_end: at.toISOString() }),
  };
};

/** What a paused subscription becomes: the days that were left when it was paused are still left. */
export const resumeSubscription = (
  { source, paid_cents, paused_at, current_period_start, current_period_end }: ApoloSubscription,
  at: Date,
): Written => {
  const pausedMs = Math.max(0, at.getTime() - Date.parse(paused_at ?? at.toISOString()));
  const moved = (instant: string | null): string => new Date(Date.parse(instant ?? at.toISOString()) + pausedMs).toISOString();
  const end = moved(current_period_end);
  return {
    status: isUnbilled(source) || (paid_cents ?? 0) > 0 ? 'active' : 'trialing',
    paused_at: null,
    resume_on: null,
    current_period_start: moved(current_period_start),
    current_period_end: end,
    next_charge_at: isUnbilled(source) ? null : end,
    anchor_day: anchorOf(new Date(end)),
  };
};
