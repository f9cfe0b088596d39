import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFull } from '../database/faults';
import { expireLeftovers, parseCookies } from './cookies';
import { type Fields, languageOf, refuse, sendCookies, showPage, wantsPage } from './exchange';
import { errorPage } from './pages';
import { problemOf } from './problems';
import type { SiteParts } from './SiteParts';

const bodyLimit = 16 * 1024;
const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

const parsers = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('malformed JSON'), { statusCode: 400 }));
    }
  });
  const form = (_request: FastifyRequest, body: string | Buffer, done: (error: null, fields: Fields) => void): void =>
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, form);
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, form); // a beacon may send text/plain
};

/** Refuses with a message: as a page for browsers that show it, as data for everybody else. */
const tell = (
  { deps, origins }: SiteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  statusCode: number,
  key: string,
): FastifyReply => {
  if (!wantsPage(request)) return refuse(deps, request, reply, statusCode, key);
  const frame = { deps, language: languageOf(request), callbackUrl: origins.safeCallbackUrl(null) };
  return showPage(deps, reply, errorPage(frame, { error: key, requestId: statusCode >= 500 ? request.id : null }), statusCode);
};

const errors = (app: FastifyInstance, parts: SiteParts): void => {
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    const statusCode = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : isFull(error) ? 507 : 503;
    if (statusCode < 500) return tell(parts, request, reply, statusCode, 'unknown');
    request.log.error({ err: error }, 'authentication');
    const problem = problemOf(error, 'UnknownError');
    return tell(parts, request, reply, statusCode, problem !== 'UnknownError' ? problem : statusCode === 507 ? 'diskFull' : 'unavailable');
  });
};

/** Puts the check of the Origin, exact CORS, the removal of older cookies and the limit of bodies before every route of a group. */
export const guard = (app: FastifyInstance, parts: SiteParts, preflightPath: string): void => {
  const { deps, origins } = parts;
  parsers(app);
  errors(app, parts);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin').header('cache-control', 'private, no-store');
    sendCookies(reply, expireLeftovers(parseCookies(request.headers.cookie)));
    const allowed = origins.corsOrigin(request.headers);
    if (allowed !== null)
      reply
        .header('access-control-allow-origin', allowed)
        .header('access-control-allow-credentials', 'true')
        .header('access-control-expose-headers', 'x-request-id');
    if (!reads.has(request.method) && !origins.mayPost(request.headers)) return tell(parts, request, reply, 403, 'forbiddenOrigin');
  });
  app.options(preflightPath, (request: FastifyRequest, reply: FastifyReply) => {
    if (origins.corsOrigin(request.headers) === null) return refuse(deps, request, reply, 403, 'forbiddenOrigin');
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type, x-auth-return-redirect, authorization')
      .header('access-control-max-age', '600')
      .send();
  });
};
