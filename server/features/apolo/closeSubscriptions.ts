import { periodEnd } from '@/domain/subscriptions/periods';
import { monthsOf } from '@/domain/subscriptions/states';
import { apolo_plans } from '@/resources/apolo_plans/apolo_plans';
import { apolo_subscriptions, type ApoloSubscription } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import type { InferWrite } from '@/schema';
import { readStored } from '../../api/list/stored';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { dayOf } from '../../kernel/dayOf';
import { selectAll } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { timeOf, type Clocked } from './Billing';
import { writeSubscriber } from './subscriptionLetters';
import { endSubscription, resumeSubscription } from './subscriptionSteps';

const s = columnsOf(apolo_subscriptions, 's');
const batchSize = 100;

interface Sweep {
  /** Which subscriptions it is for, at an instant. */
  readonly when: (at: SQL) => SQL;
  readonly becomes: (tx: Transaction, row: ApoloSubscription, at: Date) => Promise<InferWrite<typeof apolo_subscriptions>>;
}

/** The period of a partner goes on by itself, from where it ended. */
const nextPeriod = async (tx: Transaction, { planid, anchor_day, current_period_end }: ApoloSubscription, at: Date) => {
  const plan = await readStored(tx, apolo_plans, planid);
  const months = monthsOf[plan?.interval ?? 'month'];
  const anchor = anchor_day ?? 31;
  let start = new Date(current_period_end ?? at);
  let end = periodEnd(start, months, anchor);
  while (end <= at) [start, end] = [end, periodEnd(end, months, anchor)];
  return { current_period_start: start.toISOString(), current_period_end: end.toISOString() };
};

const sweeps: readonly Sweep[] = [
  {
    when: (at) => sql`${s.status} = 'paused' and ${s.resume_on} <= ${dayOf(at)}`,
    becomes: async (tx, row, at) => {
      await writeSubscriber(tx, row.subscriptionid, 'resumed', at);
      return resumeSubscription(row, at);
    },
  },
  {
    when: (at) => sql`${s.status} = 'cancel_at_period_end' and ${s.current_period_end} <= ${at}`,
    becomes: (tx, row, at) => endSubscription(tx, row, { status: 'cancelled', at }),
  },
  {
    when: (at) => sql`${s.status} = 'active' and ${s.source} = 'gift' and ${s.current_period_end} <= ${at}`,
    becomes: (tx, row, at) => endSubscription(tx, row, { status: 'expired', at }),
  },
  {
    when: (at) => sql`${s.status} = 'active' and ${s.source} = 'partner' and ${s.current_period_end} <= ${at}`,
    becomes: nextPeriod,
  },
];

const doBatch = async (tx: Transaction, { when, becomes }: Sweep, at: Date): Promise<number> => {
  const ids = await selectAll(
    tx,
    s.subscriptionid,
    sql`from ${s} where ${when(sql`${at.toISOString()}::timestamptz`)} and ${s.deleted_at} is null
        order by ${s.subscriptionid} limit ${sql.raw(String(batchSize))} for no key update skip locked`,
  );
  for (const id of ids) {
    const row = await readStored(tx, apolo_subscriptions, id);
    if (row) {
      const values = await becomes(tx, row, at);
      await updateAudited(tx, apolo_subscriptions, (one) => sql`${one.subscriptionid} = ${id}`, values);
    }
  }
  return ids.length;
};

/**
 * What subscriptions do by their dates without money: pauses end, what was cancelled for the end of its period ends, gifts run out, those of
 * partners go on. Small transactions; answers how many changed.
 */
export const closeSubscriptions = async (deps: Clocked, isOver: () => boolean = () => false): Promise<number> => {
  let count = 0;
  for (const sweep of sweeps)
    for (let found = batchSize; found === batchSize && !isOver(); count += found)
      found = await inSystemTransaction(deps, (tx) => doBatch(tx, sweep, timeOf(deps)));
  return count;
};
