import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { isSigned } from '../../adapters/signature';
import { invalid, unauthenticated } from '../../kernel/DomainError';
import { judgeText } from '../../kernel/judgeText';

const bodyLimit = 64 * 1024;
const judged = <T>(shape: z.ZodType<T>, body: string): T => {
  try {
    const message: unknown = JSON.parse(body);
    judgeText(message);
    return shape.parse(message);
  } catch {
    throw invalid([]);
  }
};

/** The path for the reports of an outside service, and the secret that its reports are signed with. */
export interface Reporter {
  readonly path: string;
  readonly header: string;
  readonly secret: string;
}

/** A route for the reports of an outside service. A report without a valid signature is refused. */
export const signedRoute = <T>(
  app: FastifyInstance,
  { path, header, secret }: Reporter,
  shape: z.ZodType<T>,
  work: (message: T) => Promise<unknown>,
): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body)); // the signature is over the raw bytes, not over the parsed body
    scope.post(path, (request) => {
      const body = typeof request.body === 'string' ? request.body : '';
      if (!isSigned(secret, body, request.headers[header])) throw unauthenticated();
      return work(judged(shape, body));
    });
  });
};
