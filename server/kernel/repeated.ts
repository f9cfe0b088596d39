import { setTimeout } from 'node:timers/promises';
import { codeOf, isCrowded, isTooSlow } from '../database/faults';
import { conflict, crowded, DomainError, invalid } from './DomainError';

const mostTries = 4,
  pauseMs = 25;
/** Text that no column can store: escapes in a query can hide it from the check of the request. */
const isUnstorable = (error: unknown): boolean => ['22021', '22P05'].includes(codeOf(error));
const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** When two transactions deadlock, the database ends one of them, and its work is tried again. */
export const repeated = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (isUnstorable(error)) throw invalid([]);
      if (isTooSlow(error)) throw new DomainError('TOO_SLOW', { cause: error });
      if (isCrowded(error)) throw crowded(error);
      if (!isTransient(error)) throw error;
      if (tried === mostTries) throw conflict('BUSY');
      await setTimeout(Math.random() * pauseMs * tried);
    }
  }
};
