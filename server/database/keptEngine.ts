import type { PGlite } from '@electric-sql/pglite';
import { setTimeout } from 'node:timers/promises';

/** An embedded engine that is reopened when it can no longer be trusted. */
export interface KeptEngine {
  readonly current: () => PGlite | null;
  /** Gives an engine up and opens another one over its files, as after a crash, until one opens. */
  readonly giveUp: (lite: PGlite, cause: Error) => void;
  readonly close: () => Promise<void>;
}

const pauseMs = 1000;
/**
 * Manages one engine at a time over one folder.
 *
 * An engine that could not write its log is not closed: closing would write its memory into the files, and the files know better what
 * was acknowledged.
 */
export const keepEngine = (first: PGlite, open: () => Promise<PGlite>, onError: (error: Error) => void): KeptEngine => {
  const over = new AbortController();
  let lite: PGlite | null = first,
    repairing: Promise<void> = Promise.resolve();
  const repair = async (): Promise<void> => {
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
      repairing = repair();
    },
    close: async () => {
      over.abort();
      await repairing;
      if (lite && !lite.closed) await lite.close();
    },
  };
};
