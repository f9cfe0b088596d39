import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { invalid, notFound } from '../../kernel/DomainError';
import { inTransaction } from '../../kernel/transaction';
import { mentionableNamed } from './mentionable';
import { subjectOf } from './subjectOf';

/** As many names as a list shows at once. */
const mostOffered = 8;
const asked = z.strictObject({
  resource: z.string().max(60),
  recordid: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  q: z.string().max(80).default(''),
});

/** `GET /v2/general/comments/people`: who may be mentioned in a comment about a record. */
export const mentionRoute = (scope: FastifyInstance, deps: ApiDeps): void => {
  scope.get('/comments/people', { config: { query: ['resource', 'recordid', 'q'] } }, (request) => {
    const query = asked.safeParse(request.query);
    if (!query.success) throw invalid(query.error.issues.map(({ path }) => ({ path: path.join('.'), code: 'INVALID_VALUE' })));
    return inTransaction(deps, callOf(request), 'read', async (tx) => {
      const subject = await subjectOf(tx, query.data.resource, query.data.recordid);
      if (!subject) throw notFound();
      return { items: await mentionableNamed(tx, subject, query.data.q.trim(), mostOffered) };
    });
  });
};
