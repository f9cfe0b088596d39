import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { normalizeEmail } from './accounts';
import type { AuthDeps } from './AuthDeps';
import { companyId } from './companySignIn';
import { cookieText, parseCookies, setCookie } from './cookies';
import { callOf, type Fields, fieldsOf, refuse, sendCookies, textOf, wantsPage } from './exchange';
import type { SignInError } from './problems';
import type { Answer, Site } from './site';
import type { SiteParts } from './SiteParts';

const emailKept = 120; // seconds
const loggedText = 500;

/** A page of this site is addressed by its path, so that a proxy in front keeps the browser on its own origin. */
const placeOf = (deps: AuthDeps, location: string, language: string): string => {
  const url = new URL(location, deps.origin);
  if (url.origin !== deps.origin || !url.pathname.startsWith(`${deps.basePath}/`)) return url.href;
  if (language !== '') url.searchParams.set('lng', language);
  return `${url.pathname}${url.search}`;
};

const asksJson = (request: FastifyRequest, body: Fields): boolean =>
  request.headers['x-auth-return-redirect'] !== undefined || body['json'] === 'true';

/** What the routes share: how an answer of the library is sent on, and where it redirects to. */
const createExchange = ({ deps, names }: SiteParts, site: Site) => {
  const forward = (reply: FastifyReply, { status, text, cookies }: Answer): FastifyReply =>
    sendCookies(reply, cookies).code(status).type('application/json; charset=utf-8').send(text);

  const send = (request: FastifyRequest, reply: FastifyReply, place: string, refusedCookies: readonly string[] = []): FastifyReply => {
    const sent = fieldsOf(request.body);
    if (asksJson(request, sent)) return reply.type('application/json; charset=utf-8').send({ url: place });
    const at = placeOf(deps, place, textOf(sent['lng']));
    if (at.startsWith('/')) sendCookies(reply, refusedCookies);
    return reply.redirect(at, 303);
  };

  const post = async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    body: Fields,
    refusedCookies: readonly string[] = [],
  ): Promise<FastifyReply> => {
    const sent = fieldsOf(request.body);
    const answer = await site.call({
      ...callOf(request, 'POST', path, asksJson(request, sent)),
      body: { csrfToken: textOf(sent['csrfToken']), ...body },
    });
    sendCookies(reply, answer.cookies);
    return send(request, reply, answer.place ?? `${deps.origin}${deps.basePath}/signin`, refusedCookies);
  };

  const problemAt = (path: '/signin' | '/error', error: SignInError): string =>
    `${deps.origin}${deps.basePath}${path}?${new URLSearchParams({ error })}`;
  const callbackUrlOf = (request: FastifyRequest): unknown =>
    fieldsOf(request.body)['callbackUrl'] ?? cookieText(parseCookies(request.headers.cookie).get(names.callback));
  return { forward, send, post, problemAt, callbackUrlOf };
};
type Exchange = ReturnType<typeof createExchange>;

/** The calls that read: the token of forms, the providers and the session. */
const readingRoutes = (app: FastifyInstance, { names }: SiteParts, site: Site, { forward }: Exchange): void => {
  const read = (action: 'csrf' | 'providers') => async (request: FastifyRequest, reply: FastifyReply) =>
    forward(reply, await site.call(callOf(request, 'GET', `/${action}`, false)));

  /** The session cookie is written only when somebody signs in or out, so a late answer to another call cannot undo either. */
  const withoutSession = (answer: Answer): Answer => ({
    ...answer,
    cookies: answer.cookies.filter((cookie) => !cookie.startsWith(names.session)),
  });

  app.get('/csrf', read('csrf'));
  app.get('/providers', read('providers'));

  app.get('/session', async (request, reply) => forward(reply, withoutSession(await site.call(callOf(request, 'GET', '/session', false)))));

  app.post('/session', async (request, reply) => {
    const { csrfToken, data } = fieldsOf(request.body);
    return forward(
      reply,
      withoutSession(await site.call({ ...callOf(request, 'POST', '/session', false), body: { csrfToken: textOf(csrfToken), data } })),
    );
  });
};

/** Signing in and out. */
const signInRoutes = (
  app: FastifyInstance,
  { deps, names, origins }: SiteParts,
  site: Site,
  { callbackUrlOf, post, problemAt, send }: Exchange,
): void => {
  app.post('/callback/credentials', async (request, reply) => {
    const sent = fieldsOf(request.body);
    if (!origins.accepts(sent['callbackUrl'])) return send(request, reply, problemAt('/signin', 'INVALID_CALLBACK_URL_ERROR'));
    const email = textOf(sent['email']);
    const kept = email !== '' && email.length <= 254 ? [setCookie(names.email, normalizeEmail(email), emailKept)] : [];
    const callbackUrl = origins.safeCallbackUrl(callbackUrlOf(request));
    return post(
      request,
      reply,
      '/callback/credentials',
      { email, password: textOf(sent['password']), totp: textOf(sent['totp']), callbackUrl },
      kept,
    );
  });

  app.post('/signout', (request, reply) =>
    post(request, reply, '/signout', { callbackUrl: origins.safeCallbackUrl(fieldsOf(request.body)['callbackUrl']) }),
  );

  app.post<{ Params: { readonly provider?: string } }>('/signin/:provider?', (request, reply) => {
    const { provider = '' } = request.params;
    const { callbackUrl } = fieldsOf(request.body);
    if (!origins.accepts(callbackUrl)) return send(request, reply, problemAt('/signin', 'INVALID_CALLBACK_URL_ERROR'));
    if (provider === 'email' && deps.mail === null) return send(request, reply, problemAt('/error', 'EMAIL_REQUIRES_ADAPTER_ERROR'));
    const known = deps.company !== undefined && provider === companyId;
    return post(request, reply, known ? `/signin/${companyId}` : '/signin', { callbackUrl: origins.safeCallbackUrl(callbackUrl) });
  });

  app.get<{ Params: { readonly provider: string } }>('/callback/:provider', async (request, reply) => {
    if (deps.company === undefined || request.params.provider !== companyId) return reply.callNotFound();
    const query = Object.fromEntries(
      Object.entries(fieldsOf(request.query)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
    const answer = await site.call({ ...callOf(request, 'GET', `/callback/${companyId}`, false), query });
    return sendCookies(reply, answer.cookies).redirect(placeOf(deps, answer.place ?? '/', ''), 303);
  });
};

/** Everything that no other route answers, and the messages of session clients. */
const otherRoutes = (app: FastifyInstance, deps: AuthDeps, { problemAt }: Exchange): void => {
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) return reply.redirect(placeOf(deps, problemAt('/error', 'MISSING_NEXTAUTH_API_ROUTE_ERROR'), ''), 303);
    return refuse(
      deps,
      request,
      reply,
      404,
      'notFound',
      asksJson(request, fieldsOf(request.body)) ? { url: problemAt('/error', 'MISSING_NEXTAUTH_API_ROUTE_ERROR') } : {},
    );
  });

  const logged = new RateLimiterMemory({ points: 30, duration: 60 });
  app.post('/_log', { bodyLimit: 4096 }, async (request, reply) => {
    const sent = fieldsOf(request.body);
    const within = await logged.consume(request.ip).then(
      () => true,
      () => false,
    );
    if (!within) return refuse(deps, request, reply, 429, 'busy');
    const [code, message] = [textOf(sent['code']).slice(0, 80), textOf(sent['message']).slice(0, loggedText)];
    request.log[sent['level'] === 'error' ? 'warn' : 'info']({ client: { code, message } }, 'session client');
    return reply.send('');
  });
};

/** The calls of a session client, in either dialect. */
export const protocolRoutes = (app: FastifyInstance, parts: SiteParts, site: Site): void => {
  const exchange = createExchange(parts, site);
  readingRoutes(app, parts, site, exchange);
  signInRoutes(app, parts, site, exchange);
  otherRoutes(app, parts.deps, exchange);
};
