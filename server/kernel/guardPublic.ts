import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

const minuteMs = 60_000;

/** What every page without sign-in has: a limit of requests per address and minute, and headers that keep it out of stores and search engines. */
export const guardPublic = async (scope: FastifyInstance, mostLooks: number | false, referrer = 'no-referrer'): Promise<void> => {
  if (mostLooks !== false)
    await scope.register(rateLimit, {
      max: mostLooks,
      timeWindow: minuteMs,
      keyGenerator: (request) => request.ip,
      errorResponseBuilder: () => Object.assign(new Error('too many requests'), { statusCode: 429 }),
    });
  scope.addHook(
    'onRequest',
    async (_request, reply) =>
      void reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', referrer),
  );
};
