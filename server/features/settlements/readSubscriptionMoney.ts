import { subscription_charges } from '@/resources/subscription_charges/subscription_charges';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { chargeAndReturn, taken } from './chargeAndReturn';
import type { OwnPayment } from './compare';

const c = columnsOf(subscription_charges, 'c');

/** What subscriptions paid through a gateway, and what was returned of it; `which` chooses among the charges. */
export const readSubscriptionMoney = async (tx: Transaction, provider: string, which: SQL): Promise<readonly OwnPayment[]> => {
  const found = await select(
    tx,
    {
      provider_ref: value<string>(sql`coalesce(${c.provider_ref}, ${c.idempotency_key})`),
      idempotency_key: c.idempotency_key,
      amount_cents: c.amount_cents,
      refund_ref: c.refund_ref,
      isTaken: value<boolean>(sql`(${c.status} = any(${taken}::text[]))`),
      isReturned: value<boolean>(sql`(${c.status} = 'refunded')`),
    },
    sql`from ${c} where ${c.provider} = ${provider} and ${c.amount_cents} > 0 and ${c.deleted_at} is null and ${which}`,
  );
  return found.flatMap(chargeAndReturn);
};
/** Charges and refunds of the lines of a file, by their name at the gateway. */
export const subscriptionMoneyNamed = (refs: readonly string[], keys: readonly string[]): SQL =>
  sql`(${c.provider_ref} = any(${refs}::text[]) or ${c.refund_ref} = any(${refs}::text[]) or ${c.idempotency_key} = any(${keys}::text[]))`;
/** Charges that were paid on a day of the gateway. */
export const subscriptionMoneyOf = (dayOf: (at: SQL) => SQL, day: string): SQL =>
  sql`${c.provider_ref} is not null and ${c.status} = any(${taken}::text[]) and ${c.settled_at} >= (${day}::date - 1) and ${c.settled_at} < (${day}::date + 3) and ${dayOf(sql`${c.settled_at}`)} = ${day}::date`;
