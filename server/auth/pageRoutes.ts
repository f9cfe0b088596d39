import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieText, parseCookies, setCookie } from './cookies';
import { callOf, fieldsOf, languageOf, sendCookies, showPage, textOf } from './exchange';
import { errorName, type Frame } from './layout';
import { codePage, errorPage, loginPage, logoutPage } from './pages';
import type { Site } from './site';
import type { SiteParts } from './SiteParts';

const css = readFileSync(new URL('./login.css', import.meta.url), 'utf8');
const secondStepErrors = new Set(['totp_required', 'totp_wrong']);

/** The pages that people see: sign in, sign out, errors, and their style sheet. */
export const pageRoutes = (app: FastifyInstance, parts: SiteParts, site: Site): void => {
  const { deps, names, origins, secondSteps, sessions, showsLetters } = parts;
  const home = origins.safeCallbackUrl(null);
  const account = `${deps.basePath}/account`,
    invitation = `${deps.basePath}/invitation`;

  /**
   * Where to go afterwards: the requested page, or else the one in the cookie. On this site only the account page and an invitation are
   * allowed.
   */
  const callbackOf = (request: FastifyRequest): string => {
    const asked = fieldsOf(request.query)['callbackUrl'] ?? cookieText(parseCookies(request.headers.cookie).get(names.callback));
    const url = new URL(origins.safeCallbackUrl(asked));
    const isOwn =
      url.pathname.startsWith(`${deps.basePath}/`) &&
      ![account, invitation].includes(url.pathname) &&
      !url.pathname.startsWith(`${account}/`);
    return isOwn ? home : url.href;
  };

  const csrfToken = async (request: FastifyRequest, reply: FastifyReply, callbackUrl: string): Promise<string> => {
    const answer = await site.call({ ...callOf(request, 'GET', '/csrf', false), query: { callbackUrl } });
    sendCookies(reply, answer.cookies);
    return textOf(fieldsOf(JSON.parse(answer.text))['csrfToken']);
  };

  const alreadySignedIn = async (request: FastifyRequest): Promise<boolean> => {
    const sid = await site.sidOf(parseCookies(request.headers.cookie));
    return sid !== null && (await sessions.read(sid)) !== null;
  };

  app.get('/login.css', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(css),
  );

  app.get('/signin', async (request, reply) => {
    const query = fieldsOf(request.query);
    const callbackUrl = callbackOf(request);
    const onlyAsked = query['error'] === undefined || query['error'] === 'SessionRequired';
    if (onlyAsked && (await alreadySignedIn(request))) return reply.redirect(callbackUrl, 303);
    if (query['error'] === undefined && !origins.accepts(query['callbackUrl']))
      return reply.redirect(
        `${deps.basePath}/signin?${new URLSearchParams({ error: 'INVALID_CALLBACK_URL_ERROR', lng: languageOf(request) })}`,
        303,
      );
    const cookies = parseCookies(request.headers.cookie);
    const named = errorName(query['error'], query['code']);
    // The refusal stored the e-mail in a cookie, so a browser that comes back without it keeps no cookies.
    const error = named === 'MissingCSRF' && cookies.size === 0 ? 'looping' : named;
    const state = { error, done: query['done'], requestId: query['request'], csrfToken: await csrfToken(request, reply, callbackUrl) };
    const frame: Frame = { deps, language: languageOf(request), callbackUrl };
    if (state.error !== null && secondStepErrors.has(state.error) && secondSteps.read(cookieText(cookies.get(names.second))) !== null)
      return showPage(deps, reply, codePage({ ...frame, query: { callbackUrl, error: 'CredentialsSignin', code: state.error } }, state));
    const email = cookieText(cookies.get(names.email)) ?? '';
    if (email !== '') sendCookies(reply, [setCookie(names.email, '', 0)]);
    return showPage(deps, reply, loginPage(frame, { ...state, email, writes: deps.mail !== null, demonstrates: await showsLetters() }));
  });

  app.get('/signout', async (request, reply) => {
    const callbackUrl = `${deps.origin}${deps.basePath}/signin`;
    const token = await csrfToken(request, reply, callbackUrl);
    return showPage(deps, reply, logoutPage({ deps, language: languageOf(request), callbackUrl }, token));
  });

  app.get('/error', (request, reply) => {
    const { error, request: requestId } = fieldsOf(request.query);
    const query = Object.fromEntries(
      Object.entries({ error, request: requestId }).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
    return showPage(
      deps,
      reply,
      errorPage(
        { deps, language: languageOf(request), callbackUrl: home, query },
        { error: errorName(error, undefined) ?? 'unknown', requestId },
      ),
    );
  });
};
