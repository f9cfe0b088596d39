import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAccounts } from './accounts';
import type { AuthDeps } from './AuthDeps';
import { cookieNames, parseCookies } from './cookies';
import { createLockout } from './lockout';
import { createOrigins } from './origins';
import { type Language, pageLanguage } from './pages';
import { createPasswords } from './passwords';
import { createSessions } from './sessions';
import type { SiteCall, SiteParts } from './site';

export type Fields = Readonly<Record<string, unknown>>;

/** An object of unknown fields from whatever was sent. */
export const fieldsOf = (sent: unknown): Fields => (typeof sent === 'object' && sent !== null ? { ...sent } : {});

/** A text, or the empty one when something else was sent. */
export const textOf = (sent: unknown): string => (typeof sent === 'string' ? sent : '');

/** The working parts of the site, made once for both of its groups of routes. */
export const createParts = (deps: AuthDeps): SiteParts => {
  const passwords = createPasswords(deps.secret, deps.pepper);
  return {
    deps,
    passwords,
    names: cookieNames(deps.secureCookies),
    origins: createOrigins(deps.origin, deps.appOrigins),
    sessions: createSessions(deps.pool, deps.sessionIdleMs, deps.sessionAbsoluteMs),
    accounts: createAccounts(deps.pool, passwords, deps.production),
    lockout: createLockout(deps.pool, deps.secret),
  };
};

/** The language to answer in: of the address, of the form, of the browser. */
export const languageOf = (request: FastifyRequest): Language =>
  pageLanguage(fieldsOf(request.query)['lng'] ?? fieldsOf(request.body)['lng'], request.headers['accept-language']);

/** Answers a refusal in the shape that every error of the product has. */
export const refuse = (deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, statusCode: number, key: string): FastifyReply =>
  reply.code(statusCode).send({ statusCode, message: deps.translate(`auth.errors.${key}`, languageOf(request)), errors: [] });

/** What the library needs to know of a request. */
export const callOf = (request: FastifyRequest, method: 'GET' | 'POST', path: string, asJson: boolean): SiteCall => ({
  method, path, asJson,
  cookies: parseCookies(request.headers.cookie),
  visitor: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
  log: request.log,
});

/** Adds cookies to an answer, if there are any. */
export const sendCookies = (reply: FastifyReply, cookies: readonly string[]): FastifyReply =>
  (cookies.length > 0 ? reply.header('set-cookie', [...cookies]) : reply);
