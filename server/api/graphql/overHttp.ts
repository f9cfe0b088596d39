import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WireError } from '../../kernel/presentError';
import { mostBytes } from './answerCost';

const mostBytesOfLetter = 3;
const modern = 'application/graphql-response+json';
const isText = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';
const isObject = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'object' && !Array.isArray(value));

type Body = Record<string, unknown>;
const wrongPart = (body: unknown): string | null => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'body';
  const { query, operationName, variables, extensions } = body as Body;
  return typeof query !== 'string'
    ? 'query'
    : !isText(operationName)
      ? 'operationName'
      : !isObject(variables)
        ? 'variables'
        : !isObject(extensions)
          ? 'extensions'
          : null;
};

/** The parts of GraphQL over HTTP that mercurius leaves to the application. Registered before mercurius in the same scope. */
export const overHttp = (scope: FastifyInstance): void => {
  const wellFormed = new WeakSet<object>();
  scope.addHook('preValidation', async (request) => {
    if (request.method !== 'POST') return;
    const wrong = wrongPart(request.body);
    if (wrong) throw Object.assign(new Error(`Invalid ${wrong}`), { statusCode: 400 });
    wellFormed.add(request);
    const body = request.body as Body;
    for (const key of ['variables', 'extensions', 'operationName']) if (body[key] === null) delete body[key];
  });
  scope.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload;
    if (!String(request.headers.accept ?? '').includes(modern)) {
      // the older media type: a well-formed request that could not be executed is answered with 200 and errors
      if (reply.statusCode === 400 && wellFormed.has(request)) reply.code(200);
      return payload;
    }
    reply.header('content-type', `${modern}; charset=utf-8`);
    if (reply.statusCode < 400) return payload;
    const { data, ...rest } = JSON.parse(payload) as Body;
    return JSON.stringify(data === null || data === undefined ? rest : { data, ...rest });
  });
};

/**
 * Refuses an answer that is really too long; the earlier checks only estimated it. Registered before `overHttp`, which sets the status
 * of the refusal.
 */
export const shortAnswers = (scope: FastifyInstance, refusal: (request: FastifyRequest) => WireError): void => {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length * mostBytesOfLetter <= mostBytes || Buffer.byteLength(payload) <= mostBytes)
      return payload;
    const { message, ...extensions } = refusal(request);
    reply.code(extensions.statusCode).removeHeader('content-length');
    return JSON.stringify({ data: null, errors: [{ message, extensions }] });
  });
};
