import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keyIn, partOf, textIn } from '@/schema/unknown';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { DomainError, notFound } from '../../kernel/DomainError';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { countSlide, readCalendar, readCarousels, readStages, type FeedSearch } from './readFeed';
import { isSiteKey } from './siteKey';

interface FeedOptions {
  readonly secret: string;
  /** The address under which browsers reach the server. */
  readonly origin: string;
  /** Requests that one address may make in a minute; false where nothing is limited. */
  readonly mostLooks: number | false;
}
const minuteMs = 60_000,
  longest = 80;
const queryOf = (request: FastifyRequest, name: string): string => (textIn(partOf(request.query, name)) ?? '').trim().slice(0, longest);
const searchOf = (request: FastifyRequest): FeedSearch => ({
  placement: queryOf(request, 'placement'),
  locale: queryOf(request, 'locale'),
  region: queryOf(request, 'region'),
  serial: queryOf(request, 'serial'),
});

/**
 * `/site/v1`: what the public site of an organizer shows, as JSON for its own pages. A publishable key opens it; any page may ask, and a
 * CDN may keep the answers.
 */
export const feedRoutes = async (app: FastifyInstance, deps: ApiDeps, { secret, origin, mostLooks }: FeedOptions): Promise<void> => {
  if (mostLooks !== false)
    await app.register(rateLimit, {
      max: mostLooks,
      timeWindow: minuteMs,
      keyGenerator: (request) => request.ip,
      errorResponseBuilder: () => new DomainError('TOO_MANY_REQUESTS'),
    });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*').header('access-control-allow-headers', 'x-dorsal-key');
    if (request.method === 'OPTIONS') return reply.code(204).header('access-control-allow-methods', 'GET, POST').send();
    const key = textIn(request.headers['x-dorsal-key']) ?? queryOf(request, 'key');
    if (!isSiteKey(secret, key)) throw new DomainError('UNAUTHENTICATED');
  });
  const list = (name: string, read: (tx: Transaction, search: FeedSearch, origin: string) => Promise<readonly unknown[]>): void => {
    app.get(`/site/v1/${name}`, async (request, reply) => {
      const items = await inSystemTransaction(deps, (tx) => read(tx, searchOf(request), origin));
      return reply.header('cache-control', 'public, max-age=60, stale-while-revalidate=300').send({ items });
    });
  };
  app.options('/site/v1/*', (_request, reply) => reply.code(204).send());
  list('carousels', readCarousels);
  list('stages', readStages);
  list('calendar', readCalendar);
  for (const what of ['views', 'clicks'] as const)
    app.post<{ Params: { readonly itemid: string } }>(`/site/v1/slides/:itemid/${what}`, async (request, reply) => {
      const itemid = keyIn(request.params.itemid);
      const isCounted = itemid !== undefined && (await inSystemTransaction(deps, (tx) => countSlide(tx, itemid, what)));
      if (!isCounted) throw notFound();
      return reply.code(204).send();
    });
};
