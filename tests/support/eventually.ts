import { vi } from 'vitest';

/** Waits until something holds, for as long as a machine may stand still; the one second that vitest waits by itself is less. */
export const eventually = <T>(probe: () => T | Promise<T>): Promise<T> => vi.waitFor(probe, { timeout: 60_000 });
