import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAccounts } from './accounts';
import type { Afterwards } from './afterwards';
import type { AuthDeps } from './AuthDeps';
import { cookieNames, parseCookies } from './cookies';
import { createDevices } from './devices';
import { createIdentities } from './identities';
import type { Letters } from './letters';
import { createLockout } from './lockout';
import { createOrigins } from './origins';
import { type Language, pageLanguage } from './layout';
import { createPasswords } from './passwords';
import { createSecondFactor } from './secondFactor';
import { createSecondSteps } from './secondStep';
import { createSecretMark } from './secretMark';
import { createSessions } from './sessions';
import type { SiteCall, SiteParts } from './SiteParts';

export type Fields = Readonly<Record<string, unknown>>;

/** An object with unknown fields from any value. */
export const fieldsOf = (sent: unknown): Fields => (typeof sent === 'object' && sent !== null ? { ...sent } : {});

/** A text, or an empty one when another kind of value was sent. */
export const textOf = (sent: unknown): string => (typeof sent === 'string' ? sent : '');

/** The parts of the site, created once for both groups of routes. */
export const createParts = (deps: AuthDeps, letters: Letters | null, afterwards: Afterwards): SiteParts => {
  const passwords = createPasswords(deps.secret, deps.pepper);
  const names = cookieNames(deps.secureCookies, deps.cookieSuffix);
  const accounts = createAccounts(deps.pool, passwords, deps.production);
  return {
    deps,
    passwords,
    letters,
    afterwards,
    names,
    devices: createDevices(deps.secret, names.device),
    identities: createIdentities(deps.pool),
    origins: createOrigins(deps.origin, deps.appOrigins),
    sessions: createSessions(deps.pool, deps.sessionIdleMs, deps.sessionAbsoluteMs),
    accounts,
    lockout: createLockout(deps.pool, deps.secret, letters !== null),
    secondFactor: createSecondFactor(deps.pool, deps.secret),
    secondSteps: createSecondSteps(deps.secret),
    hasSecret: createSecretMark(deps.pool, deps.secret),
    showsLetters: async () => deps.isPrivate === true && deps.mail?.recent !== undefined && accounts.demonstrates(),
  };
};

/** The language to answer in: of the address, of the form, of the browser. */
export const languageOf = (request: FastifyRequest): Language =>
  pageLanguage(fieldsOf(request.query)['lng'] ?? fieldsOf(request.body)['lng'], request.headers['accept-language']);

/** Answers a refusal in the format of every error of the product. An internal error carries its request id. */
export const refuse = (
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  statusCode: number,
  key: string,
  more: Fields = {},
): FastifyReply =>
  reply
    .code(statusCode)
    .type('application/json; charset=utf-8')
    .send({
      statusCode,
      message: deps.translate(`auth.errors.${key}`, languageOf(request)),
      errors: [],
      ...(statusCode >= 500 && { requestId: request.id }),
      ...more,
    });

/** Whether the browser shows the answer as a page. */
export const wantsPage = (request: FastifyRequest): boolean =>
  (request.headers.accept ?? '').includes('text/html') && request.headers['x-auth-return-redirect'] === undefined;

/** Sends a page under a policy that allows no script and no frame. */
export const showPage = (deps: AuthDeps, reply: FastifyReply, html: string, statusCode = 200): FastifyReply =>
  reply
    .code(statusCode)
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${[...deps.appOrigins, ...(deps.company ? [new URL(deps.company.issuer).origin] : [])].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin') // under no-referrer the browser posts the form with "Origin: null"
    .type('text/html; charset=utf-8')
    .send(html);

/** The parts of a request that the library needs. */
export const callOf = (request: FastifyRequest, method: 'GET' | 'POST', path: string, asJson: boolean): SiteCall => ({
  method,
  path,
  asJson,
  cookies: parseCookies(request.headers.cookie),
  visitor: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
  requestId: request.id,
  log: request.log,
});

/** Adds cookies to an answer, if there are any. */
export const sendCookies = (reply: FastifyReply, cookies: readonly string[]): FastifyReply =>
  cookies.length > 0 ? reply.header('set-cookie', [...cookies]) : reply;
