import type { Transaction } from '../../kernel/transaction';

const under = new WeakMap<Transaction, number>();
/** Makes the registration that somebody bought from a partner: it names the sale, and its price is the one that was paid there. */
export const forSale = async <T>(tx: Transaction, external_inscriptionid: number, work: () => Promise<T>): Promise<T> => {
  under.set(tx, external_inscriptionid);
  try {
    return await work();
  } finally {
    under.delete(tx);
  }
};
/** The sale for which a transaction makes a registration, if it does. */
export const saleOf = (tx: Transaction): number | null => under.get(tx) ?? null;
