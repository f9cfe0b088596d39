import type { Problem } from '@/schema/project/zod';
import type { FastifyInstance } from 'fastify';
import { invalid } from '../../kernel/DomainError';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The parameters that the address takes after `?`; none when absent. */
    readonly query?: readonly string[];
    /** Those of them that may be said several times. */
    readonly repeats?: readonly string[];
  }
}

/** Refuses parameters that a route of the services does not take: whoever misspells one would be answered something else than was asked. */
export const judgeQueries = (scope: FastifyInstance): void => {
  scope.addHook('onRequest', async (request) => {
    const {
      url = '',
      config: { query: taken = [], repeats = [] },
    } = request.routeOptions;
    if (request.is404 || !url.startsWith('/v2/')) return;
    const problems = Object.entries(request.query as Readonly<Record<string, unknown>>).flatMap(([path, value]): readonly Problem[] => {
      if (!taken.includes(path))
        return [
          taken.length > 0 ? { path, code: 'UNKNOWN_PARAMETER', params: { names: taken.join(', ') } } : { path, code: 'NO_PARAMETERS' },
        ];
      return Array.isArray(value) && !repeats.includes(path) ? [{ path, code: 'GIVEN_TWICE' }] : [];
    });
    if (problems.length > 0) throw invalid(problems);
  });
};
