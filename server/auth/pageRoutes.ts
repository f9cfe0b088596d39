import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieText, parseCookies, setCookie } from './cookies';
import { callOf, fieldsOf, languageOf, sendCookies, textOf } from './exchange';
import { errorKey, errorPage, loginPage, logoutPage } from './pages';
import type { Site, SiteParts } from './site';

const css = readFileSync(new URL('./login.css', import.meta.url), 'utf8');

/** The pages that people see: sign in, sign out, what went wrong, and their style sheet. */
export const pageRoutes = (app: FastifyInstance, parts: SiteParts, site: Site): void => {
  const { deps, names, origins, sessions } = parts;
  const home = origins.safeCallbackUrl(null);
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${deps.appOrigins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`;

  const page = (reply: FastifyReply, html: string): FastifyReply => reply
    .header('content-security-policy', policy).header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin') // under no-referrer the browser posts the form with "Origin: null"
    .type('text/html; charset=utf-8').send(html);

  /** Where to go afterwards: what was asked, else what the cookie remembers, but never a page of this site. */
  const callbackOf = (request: FastifyRequest): string => {
    const asked = fieldsOf(request.query)['callbackUrl'] ?? cookieText(parseCookies(request.headers.cookie).get(names.callback));
    const url = new URL(origins.safeCallbackUrl(asked));
    return url.pathname.startsWith(`${deps.basePath}/`) ? home : url.href;
  };

  const csrfToken = async (request: FastifyRequest, reply: FastifyReply, callbackUrl: string): Promise<string> => {
    const response = await site.call({ ...callOf(request, 'GET', '/csrf', false), query: { callbackUrl } });
    sendCookies(reply, response.headers.getSetCookie());
    return textOf(fieldsOf(await response.json())['csrfToken']);
  };

  const alreadySignedIn = async (request: FastifyRequest): Promise<boolean> => {
    const sid = await site.sidOf(parseCookies(request.headers.cookie));
    return sid !== null && await sessions.read(sid) !== null;
  };

  app.get('/login.css', (_request, reply) => reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(css));

  app.get('/signin', async (request, reply) => {
    const { error, code } = fieldsOf(request.query);
    const callbackUrl = callbackOf(request);
    const onlyAsked = error === undefined || error === 'SessionRequired';
    if (onlyAsked && await alreadySignedIn(request)) return reply.redirect(callbackUrl, 303);
    const email = cookieText(parseCookies(request.headers.cookie).get(names.email)) ?? '';
    if (email !== '') sendCookies(reply, [setCookie(names.email, '', 0)]);
    const token = await csrfToken(request, reply, callbackUrl);
    return page(reply, loginPage({ deps, language: languageOf(request), callbackUrl }, { csrfToken: token, email, error: errorKey(error, code) }));
  });

  app.get('/signout', async (request, reply) => {
    const callbackUrl = `${deps.origin}${deps.basePath}/signin`;
    const token = await csrfToken(request, reply, callbackUrl);
    return page(reply, logoutPage({ deps, language: languageOf(request), callbackUrl }, token));
  });

  app.get('/error', (request, reply) => {
    const error = errorKey(fieldsOf(request.query)['error'], undefined) ?? 'auth.errors.unknown';
    return page(reply, errorPage({ deps, language: languageOf(request), callbackUrl: home }, error));
  });
};
