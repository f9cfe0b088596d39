import { value } from '../../kernel/select';
import type { Expression } from '../../kernel/columnsOf';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

/** What reading for a document takes; more than an open transaction of the services has it. */
export type Reads = Pick<Transaction, 'rows' | 'asOwner'>;

/** A moment as documents keep it. */
export const moment = <T extends string | null>(instant: Expression<T>): Expression<T> =>
  value<T>(sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
