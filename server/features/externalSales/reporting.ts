import type { Transaction } from '../../kernel/transaction';

type Report = Readonly<Record<string, unknown>>;
const reported = new WeakMap<Transaction, Report>();
/** Says that the sale which a transaction creates comes from a program, and what it sent. */
export const reportIn = (tx: Transaction, report: Report): void => void reported.set(tx, report);
/** How the sale of a transaction arrives: as a program sent it, or by hand. */
export const arrivalOf = (tx: Transaction): { readonly channel: 'api' | 'hand'; readonly raw: Report | null } => {
  const raw = reported.get(tx) ?? null;
  return { channel: raw ? 'api' : 'hand', raw };
};
