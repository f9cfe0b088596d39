import type { MonthFigures, SubscriptionFigures } from '@/domain/subscriptions/figures';
import { monthsOf } from '@/domain/subscriptions/states';
import { apolo_plans } from '@/resources/apolo_plans/apolo_plans';
import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { subscription_charges } from '@/resources/subscription_charges/subscription_charges';
import { homeZone } from '@/schema/homeZone';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const s = columnsOf(apolo_subscriptions, 's');
const p = columnsOf(apolo_plans, 'p');
const c = columnsOf(subscription_charges, 'c');
const months = sql`case ${p.interval} ${sql.join(
  Object.entries(monthsOf).map(([interval, count]) => sql`when ${sql.raw(`'${interval}'`)} then ${sql.raw(String(count))}`),
  sql.raw(' '),
)} end`;
const isPaying = sql`${s.status} in ('active', 'past_due', 'cancel_at_period_end') and ${s.price_cents} > 0`;
const inMonth = (column: typeof s.ended_at | typeof s.created) => sql`${column} >= m.begins and ${column} < m.ends`;
const ofMonth = {
  month: value<string>(sql`m.month::text`),
  started: value<number>(
    sql`(select count(*)::int from ${s} where ${inMonth(s.created)} and ${s.status} <> 'pending' and ${s.deleted_at} is null)`,
  ),
  ended: value<number>(sql`(select count(*)::int from ${s} where ${inMonth(s.ended_at)} and ${s.deleted_at} is null)`),
  running: value<number>(
    sql`(select count(*)::int from ${s} where ${s.created} < m.begins and coalesce(${s.ended_at} >= m.begins, ${s.status} not in ('cancelled', 'expired')) and ${s.deleted_at} is null)`,
  ),
  left: value<number>(
    sql`(select count(*)::int from ${s} where ${s.created} < m.begins and ${inMonth(s.ended_at)} and ${s.deleted_at} is null)`,
  ),
  recovered: value<number>(
    sql`(select count(*)::int from ${c} where ${c.settled_at} >= m.begins and ${c.settled_at} < m.ends and ${c.status} = 'paid' and ${c.attempt} > 1 and ${c.deleted_at} is null)`,
  ),
  recovered_cents: value<number>(
    sql`(select coalesce(sum(${c.amount_cents}), 0)::int from ${c} where ${c.settled_at} >= m.begins and ${c.settled_at} < m.ends and ${c.status} = 'paid' and ${c.attempt} > 1 and ${c.deleted_at} is null)`,
  ),
  collected_cents: value<number>(
    sql`(select coalesce(sum(${c.amount_cents}), 0)::int from ${c} where ${c.settled_at} >= m.begins and ${c.settled_at} < m.ends and ${c.status} = 'paid' and ${c.deleted_at} is null)`,
  ),
};

/** The figures of this month and the last one, by the calendar of Mexico City. */
export const readFigures = async (tx: Transaction, at: Date): Promise<SubscriptionFigures> => {
  const now = await selectOne(
    tx,
    {
      mrr_cents: value<number>(sql`coalesce(sum(round(${s.price_cents}::numeric / ${months})) filter (where ${isPaying}), 0)::int`),
      paying: value<number>(sql`(count(*) filter (where ${isPaying}))::int`),
      past_due: value<number>(sql`(count(*) filter (where ${s.status} = 'past_due'))::int`),
      past_due_cents: value<number>(sql`coalesce(sum(${s.price_cents}) filter (where ${s.status} = 'past_due'), 0)::int`),
    },
    sql`from ${s} join ${p} on ${p.planid} = ${s.planid} where ${s.status} in ('active', 'past_due', 'cancel_at_period_end') and ${s.deleted_at} is null`,
  );
  const zone = sql.raw(`'${homeZone}'`);
  const first = sql`date_trunc('month', ${at.toISOString()}::timestamptz at time zone ${zone})`;
  const found = await select(
    tx,
    ofMonth,
    sql`from (select (${first} - make_interval(months => back))::date as month, (${first} - make_interval(months => back)) at time zone ${zone} as begins,
               (${first} - make_interval(months => back - 1)) at time zone ${zone} as ends from generate_series(0, 1) as back) m order by m.begins desc`,
  );
  const { mrr_cents = 0, paying = 0, past_due = 0, past_due_cents = 0 } = now ?? {};
  return {
    mrr_cents,
    paying,
    past_due,
    past_due_cents,
    months: found.map(({ running, left, ...month }): MonthFigures => ({ ...month, churn: running > 0 ? left / running : null })),
  };
};
