import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer stays open until the client disconnects. */
    readonly staysOpen?: boolean;
  }
}

/** Whether somebody waits for this process now, or did a moment ago. */
export interface Attention {
  readonly observe: (app: FastifyInstance) => void;
  readonly isWanted: () => boolean;
}

/** A client that has just got an answer will probably ask for the next thing. */
const momentMs = 100;
/** Counts the running requests; routes that stay open (`config.staysOpen`) do not count. */
export const createAttention = (now: () => number = Date.now): Attention => {
  let open = 0,
    last = Number.NEGATIVE_INFINITY;
  return {
    observe: (app) => {
      app.addHook('onRequest', async ({ routeOptions }) => {
        if (!routeOptions.config.staysOpen) open += 1;
      });
      app.addHook('onResponse', async ({ routeOptions }) => {
        if (routeOptions.config.staysOpen) return;
        open -= 1;
        last = now();
      });
    },
    isWanted: () => open > 0 || now() - last < momentMs,
  };
};
