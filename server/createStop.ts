import { setTimeout as pause } from 'node:timers/promises';

/** The embedded database writes all it knows when it closes, and a disk may stand still for most of a minute. */
const graceMs = 60_000;
/** How this process is asked to end. */
export interface Stop {
  readonly asked: AbortSignal;
  /** Says how long to go on serving once it is asked. */
  readonly drainFor: (ms: number) => void;
  /** Waits that long; Ctrl-C and a second request are for those who do not wait. */
  readonly drained: () => Promise<void>;
}
/** The first request to stop begins it, and a stop that is stuck does not hold the process. */
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
