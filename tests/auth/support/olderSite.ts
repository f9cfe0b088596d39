import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OlderSite {
  readonly origin: string;
  readonly auth: string;
  /** Bodies of `_log`, as they came. */
  readonly logged: readonly URLSearchParams[];
  readonly close: () => Promise<void>;
}
interface State {
  readonly asdeporteId: string;
  organization: { readonly organizationid: number } | null;
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};
const cookieOf = (request: IncomingMessage, name: string): string | undefined =>
  request.headers.cookie
    ?.split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
const isOurs = (request: IncomingMessage, token: string | null | undefined): boolean => cookieOf(request, csrfCookie) === `${token}%7Chash`;

const csrfCookie = 'next-auth.csrf-token',
  sessionCookie = 'next-auth.session-token';

/**
 * An authentication site that answers as next-auth 4 was measured to: `{}` without a session, 401 for a wrong password, 200 for a refused CSRF token (`csrf=true`), 400 `{}` for
 * a refused change, and a redirect unless the form says `json=true`. The password `secreta` signs in; any other is the text of an error that `authorize` throws.
 */
export const openOlderSite = async (): Promise<OlderSite> => {
  const sessions = new Map<string, State>();
  const logged: URLSearchParams[] = [];
  let auth = '';
  const json = (response: ServerResponse, status: number, body: unknown, cookie?: string): void => {
    if (cookie) response.setHeader('set-cookie', `${cookie}; Path=/; HttpOnly; SameSite=Lax`);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const sent = (response: ServerResponse, form: URLSearchParams, status: number, url: string, cookie?: string): void => {
    if (form.get('json') === 'true') return json(response, status, { url }, cookie);
    response.writeHead(302, { location: url }).end();
  };
  const sessionOf = (state: State | undefined) =>
    state ? { user: { asdeporteId: state.asdeporteId }, organization: state.organization, expires: '2099-01-01T00:00:00Z' } : {};

  const routes: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse, state: State | undefined) => Promise<void>>> =
    {
      'GET /session': async (_request, response, state) => json(response, 200, sessionOf(state)),
      'GET /csrf': async (_request, response) => {
        const csrfToken = randomBytes(32).toString('hex');
        json(response, 200, { csrfToken }, `${csrfCookie}=${csrfToken}%7Chash`);
      },
      'GET /providers': async (_request, response) =>
        json(response, 200, {
          credentials: { id: 'credentials', name: 'x', type: 'credentials' },
          correo: { id: 'correo', name: 'x', type: 'email' },
          empresa: { id: 'empresa', name: 'x', type: 'oauth' },
        }),
      'POST /session': async (request, response, state) => {
        const { csrfToken, data } = JSON.parse(await textOf(request)) as { csrfToken: string; data?: Partial<State> };
        if (!isOurs(request, csrfToken)) return json(response, 400, {});
        if (state && data?.organization) state.organization = data.organization;
        json(response, 200, sessionOf(state));
      },
      'POST /callback/credentials': async (request, response) => {
        const form = new URLSearchParams(await textOf(request));
        if (!isOurs(request, form.get('csrfToken'))) return sent(response, form, 200, `${auth}/signin?csrf=true`);
        if (form.get('password') !== 'secreta')
          return sent(
            response,
            form,
            401,
            `${auth}/error?${new URLSearchParams({ error: form.get('password') ?? '', provider: 'credentials' })}`,
          );
        const id = randomBytes(8).toString('hex');
        sessions.set(id, { asdeporteId: String(form.get('email')), organization: null });
        sent(response, form, 200, String(form.get('callbackUrl')), `${sessionCookie}=${id}`);
      },
      'POST /signin/correo': async (request, response) =>
        sent(response, new URLSearchParams(await textOf(request)), 200, `${auth}/verify-request?provider=correo&type=email`),
      'POST /signin/empresa': async (request, response) =>
        sent(response, new URLSearchParams(await textOf(request)), 200, 'https://login.empresa.test/authorize?state=1'),
      'POST /signout': async (request, response) => {
        const form = new URLSearchParams(await textOf(request));
        if (!isOurs(request, form.get('csrfToken'))) return sent(response, form, 200, `${auth}/signout?csrf=true`);
        sessions.delete(cookieOf(request, sessionCookie) ?? '');
        sent(response, form, 200, String(form.get('callbackUrl')));
      },
      'POST /_log': async (request, response) => {
        logged.push(new URLSearchParams(await textOf(request)));
        response.writeHead(200).end();
      },
    };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]!.replace(/^\/sesion/, '');
    const route = routes[`${request.method} ${path}`];
    if (route)
      void route(request, response, sessions.get(cookieOf(request, sessionCookie) ?? '')).catch(() => response.writeHead(500).end());
    else response.writeHead(404).end('<html></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  auth = `${origin}/sesion`;
  return {
    origin,
    auth,
    logged,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
