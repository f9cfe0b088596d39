import { value, type Runner } from '../../kernel/select';
import type { Expression } from '../../kernel/columnsOf';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

/** What reading a document needs; a part of an open transaction of the services. */
export type Reads = Runner & Pick<Transaction, 'asOwner' | 'registry'>;

/** A moment as documents store it. */
export const moment = <T extends string | null>(instant: Expression<T>): Expression<T> =>
  value<T>(sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
