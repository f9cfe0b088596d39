import { events } from '@/resources/events/events';
import { columnsOf } from '../../kernel/columnsOf';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const e = columnsOf(events);
/** Whether an event is paid from wallets too. */
export const allowsWallet = (tx: Transaction, eventid: number): Promise<boolean> =>
  exists(tx, sql`from ${e} where ${e.eventid} = ${eventid} and ${e.wallet_allowed}`);
