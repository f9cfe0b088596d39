import type { FastifyRequest } from 'fastify';
import { callerOf } from './Caller';
import { localeOf } from './messages';
import type { Call } from './transaction';

/** Whether a request only asks for what a screen shows: it changes nothing, and takes no file with it. */
export const onlyAsks = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' ? config.givesFile !== true : config.onlyAsks === true;

/** What the services need of a request. */
export const callOf = (request: FastifyRequest): Call => ({
  authorization: request.headers.authorization,
  locale: localeOf(request.headers['accept-language']),
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
  requestId: String(request.id),
  caller: callerOf(request),
  asks: onlyAsks(request),
});

/** The key in the URL of a record; 0, which no record has, when it is not a number. */
export const keyOf = (request: FastifyRequest): number => {
  const { id = '' } = request.params as { readonly id?: string };
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
};
