import type { Transaction } from '../../kernel/transaction';

const found = new WeakMap<Transaction, Set<number>>();
/** Says that the server itself found an athlete in a transaction: the person who registers them need not be able to read them. */
export const athleteFound = (tx: Transaction, id: number): void => {
  found.set(tx, (found.get(tx) ?? new Set()).add(id));
};
/** Whether the server found this athlete in the transaction. */
export const isFoundAthlete = (tx: Transaction, id: number): boolean => found.get(tx)?.has(id) ?? false;
