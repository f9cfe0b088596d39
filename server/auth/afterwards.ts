import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Works on after an answer has left, so that its time tells nothing; a failure is only logged. */
export type Afterwards = (log: FastifyBaseLogger, work: () => Promise<void>) => void;

/** What is under way is finished before the application closes. */
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
