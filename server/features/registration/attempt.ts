import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { explain } from '../../kernel/constraints';

/** Tries a change of an inscription and answers why it was refused, with everything rolled back; `null` when it was done. */
export const attempt = async (tx: Transaction, work: () => Promise<unknown>): Promise<DomainError | null> => {
  await tx.client.query('savepoint attempt');
  try {
    await work();
    await tx.client.query('release savepoint attempt');
    return null;
  } catch (error) {
    const cause = explain(tx, inscriptions, error);
    if (!(cause instanceof DomainError)) throw cause;
    await tx.client.query('rollback to savepoint attempt; release savepoint attempt');
    return cause;
  }
};
