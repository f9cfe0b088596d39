import { vi } from 'vitest';
import { patience } from './limits';

/** What works on the answer meanwhile and is woken before each look, so that no test waits for a pause that nobody needs. */
export const sleepers = new Set<{ readonly wake: () => void }>();

/** Waits until something holds: five seconds, or as long as `withinMs` says where a process has to start first. */
export const eventually = <T>(probe: () => T | Promise<T>, withinMs = 5_000): Promise<T> =>
  vi.waitFor(
    () => {
      for (const { wake } of sleepers) wake();
      return probe();
    },
    { timeout: withinMs * patience },
  );
