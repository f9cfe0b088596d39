import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid, notFound } from '../../kernel/DomainError';
import { ServiceRefusal, type RecordService } from './RecordService';

const bodyLimit = 64 * 1024;
const refShape = z.string().min(1).max(60);
const reportShape = z.object({ status: z.string().min(1).max(40), notes: z.string().max(2000).nullable() });
const keyShape = z.string().min(1).max(100);

const judged = <T>(shape: z.ZodType<T>, value: unknown): T => {
  const { success, data } = shape.safeParse(value);
  if (!success) throw invalid([]);
  return data;
};

/** Serves the locally stored records as a remote service would, to clients that pass the guard. `PUT` creates records. */
export const recordRoutes = (
  app: FastifyInstance,
  at: string,
  guard: (request: FastifyRequest) => Promise<void>,
  records: RecordService,
): void => {
  void app.register(async (scope) => {
    scope.addHook('onRequest', (request) => guard(request));
    scope.get<{ Querystring: { readonly after?: string } }>(at, ({ query }) => records.changes(query.after ?? null));
    scope.put<{ Params: { readonly ref: string } }>(`${at}/:ref`, { bodyLimit }, async ({ params, body }, reply) => {
      await records.put(judged(refShape, params.ref), judged(z.record(z.string(), z.unknown()), body));
      return reply.code(204).send();
    });
    scope.post<{ Params: { readonly ref: string } }>(`${at}/:ref/reports`, { bodyLimit }, async ({ params, body, headers }) => {
      const { status, notes } = judged(reportShape, body);
      try {
        return await records.report({ key: judged(keyShape, headers['idempotency-key']), ref: params.ref, status, notes });
      } catch (error) {
        throw error instanceof ServiceRefusal ? notFound() : error;
      }
    });
  });
};
