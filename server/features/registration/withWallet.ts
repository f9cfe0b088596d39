import { events } from '@/resources/events/events';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const e = columnsOf(events);
/** Which of some events are paid from wallets too. */
export const withWallet = async (tx: Transaction, eventids: readonly number[]): Promise<ReadonlySet<number>> => {
  if (eventids.length === 0) return new Set();
  const of = [...new Set(eventids)];
  return new Set(await selectAll(tx, e.eventid, sql`from ${e} where ${e.eventid} = any(${of}::bigint[]) and ${e.wallet_allowed}`));
};
