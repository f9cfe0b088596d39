import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Does work after the answer was sent, so that its duration reveals nothing. A failure is only logged. */
export type Afterwards = (log: FastifyBaseLogger, work: () => Promise<void>) => void;

/** Pending work is finished before the application closes. */
export const createAfterwards = (app: FastifyInstance): Afterwards => {
  const underWay = new Set<Promise<void>>();
  app.addHook('onClose', async () => void (await Promise.all(underWay)));
  return (log, work) => {
    const running = work()
      .catch((error: unknown) => log.error({ err: error }, 'a letter was not sent'))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  };
};
