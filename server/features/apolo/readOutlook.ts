import { retryDays } from '@/domain/subscriptions/dunning';
import type { SubscriptionMoment, SubscriptionOutlook } from '@/domain/subscriptions/outlook';
import { coverOf } from '@/domain/subscriptions/proration';
import { apolo_plans } from '@/resources/apolo_plans/apolo_plans';
import type { ApoloSubscription } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { subscription_charges } from '@/resources/subscription_charges/subscription_charges';
import { readStored } from '../../api/list/stored';
import { subscription_letters } from '../../database/gatewayTables';
import { columnsOf, orNull } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const dayMs = 86_400_000,
  mostPast = 40;
const c = columnsOf(subscription_charges, 'c');
const l = columnsOf(subscription_letters, 'l');
const nothing = { amount_cents: null, attempt: null, decline_code: null, id: null } as const;

const nextOf = (
  row: ApoloSubscription,
  plan: { readonly name: string; readonly price_cents: number } | null,
): readonly SubscriptionMoment[] => {
  const { status, next_charge_at, current_period_end, resume_on, past_due_since, credit_cents } = row;
  const price = plan?.price_cents ?? row.price_cents;
  const charge = (at: string, what: string): SubscriptionMoment => ({
    ...nothing,
    kind: 'next',
    at,
    what,
    amount_cents: coverOf(price, credit_cents ?? 0).charge,
  });
  const isLate = past_due_since !== null;
  const last = isLate ? new Date(Date.parse(past_due_since) + (retryDays.at(-1) ?? 0) * dayMs).toISOString() : null;
  return [
    ...(plan && current_period_end ? [{ ...nothing, kind: 'next' as const, at: current_period_end, what: 'plan' }] : []),
    ...(next_charge_at ? [charge(next_charge_at, isLate ? 'retry' : 'charge')] : []),
    ...(last && next_charge_at && last > next_charge_at ? [charge(last, 'last_retry')] : []),
    ...(status === 'paused' && resume_on ? [{ ...nothing, kind: 'next' as const, at: `${resume_on}T06:00:00.000Z`, what: 'resume' }] : []),
    ...((status === 'cancel_at_period_end' || (status === 'active' && row.source === 'gift')) && current_period_end
      ? [{ ...nothing, kind: 'next' as const, at: current_period_end, what: 'end' }]
      : []),
  ];
};

/** What comes next for a subscription, and its charges and letters. */
export const readOutlook = async (tx: Transaction, id: number, row: ApoloSubscription): Promise<SubscriptionOutlook> => {
  const plan = row.next_planid === null ? null : await readStored(tx, apolo_plans, row.next_planid);
  const charges = await select(
    tx,
    {
      at: value<string>(sql`coalesce(${c.settled_at}, ${c.created})`),
      what: value<string>(sql`${c.status}`),
      amount_cents: c.amount_cents,
      attempt: c.attempt,
      decline_code: orNull(c.decline_code),
      id: c.subscription_chargeid,
    },
    sql`from ${c} where ${c.subscriptionid} = ${id} and ${c.deleted_at} is null order by ${c.created} desc limit ${sql.raw(String(mostPast))}`,
  );
  // The table of letters belongs to the owner of the database; the subscription itself was read with the policies of the person.
  const letters = await tx.asOwner(() =>
    select(
      tx,
      { at: value<string>(sql`coalesce(${l.taken_at}, ${l.created})`), what: l.kind },
      sql`from ${l} where ${l.subscriptionid} = ${id} and ${l.state} in ('sending', 'sent') order by ${l.letterid} desc limit ${sql.raw(String(mostPast))}`,
    ),
  );
  const past: readonly SubscriptionMoment[] = [
    ...charges.map((each) => ({ ...each, kind: 'charge' as const })),
    ...letters.map((each) => ({ ...nothing, ...each, kind: 'letter' as const })),
  ];
  return {
    next: nextOf(row, plan),
    past: past.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    next_plan: plan?.name ?? null,
    has_open_charge: charges.some(({ what }) => what === 'pending'),
  };
};
