import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { isSigned } from '../../adapters/signature';
import { invalid, unauthenticated } from '../../kernel/DomainError';
import { judgeText } from '../../kernel/judgeText';

const bodyLimit = 64 * 1024;
const judged = <T>(shape: z.ZodType<T>, body: string): T => {
  try {
    const told: unknown = JSON.parse(body);
    judgeText(told);
    return shape.parse(told);
  } catch {
    throw invalid([]);
  }
};

/** Where an outside service reports, and what proves that it is the service. */
export interface Reporter {
  readonly path: string;
  readonly header: string;
  readonly secret: string;
}

/** A route for what an outside service reports. A report without its signature is nobody's. */
export const signedRoute = <T>(
  app: FastifyInstance,
  { path, header, secret }: Reporter,
  shape: z.ZodType<T>,
  work: (told: T) => Promise<unknown>,
): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body)); // signed are the bytes, not what they mean
    scope.post(path, (request) => {
      const body = typeof request.body === 'string' ? request.body : '';
      if (!isSigned(secret, body, request.headers[header])) throw unauthenticated();
      return work(judged(shape, body));
    });
  });
};
