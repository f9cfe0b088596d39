import type { Transaction } from '../../kernel/transaction';
import { todaySql } from '../../database/localDay';
import { selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** The running calendar day where the federation is. */
export const todayOf = async (tx: Transaction): Promise<string> => {
  const [day = ''] = await selectAll(tx, value<string>(sql`${sql.raw(todaySql)}::text`), sql``);
  return day;
};
