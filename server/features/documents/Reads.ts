import type { Transaction } from '../../kernel/transaction';

/** What reading for a document takes; more than an open transaction of the services has it. */
export type Reads = Pick<Transaction, 'run' | 'asOwner'>;

/** SQL for a moment as documents keep it. */
export const moment = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
