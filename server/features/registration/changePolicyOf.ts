import { events } from '@/resources/events/events';
import { columnsOf } from '../../kernel/columnsOf';
import { notFound } from '../../kernel/DomainError';
import { selectOne, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const e = columnsOf(events);
const policy = { change: e.distance_change_policy, refund: e.refund_policy, wallet: e.wallet_allowed };
/** What an event lets people change after payment, and how the difference is settled. */
export type ChangePolicy = Selected<typeof policy>;

/** Reads the policy of one event. */
export const changePolicyOf = async (tx: Transaction, eventid: number): Promise<ChangePolicy> => {
  const found = await selectOne(tx, policy, sql`from ${e} where ${e.eventid} = ${eventid}`);
  if (!found) throw notFound();
  return found;
};
