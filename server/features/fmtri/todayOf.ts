import type { Transaction } from '../../kernel/transaction';
import { todaySql } from '../../database/localDay';

/** The running calendar day where the federation is. */
export const todayOf = async (tx: Transaction): Promise<string> => {
  const [[day] = []] = await tx.run(`select ${todaySql}::text`);
  return String(day);
};
