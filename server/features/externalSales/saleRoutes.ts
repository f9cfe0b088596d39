import type { FastifyReply, FastifyRequest } from 'fastify';
import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';
import { can } from '@/schema/project/access';
import type { ServiceRoutes } from '../../api/services';
import { callOf } from '../../kernel/callOf';
import { DomainError, forbidden, invalid, problemAt } from '../../kernel/DomainError';
import { presentError } from '../../kernel/presentError';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { namesIn, takeBack, takeSale, type SaleAnswer } from './intake';

const mostSales = 100;
const own: ReadonlySet<number> = new Set([400, 403, 404, 409]);
const path = '/external_inscriptions/intake';

/** The same sale was reported by another request while this one took it in. */
const cameAtOnce = (error: unknown): boolean =>
  error instanceof DomainError && error.errors.some(({ path: at, code }) => at === 'external_ref' && code === 'NOT_UNIQUE');

type Take = (tx: Transaction, sent: unknown) => Promise<SaleAnswer>;

/** Where programs of partners report sales and take them back: one, or many that are judged each by itself. */
export const saleRoutes: ServiceRoutes = (scope, deps) => {
  /** Each sale has a transaction of its own: what was answered stays, and after a failure the program sends the same again. */
  const one = async (request: FastifyRequest, take: Take, sent: unknown, isRepeated = false): Promise<SaleAnswer> => {
    try {
      return await inTransaction(deps, callOf(request), 'write', (tx) => take(tx, sent));
    } catch (error) {
      if (!isRepeated && cameAtOnce(error)) return one(request, take, sent, true);
      if (!(error instanceof DomainError) || !own.has(error.statusCode)) throw error;
      const { statusCode: status_code, ...reason } = presentError(error, deps.translate, callOf(request).locale);
      return { status_code, ...namesIn(sent), ...reason };
    }
  };
  const judged = async (request: FastifyRequest, verb: string): Promise<void> => {
    const may = await inTransaction(deps, callOf(request), 'read', async (tx) => can(tx.grants, verb, external_inscriptions));
    if (!may) throw forbidden();
  };
  const each =
    (verb: 'create' | 'cancel', take: Take) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      await judged(request, verb);
      const sent = request.body;
      if (!Array.isArray(sent)) {
        const answer = await one(request, take, sent);
        return reply.code(answer.status_code).send(answer);
      }
      if (sent.length === 0 || sent.length > mostSales) throw invalid([problemAt('', 'TOO_MANY_AT_ONCE', { max: mostSales })]);
      const items: SaleAnswer[] = [];
      for (const sale of sent) items.push(await one(request, take, sale));
      return { items };
    };
  scope.post(path, each('create', takeSale));
  scope.post(`${path}/cancel`, each('cancel', takeBack));
};
