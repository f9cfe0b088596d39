import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { chargeAndReturn, taken } from './chargeAndReturn';
import type { OwnPayment } from './compare';

const a = columnsOf(fmtri_affiliations, 'a');
const key = sql`('affiliation-' || ${a.affiliationid})`;

/** What affiliations paid through a gateway, and what was returned of it; `which` chooses among them. */
export const readAffiliationMoney = async (tx: Transaction, provider: string, which: SQL): Promise<readonly OwnPayment[]> => {
  const found = await select(
    tx,
    {
      provider_ref: value<string>(sql`${a.provider_ref}`),
      idempotency_key: value<string>(key),
      amount_cents: a.price_cents,
      refund_ref: a.refund_ref,
      isTaken: value<boolean>(sql`(${a.charge_state} = any(${taken}::text[]))`),
      isReturned: value<boolean>(sql`(${a.charge_state} = 'refunded')`),
    },
    sql`from ${a} where ${a.provider} = ${provider} and ${a.provider_ref} is not null and ${a.deleted_at} is null and ${which}`,
  );
  return found.flatMap(chargeAndReturn);
};
/** Charges and refunds of the lines of a file, by their name at the gateway. */
export const affiliationMoneyNamed = (refs: readonly string[], keys: readonly string[]): SQL =>
  sql`(${a.provider_ref} = any(${refs}::text[]) or ${a.refund_ref} = any(${refs}::text[]) or ${key} = any(${keys}::text[]))`;
/** Charges that were paid on a day of the gateway. */
export const affiliationMoneyOf = (dayOf: (at: SQL) => SQL, day: string): SQL =>
  sql`${a.charge_state} = any(${taken}::text[]) and ${a.charged_at} >= (${day}::date - 1) and ${a.charged_at} < (${day}::date + 3) and ${dayOf(sql`${a.charged_at}`)} = ${day}::date`;
