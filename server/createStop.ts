import { setTimeout as pause } from 'node:timers/promises';

/** The embedded database writes all its data when it closes, and a disk may block for most of a minute. */
const graceMs = 60_000;
/** How this process is asked to stop. */
export interface Stop {
  readonly asked: AbortSignal;
  /** Says how long the process keeps serving after it is asked. */
  readonly drainFor: (ms: number) => void;
  /** Waits that long; Ctrl-C and a second request end the wait. */
  readonly drained: () => Promise<void>;
}
/** Starts the stop at the first request. A stop that hangs does not keep the process alive. */
export const createStop = (): Stop => {
  const asked = new AbortController(),
    hurried = new AbortController();
  let drainMs = 0;
  const stop = (name: NodeJS.Signals): void => {
    if (asked.signal.aborted || name === 'SIGINT') hurried.abort();
    if (asked.signal.aborted) return;
    setTimeout(() => process.exit(1), graceMs + drainMs).unref();
    asked.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  return {
    asked: asked.signal,
    drainFor: (ms) => {
      drainMs = ms;
    },
    drained: () => pause(drainMs, undefined, { signal: hurried.signal }).catch(() => {}),
  };
};
