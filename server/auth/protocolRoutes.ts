import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { normalizeEmail } from './accounts';
import type { AuthDeps } from './AuthDeps';
import { cookieText, parseCookies, setCookie } from './cookies';
import { callOf, type Fields, fieldsOf, refuse, sendCookies, textOf } from './exchange';
import type { Site, SiteParts } from './site';

const emailKept = 120; // seconds
const loggedText = 500;

/** A page of this site is named by its path, so that a proxy in front keeps the browser on its own origin. */
const placeOf = (deps: AuthDeps, location: string, language: string): string => {
  const url = new URL(location, deps.origin);
  if (url.origin !== deps.origin || !url.pathname.startsWith(`${deps.basePath}/`)) return url.href;
  if (language !== '') url.searchParams.set('lng', language);
  return `${url.pathname}${url.search}`;
};

const asksJson = (request: FastifyRequest, body: Fields): boolean =>
  request.headers['x-auth-return-redirect'] !== undefined || body['json'] === 'true';

/** The calls that a session client makes, in either dialect. */
export const protocolRoutes = (app: FastifyInstance, parts: SiteParts, site: Site): void => {
  const { deps, names, origins } = parts;

  const forward = async (reply: FastifyReply, response: Response, cookies = response.headers.getSetCookie()): Promise<FastifyReply> => {
    sendCookies(reply, cookies);
    return reply.code(response.status).type('application/json; charset=utf-8').send(await response.text());
  };

  const read = (action: 'csrf' | 'providers') => async (request: FastifyRequest, reply: FastifyReply) =>
    forward(reply, await site.call(callOf(request, 'GET', `/${action}`, false)));

  /** The session cookie is written only by signing in and out: an answer that comes late can then undo neither. */
  const withoutSession = (response: Response): string[] =>
    response.headers.getSetCookie().filter((cookie) => !cookie.startsWith(names.session));

  const post = async (request: FastifyRequest, reply: FastifyReply, path: string, body: Fields, refusedCookies: readonly string[] = []): Promise<FastifyReply> => {
    const sent = fieldsOf(request.body);
    const asJson = asksJson(request, sent);
    const response = await site.call({ ...callOf(request, 'POST', path, asJson), body: { csrfToken: textOf(sent['csrfToken']), ...body } });
    if (asJson) return forward(reply, response);
    sendCookies(reply, response.headers.getSetCookie());
    const place = placeOf(deps, response.headers.get('location') ?? '/', textOf(sent['lng']));
    if (place.startsWith('/')) sendCookies(reply, refusedCookies);
    return reply.redirect(place, 303);
  };

  app.get('/csrf', read('csrf'));
  app.get('/providers', read('providers'));

  app.get('/session', async (request, reply) => {
    const response = await site.call(callOf(request, 'GET', '/session', false));
    return forward(reply, response, withoutSession(response));
  });

  app.post('/session', async (request, reply) => {
    const { csrfToken, data } = fieldsOf(request.body);
    const response = await site.call({ ...callOf(request, 'POST', '/session', false), body: { csrfToken: textOf(csrfToken), data } });
    return forward(reply, response, withoutSession(response));
  });

  app.post('/callback/credentials', async (request, reply) => {
    const sent = fieldsOf(request.body);
    const email = textOf(sent['email']);
    const remembered = cookieText(parseCookies(request.headers.cookie).get(names.callback));
    const callbackUrl = origins.safeCallbackUrl(sent['callbackUrl'] ?? remembered);
    const kept = email !== '' && email.length <= 254 ? [setCookie(names.email, normalizeEmail(email), emailKept)] : [];
    return post(request, reply, '/callback/credentials', { email, password: textOf(sent['password']), callbackUrl }, kept);
  });

  app.post('/signout', (request, reply) =>
    post(request, reply, '/signout', { callbackUrl: origins.safeCallbackUrl(fieldsOf(request.body)['callbackUrl']) }));

  app.post<{ Params: { readonly provider?: string } }>('/signin/:provider?', (request, reply) =>
    post(request, reply, '/signin', { callbackUrl: origins.safeCallbackUrl(fieldsOf(request.body)['callbackUrl']) }));

  const logged = new RateLimiterMemory({ points: 30, duration: 60 });
  app.post('/_log', { bodyLimit: 4096 }, async (request, reply) => {
    const sent = fieldsOf(request.body);
    const within = await logged.consume(request.ip).then(() => true, () => false);
    if (!within) return refuse(deps, request, reply, 429, 'busy');
    const [code, message] = [textOf(sent['code']).slice(0, 80), textOf(sent['message']).slice(0, loggedText)];
    request.log[sent['level'] === 'error' ? 'warn' : 'info']({ client: { code, message } }, 'session client');
    return reply.send('');
  });
};
