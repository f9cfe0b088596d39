import type { PGlite } from '@electric-sql/pglite';
import { setTimeout } from 'node:timers/promises';

/** An embedded engine that is opened again when it cannot be trusted any more. */
export interface KeptEngine {
  readonly current: () => PGlite | null;
  /** Gives an engine up and opens another one over its files, as after a crash; again and again until one opens. */
  readonly giveUp: (lite: PGlite, cause: Error) => void;
  readonly close: () => Promise<void>;
}

const pauseMs = 1000;
/**
 * Sees to one engine at a time over one folder.
 *
 * An engine that could not write its log is not closed: it would write down what its memory holds, and the files know better what was acknowledged.
 */
export const keepEngine = (first: PGlite, open: () => Promise<PGlite>, onError: (error: Error) => void): KeptEngine => {
  const over = new AbortController();
  let lite: PGlite | null = first,
    mending: Promise<void> = Promise.resolve();
  const mend = async (): Promise<void> => {
    while (!over.signal.aborted && !lite) {
      try {
        lite = await open();
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        await setTimeout(pauseMs, undefined, { signal: over.signal }).catch(() => {});
      }
    }
  };
  return {
    current: () => lite,
    giveUp: (broken, cause) => {
      if (broken !== lite || over.signal.aborted) return;
      lite = null;
      onError(cause);
      mending = mend();
    },
    close: async () => {
      over.abort();
      await mending;
      if (lite && !lite.closed) await lite.close();
    },
  };
};
