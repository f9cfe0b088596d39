import type { FastifyInstance, FastifyRequest } from 'fastify';
import { partOf } from '@/schema/unknown';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { forbidden, invalid, notFound } from '../../kernel/DomainError';
import { inTransaction } from '../../kernel/transaction';
import { sameText } from '../../kernel/secrets';
import { findRecords } from './findRecords';
import { searchRequest, type SearchQuery } from './searchRequest';

export interface SearchOptions {
  readonly appId: string;
  readonly key: string;
  /** Requests that one address may make in ten seconds. */
  readonly mostRequests: number | false;
}

const bodyLimit = 64 * 1024,
  windowMs = 10_000;

/** The search client sends its application id in headers or in the URL. */
const named = (request: FastifyRequest, name: string): string => String(request.headers[name] ?? partOf(request.query, name) ?? '');

const parsed = (body: unknown): readonly SearchQuery[] => {
  const result = searchRequest.safeParse(body);
  if (!result.success) throw invalid(result.error.issues.slice(0, 1).map(({ path }) => ({ path: path.join('.'), code: 'INVALID_VALUE' })));
  return result.data.requests;
};

/**
 * Answers a search client of Algolia's protocol from the database, one index per resource.
 *
 * The application id and its key are public and grant nothing; the bearer decides what is found.
 */
export const searchRoutes = (app: FastifyInstance, deps: ApiDeps, { appId, key, mostRequests }: SearchOptions): void => {
  void app.register(async (scope) => {
    scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
      // the client sends its JSON as text, which saves browsers a preflight request
      try {
        done(null, JSON.parse(String(body)));
      } catch {
        done(invalid([]));
      }
    });
    const rateLimit = mostRequests === false ? {} : { rateLimit: { max: mostRequests, timeWindow: windowMs } };
    scope.post<{ Params: { readonly index: string } }>(
      '/1/indexes/:index/queries',
      { bodyLimit, config: { ...rateLimit, onlyAsks: true } },
      async (request, reply) => {
        if (request.params.index !== '*') throw notFound();
        if (!sameText(named(request, 'x-algolia-application-id'), appId) || !sameText(named(request, 'x-algolia-api-key'), key))
          throw forbidden();
        reply.header('cache-control', 'no-store');
        const started = performance.now();
        const found = await inTransaction(deps, callOf(request), 'read', async (tx) => {
          const queries = parsed(request.body);
          const results: { readonly asked: SearchQuery; readonly hits: Awaited<ReturnType<typeof findRecords>> }[] = [];
          for (const asked of queries) results.push({ asked, hits: await findRecords(tx, asked) });
          return results;
        });
        const processingTimeMS = Math.round(performance.now() - started);
        return {
          results: found.map(({ asked: { indexName, query, hitsPerPage }, hits }) => ({
            index: indexName,
            query,
            params: '',
            hits,
            nbHits: hits.length,
            page: 0,
            nbPages: hits.length > 0 ? 1 : 0,
            hitsPerPage,
            exhaustiveNbHits: hits.length < hitsPerPage,
            processingTimeMS,
          })),
        };
      },
    );
  });
};
