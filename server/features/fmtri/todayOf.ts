import type { Transaction } from '../../kernel/transaction';
import { today } from '../../kernel/dayOf';
import { selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** The current calendar day in the time zone of the federation. */
export const todayOf = async (tx: Transaction): Promise<string> => {
  const [day = ''] = await selectAll(tx, value<string>(sql`${today}::text`), sql``);
  return day;
};
