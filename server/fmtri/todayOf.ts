import type { Transaction } from '../api/transaction';

/** The running calendar day where the federation is. */
export const todayOf = async (tx: Transaction): Promise<string> => {
  const [[today] = []] = await tx.run(`select (now() at time zone 'America/Mexico_City')::date::text`);
  return String(today);
};
