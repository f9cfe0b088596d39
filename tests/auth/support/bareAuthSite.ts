import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { Auth, type AuthConfig } from '@auth/core';
import { CredentialsSignin } from '@auth/core/errors';
import { getToken } from '@auth/core/jwt';
import Credentials from '@auth/core/providers/credentials';
import { createOutsideTokens } from './outsideTokens';

/** Somebody who can sign in to the bare site. */
export interface BarePerson {
  readonly email: string;
  readonly password: string;
  readonly asdeporteId: string;
  readonly organization?: { readonly organizationid: number; readonly name: string };
}

export interface BareAuthSite {
  /** `http://127.0.0.1:<free port>`. */
  readonly origin: string;
  /** What goes into the client's `auth`: the origin with the base path. */
  readonly auth: string;
  /** Every request so far, as `GET /session`. */
  readonly seen: readonly string[];
  /** Answers every call with this status until it is called with null. */
  readonly fail: (status: number | null) => void;
  readonly close: () => Promise<void>;
}

export interface BareAuthSiteOptions {
  /** Exact origins of the pages that may call it; its own when absent. */
  readonly appOrigins?: readonly string[];
  readonly people?: readonly BarePerson[];
  readonly basePath?: string;
  /** A name other than `authjs` keeps its cookies apart from those of another site on the same host: cookies ignore ports. */
  readonly cookiePrefix?: string;
}

/** The one person who exists when no others are named. */
export const barePerson: BarePerson = {
  email: 'externa@carreras.test',
  password: 'otra frase larga',
  asdeporteId: 'EXT-1',
  organization: { organizationid: 1, name: 'Alfa' },
};

const bodyOf = async (request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new Uint8Array(Buffer.concat(parts));
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const cookiesOf = (prefix: string): AuthConfig['cookies'] => {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: false } as const;
  return {
    sessionToken: { name: `${prefix}.session-token`, options },
    csrfToken: { name: `${prefix}.csrf-token`, options },
    callbackUrl: { name: `${prefix}.callback-url`, options },
  };
};

/** The usual configuration of a company that uses the library as it comes, with the two things that the product asks of a session. */
const configure = (
  origin: string,
  basePath: string,
  secret: string,
  prefix: string,
  appOrigins: readonly string[],
  people: readonly BarePerson[],
): AuthConfig => ({
  secret,
  basePath,
  trustHost: true,
  session: { strategy: 'jwt' },
  cookies: cookiesOf(prefix)!,
  logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  providers: [
    Credentials({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: ({ email, password }) => {
        const person = people.find((each) => each.email === text(email) && each.password === text(password));
        if (!person) throw new CredentialsSignin();
        return { id: person.asdeporteId, email: person.email, organization: person.organization };
      },
    }),
  ],
  callbacks: {
    redirect: ({ url }) => {
      const place = new URL(url, appOrigins[0] ?? origin);
      return [origin, ...appOrigins].includes(place.origin) ? place.href : `${appOrigins[0] ?? origin}/`;
    },
    jwt: ({ token, user, trigger, session }) => {
      if (user) return { ...token, asdeporteId: user.id, organization: (user as { readonly organization?: unknown }).organization ?? null };
      return trigger === 'update'
        ? { ...token, organization: (session as { readonly organization?: unknown } | null)?.organization ?? token['organization'] }
        : token;
    },
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, asdeporteId: text(token['asdeporteId']) },
      organization: token['organization'],
    }),
  },
});

const allow = (request: IncomingMessage, response: ServerResponse, origins: readonly string[]): void => {
  response.setHeader('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !origins.includes(origin)) return;
  response.setHeader('access-control-allow-origin', origin).setHeader('access-control-allow-credentials', 'true');
  response
    .setHeader('access-control-allow-methods', 'GET, POST')
    .setHeader('access-control-allow-headers', 'content-type, x-auth-return-redirect, authorization');
};

/**
 * An authentication site that is nothing but `@auth/core`, on a free port: what another company would bring.
 *
 *     const site = await openBareAuthSite({ appOrigins: ['http://127.0.0.1:3000'] });
 *     const client = createSessionClient({ auth: site.auth, ... });
 *     await client.signIn('credentials', { email: barePerson.email, password: barePerson.password });
 *     await site.close();
 *
 * It has none of the gates of the embedded site: no Origin check, no store of sessions, no `_log` (400). `POST {origin}/api/authenticate` answers a token for a signed-in
 * browser and 401 otherwise; `GET {origin}/keys.json` the key that it is signed with. `fail(503)` makes everything answer 503. In a browser the page and this site must share the host name (`127.0.0.1` both), since the cookies are
 * Lax; pass `cookiePrefix` when the embedded site answers on that host too.
 */
export const openBareAuthSite = async (options: BareAuthSiteOptions = {}): Promise<BareAuthSite> => {
  const { people = [barePerson], basePath = '/api/auth', cookiePrefix = 'authjs', appOrigins = [] } = options;
  const secret = randomUUID() + randomUUID();
  const seen: string[] = [];
  const tokens = await createOutsideTokens();
  let failing: number | null = null;
  let origin = '';

  const authenticate = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = new Request(`${origin}${request.url}`, { headers: { cookie: request.headers.cookie ?? '' } });
    const token = await getToken({
      req: asked,
      secret,
      salt: `${cookiePrefix}.session-token`,
      cookieName: `${cookiePrefix}.session-token`,
    });
    if (!token) response.writeHead(401, { 'content-type': 'application/json' }).end('{"statusCode":401,"message":"","errors":[]}');
    else
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end(
          await tokens.mint(
            origin,
            text(token['asdeporteId']),
            (token['organization'] as BarePerson['organization'] | null)?.organizationid ?? null,
          ),
        );
  };

  const library = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = request;
    const headers = new Headers();
    for (const name of ['cookie', 'content-type', 'x-auth-return-redirect'])
      if (request.headers[name]) headers.set(name, text(request.headers[name]));
    const body = method === 'POST' ? await bodyOf(request) : null;
    const answer = await Auth(
      new Request(`${origin}${url}`, { method, headers, body }),
      configure(origin, basePath, secret, cookiePrefix, appOrigins, people),
    );
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
    response.setHeader('set-cookie', answer.headers.getSetCookie());
    response.end(await answer.text());
  };

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    seen.push(`${request.method} ${path.startsWith(basePath) ? path.slice(basePath.length) : path}`);
    allow(request, response, [origin, ...appOrigins]);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (failing !== null) return void response.writeHead(failing).end();
    if (path === '/keys.json') return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens.jwks));
    void (path === '/api/authenticate' ? authenticate(request, response) : library(request, response)).catch(() =>
      response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;

  return {
    origin,
    auth: `${origin}${basePath}`,
    seen,
    fail: (status) => {
      failing = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
