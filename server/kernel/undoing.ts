import { remember } from './remember';
import type { Transaction } from './transaction';

const kept = new WeakMap<Transaction, (() => void)[]>();

/** Registers how to restore what a transaction keeps in memory, for the case that its savepoint is rolled back. */
export const whenUndone = (tx: Transaction, putBack: () => void): void => {
  remember(kept, tx, () => []).push(putBack);
};
/** Called when a savepoint is released or begins: there is nothing to restore. */
export const forgetUndoing = (tx: Transaction): void => void kept.delete(tx);
/** Called when a savepoint was rolled back. */
export const undoMemory = (tx: Transaction): void => {
  for (const putBack of (kept.get(tx) ?? []).toReversed()) putBack();
  kept.delete(tx);
};
