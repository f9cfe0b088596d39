import type { Transaction } from './transaction';

/** What the rules of an entity may know of the import that writes in their transaction. */
export interface Importing {
  readonly import_jobid: number;
  readonly assign_numbers: boolean;
  /** Whether the file has values for a field. */
  readonly fills: (field: string) => boolean;
}
const under = new WeakMap<Transaction, Importing>();
/** Says that a transaction writes rows of a file. */
export const importIn = (tx: Transaction, importing: Importing): void => void under.set(tx, importing);
/** The import that a transaction writes for, if it does. */
export const importingOf = (tx: Transaction): Importing | undefined => under.get(tx);
/** Does work that is no row of the file, such as what follows from one: rules for rows do not apply to it. */
export const outsideImport = async <T>(tx: Transaction, work: () => Promise<T>): Promise<T> => {
  const importing = under.get(tx);
  under.delete(tx);
  try {
    return await work();
  } finally {
    if (importing) under.set(tx, importing);
  }
};
