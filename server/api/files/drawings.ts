import { tooManyRequests } from '../../kernel/DomainError';

/** How many pictures this process draws at the same time. The remaining threads are needed for sign-ins and for reading files. */
const atOnce = 2,
  mostWaiting = 40,
  fullSeconds = 5;

export interface Drawings {
  /** Runs work when it is its turn; refuses when too many wait already. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A queue for work that occupies a thread of the process for long. */
export const createDrawings = (): Drawings => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    inTurn: async (work) => {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw tooManyRequests(fullSeconds);
        await new Promise<void>((resume) => waiting.push(resume));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
};
