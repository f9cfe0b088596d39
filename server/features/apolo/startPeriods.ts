import { noCard } from '@/domain/subscriptions/dunning';
import { anchorOf, periodEnd } from '@/domain/subscriptions/periods';
import { coverOf } from '@/domain/subscriptions/proration';
import { chargedStates, monthsOf } from '@/domain/subscriptions/states';
import { apolo_plans } from '@/resources/apolo_plans/apolo_plans';
import { apolo_subscriptions, type ApoloSubscription } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { subscription_charges } from '@/resources/subscription_charges/subscription_charges';
import { isOneOf } from '@/schema/unknown';
import { readStored } from '../../api/list/stored';
import { createAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { timeOf, type Clocked } from './Billing';
import { settleSubscriptionCharge } from './settleSubscriptionCharge';

const batchSize = 50;
const s = columnsOf(apolo_subscriptions, 's');
const c = columnsOf(subscription_charges, 'c');

/** Whether the gateway is being asked for money of a subscription. */
export const hasOpenCharge = (tx: Transaction, subscriptionid: number): Promise<boolean> =>
  exists(tx, sql`from ${c} where ${c.subscriptionid} = ${subscriptionid} and ${c.status} = 'pending' and ${c.deleted_at} is null`);

/** The period that is to be paid next. It follows the last one, unless the server was away for so long that it would be over. */
const periodOf = (row: ApoloSubscription, months: number, at: Date): { readonly start: Date; readonly end: Date } => {
  const before = new Date(row.current_period_end ?? at);
  const following = periodEnd(before, months, row.anchor_day ?? anchorOf(before));
  const start = row.status === 'pending' || following <= at ? at : before;
  return { start, end: start === before ? following : periodEnd(start, months, anchorOf(start)) };
};

/** Writes the charge of the next period of one subscription. What takes no money of a card is settled at once. */
const chargeNext = async (tx: Transaction, id: number, at: Date): Promise<void> => {
  const row = await readStored(tx, apolo_subscriptions, id);
  const isDue = row && isOneOf(chargedStates, row.status) && row.next_charge_at !== null && Date.parse(row.next_charge_at) <= at.getTime();
  if (!isDue || (await hasOpenCharge(tx, id))) return; // another process was faster between the search and the lock
  const planid = row.next_planid ?? row.planid;
  const plan = await readStored(tx, apolo_plans, planid);
  const { start, end } = periodOf(row, monthsOf[plan?.interval ?? 'month'], at);
  const price = row.next_planid === null || !plan ? row.price_cents : plan.price_cents;
  const { credit, charge } = coverOf(price, row.credit_cents ?? 0);
  const attempt = (row.retries ?? 0) + 1;
  const subscription_chargeid = await createAudited(tx, subscription_charges, {
    subscriptionid: id,
    planid,
    status: 'pending',
    amount_cents: charge,
    credit_cents: credit,
    period_start: start.toISOString(),
    period_end: end.toISOString(),
    attempt,
    idempotency_key: `apolo-${id}-${start.getTime()}-${attempt}`,
  });
  const plain = { provider: null, provider_ref: null };
  const named = { subscriptionid: id, subscription_chargeid };
  if (charge === 0) await settleSubscriptionCharge(tx, named, { ...plain, state: 'paid', decline_code: null }, at);
  else if (row.card_ref === null) await settleSubscriptionCharge(tx, named, { ...plain, state: 'declined', decline_code: noCard }, at);
};

/** Writes a charge for each subscription that is due and has none open. The gateway is asked afterwards, outside any transaction. */
export const startPeriods = async (deps: Clocked, isOver: () => boolean = () => false): Promise<number> => {
  let count = 0;
  for (let found = batchSize; found === batchSize && !isOver(); count += found) {
    const at = timeOf(deps);
    found = await inSystemTransaction(deps, async (tx) => {
      const ids = await selectAll(
        tx,
        s.subscriptionid,
        sql`from ${s} where ${s.status} = any(${[...chargedStates]}::text[]) and ${s.next_charge_at} <= ${at.toISOString()}::timestamptz and ${s.deleted_at} is null
              and not exists (select 1 from ${c} where ${c.subscriptionid} = ${s.subscriptionid} and ${c.status} = 'pending' and ${c.deleted_at} is null)
            order by ${s.next_charge_at}, ${s.subscriptionid} limit ${sql.raw(String(batchSize))} for no key update of s skip locked`,
      );
      for (const id of ids) await chargeNext(tx, id, at);
      return ids.length;
    });
  }
  return count;
};
