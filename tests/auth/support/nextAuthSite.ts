import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as nextAuth from 'next-auth';
import type { NextAuthOptions } from 'next-auth';
import * as credentials from 'next-auth/providers/credentials';
import { barePerson, type BarePerson } from './bareAuthSite';
import { createOutsideTokens } from './outsideTokens';

export interface NextAuthSite {
  readonly origin: string;
  /** What goes into the client's `auth`: the origin with the base path. */
  readonly auth: string;
  /** Codes that browsers sent to `_log`. */
  readonly logged: readonly string[];
  readonly close: () => Promise<void>;
}
/** Signing in with this address answers an error whose text is the password. */
export const throwingEmail = 'lanza@carreras.test';

/** What a module of CommonJS exports as default, however deep the loader at hand puts it. */
const defaultOf = (module: object): unknown => {
  let found: unknown = module;
  while (typeof found === 'object' && found !== null && 'default' in found) found = found.default;
  return found;
};
type Handle = (request: object, response: object, options: NextAuthOptions) => Promise<unknown>;
const handle = defaultOf(nextAuth) as Handle;
const provide = defaultOf(credentials) as (options: object) => NextAuthOptions['providers'][number];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const bodyOf = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const sent = Buffer.concat(parts).toString();
  if (sent === '') return {};
  return text(request.headers['content-type']).includes('json')
    ? (JSON.parse(sent) as Readonly<Record<string, unknown>>)
    : Object.fromEntries(new URLSearchParams(sent));
};
const cookiesOf = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (headers.cookie ?? '')
      .split('; ')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), decodeURIComponent(pair.slice(pair.indexOf('=') + 1))]),
  );

/** The usual configuration of a company that uses the library as it comes, with the two things that the product asks of a session. */
const configure = (
  secret: string,
  origin: string,
  appOrigins: readonly string[],
  logged: string[],
  person: BarePerson,
): NextAuthOptions => ({
  secret,
  session: { strategy: 'jwt' },
  logger: {
    error: (code) => {
      logged.push(code);
    },
    warn: () => undefined,
    debug: () => undefined,
  },
  providers: [
    provide({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: ({ email, password }: Readonly<Record<string, unknown>>) => {
        if (email === throwingEmail) throw new Error(text(password));
        return email === person.email && password === person.password ? { id: person.asdeporteId, email: person.email } : null;
      },
    }),
  ],
  callbacks: {
    redirect: ({ url }) => {
      const place = new URL(url, appOrigins[0] ?? origin);
      return [origin, ...appOrigins].includes(place.origin) ? place.href : `${appOrigins[0] ?? origin}/`;
    },
    jwt: ({ token, user, trigger, session }) => {
      if (user) return { ...token, asdeporteId: user.id, organization: person.organization };
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

/** What the library asks of the answer that it writes. */
const answerOn = (response: ServerResponse): object => {
  const shim = {
    status: (code: number) => {
      response.statusCode = code;
      return shim;
    },
    setHeader: (name: string, value: string | readonly string[]) => {
      response.setHeader(name, value);
      return shim;
    },
    getHeader: (name: string) => response.getHeader(name),
    json: (body: unknown) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    },
    send: (body: unknown) => {
      response.end(typeof body === 'object' ? JSON.stringify(body) : text(body));
    },
    end: () => {
      response.end();
    },
  };
  return shim;
};

/**
 * An authentication site that is nothing but `next-auth` 4, driven by its public default export without Next, on a free port. One at a time: the library reads its address from
 * `NEXTAUTH_URL`. `POST {origin}/api/authenticate` answers a token for a signed-in browser and 401 otherwise, `GET {origin}/keys.json` the key that it is signed with.
 */
export const openNextAuthSite = async ({
  appOrigins,
  people: [person = barePerson] = [],
}: {
  readonly appOrigins: readonly string[];
  readonly people?: readonly BarePerson[];
}): Promise<NextAuthSite> => {
  const secret = randomUUID(),
    basePath = '/api/auth',
    before = process.env['NEXTAUTH_URL'];
  const logged: string[] = [];
  const tokens = await createOutsideTokens();
  let origin = '';

  const library = async (request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL): Promise<void> => {
    const query = { ...Object.fromEntries(searchParams), nextauth: pathname.slice(basePath.length + 1).split('/') };
    await handle(
      { method: request.method, headers: request.headers, cookies: cookiesOf(request), body: await bodyOf(request), query },
      answerOn(response),
      configure(secret, origin, appOrigins, logged, person),
    );
  };
  const authenticate = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const session = (await fetch(`${origin}${basePath}/session`, { headers: { cookie: request.headers.cookie ?? '' } }).then((answer) =>
      answer.json(),
    )) as { readonly user?: BarePerson; readonly organization?: BarePerson['organization'] };
    if (session.user)
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
        .end(await tokens.mint(origin, session.user.asdeporteId, session.organization?.organizationid ?? null));
    else response.writeHead(401, { 'content-type': 'application/json' }).end('{"statusCode":401,"message":"","errors":[]}');
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    response.setHeader('vary', 'Origin');
    if (appOrigins.includes(text(request.headers.origin))) {
      response.setHeader('access-control-allow-origin', text(request.headers.origin)).setHeader('access-control-allow-credentials', 'true');
      response
        .setHeader('access-control-allow-methods', 'GET, POST')
        .setHeader('access-control-allow-headers', 'content-type, x-auth-return-redirect, authorization');
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (url.pathname === '/keys.json')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens.jwks));
    void (url.pathname === '/api/authenticate' ? authenticate(request, response) : library(request, response, url)).catch(() =>
      response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['NEXTAUTH_URL'] = `${origin}${basePath}`;
  return {
    origin,
    auth: `${origin}${basePath}`,
    logged,
    close: () =>
      new Promise((resolve) => {
        if (before === undefined) delete process.env['NEXTAUTH_URL'];
        else process.env['NEXTAUTH_URL'] = before;
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
