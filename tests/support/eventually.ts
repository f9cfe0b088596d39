import { vi } from 'vitest';
import { patience } from './limits';

/** Waits until something holds: five seconds, or as long as `withinMs` says where a process has to start first. */
export const eventually = <T>(probe: () => T | Promise<T>, withinMs = 5_000): Promise<T> =>
  vi.waitFor(probe, { timeout: withinMs * patience });
