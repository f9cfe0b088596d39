import { wireTypes } from '../database/wireTypes';
import type { Transaction } from '../kernel/transaction';

/** Runs a statement in the transaction of a call and answers its rows by the names of their columns. */
export const queryRows = async <T extends Readonly<Record<string, unknown>>>(
  { client }: Pick<Transaction, 'client'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly T[]> => (await client.query<T>({ text, values: [...values], types: wireTypes })).rows;
