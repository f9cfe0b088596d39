import type { Problem } from '@/schema/project/zod';
import type { FastifyInstance } from 'fastify';
import { isParts } from '@/schema/unknown';
import { invalid } from '../../kernel/DomainError';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters of a URL; none when absent. */
    readonly query?: readonly string[];
    /** The parameters that may be repeated. */
    readonly repeats?: readonly string[];
    /** Whether a GET answers a file to take along. */
    readonly givesFile?: boolean;
    /** Whether a POST only asks for what a screen shows. */
    readonly onlyAsks?: boolean;
  }
}

/** Refuses parameters that a route does not have: a misspelt one would silently give a different answer. */
export const judgeQueries = (scope: FastifyInstance): void => {
  scope.addHook('onRequest', async (request) => {
    const {
      url = '',
      config: { query: taken = [], repeats = [] },
    } = request.routeOptions;
    if (request.is404 || !url.startsWith('/v2/')) return;
    const problems = Object.entries(isParts(request.query) ? request.query : {}).flatMap(([path, value]): readonly Problem[] => {
      if (!taken.includes(path))
        return [
          taken.length > 0 ? { path, code: 'UNKNOWN_PARAMETER', params: { names: taken.join(', ') } } : { path, code: 'NO_PARAMETERS' },
        ];
      return Array.isArray(value) && !repeats.includes(path) ? [{ path, code: 'GIVEN_TWICE' }] : [];
    });
    if (problems.length > 0) throw invalid(problems);
  });
};
