import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createAccounts } from '../../server/auth/accounts';
import { type AuthDeps, registerAuth } from '../../server/auth/auth';
import { createPasswords } from '../../server/auth/passwords';
import { openTestDatabase } from '../support/database';

const people = `
  insert into countries (countryid, code, name) values (1, 'MX', '{"es": "México"}');
  insert into organizations (organizationid, name, slug, email, region) overriding system value
    values (1, 'Alfa', 'alfa', 'a@orgs.test', 'centro'), (2, 'Beta', 'beta', 'b@orgs.test', 'centro'), (3, 'Ajena', 'ajena', 'c@orgs.test', 'centro');
  insert into users (userid, asdeporteid, email, first_name, last_name, second_last_name, locale, status, selected_organizationid) values
    (10, 'ASD-10', 'ana@carreras.test', 'Ana', 'Ruiz', 'Soto', 'es', 'active', 2), (11, 'ASD-11', 'beto@carreras.test', 'Beto', 'Luna', null, 'en', 'active', null),
    (12, 'ASD-12', 'baja@carreras.test', 'Eva', 'Baja', null, 'es', 'suspended', null), (13, 'ASD-13', 'demo@demo.test', 'Demo', 'Demo', null, 'es', 'active', null);
  insert into memberships (userid, email, name, organizationid, status)
    select u.userid, u.email, u.first_name, o.organizationid, o.status from users u join (values (10, 1, 'active'), (10, 2, 'active'), (10, 3, 'revoked'), (11, 1, 'active'), (13, 1, 'active')) o (userid, organizationid, status) using (userid);`;

/** The password of every account of these tests. */
export const password = 'una frase larga y secreta';

export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;

/** A migrated database with four people and three organizations, on the engine under test. */
export const openDatabase = async (): Promise<TestDatabase> => {
  const database = await openTestDatabase();
  await database.pool.query(people);
  return database;
};

const words = (locale: string): unknown => JSON.parse(readFileSync(new URL(`../../locales/${locale}/auth.json`, import.meta.url), 'utf8'));
const translate: AuthDeps['translate'] = (key, locale, params = {}) => {
  const found = key
    .split('.')
    .slice(1)
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], words(locale));
  return typeof found === 'string' ? found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name])) : `missing:${key}`;
};

/** A listening server with the authentication site, as its own public origin. */
export const openSite = async (
  pool: pg.Pool,
  changes: Partial<AuthDeps> = {},
  ports = 3,
): Promise<{ readonly app: FastifyInstance; readonly origin: string; readonly deps: AuthDeps }> => {
  const app = Fastify({ trustProxy: true });
  const address = await reservePort();
  const origin = changes.origin ?? `http://127.0.0.1:${address}`;
  const deps: AuthDeps = {
    pool,
    secret: 'a secret of tests that is long enough',
    basePath: '/api/auth',
    origin,
    appOrigins: [origin, 'https://app.dorsal.test'],
    secureCookies: false,
    tokenSuffix: '.dorsal',
    sessionIdleMs: 8 * 3_600_000,
    sessionAbsoluteMs: 24 * 3_600_000,
    translate,
    production: false,
    mail: null,
    isPrivate: true,
    ...changes,
  };
  await registerAuth(app, deps);
  try {
    await app.listen({ host: '127.0.0.1', port: address });
  } catch (error) {
    await app.close();
    if (ports === 1 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return openSite(pool, changes, ports - 1); // somebody else took the port since it was found free
  }
  return { app, origin, deps };
};

const reservePort = async (): Promise<number> => {
  const probe = Fastify();
  await probe.listen({ host: '127.0.0.1', port: 0 });
  const address = probe.server.address();
  await probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Gives every person of the tests the same password; number 13 is for demonstration. */
export const givePasswords = async (deps: AuthDeps): Promise<void> => {
  const accounts = createAccounts(deps.pool, createPasswords(deps.secret), false);
  for (const userid of [10, 11, 12, 13]) await accounts.setPassword(userid, password, { demo: userid === 13 });
};

export interface Browser {
  readonly fetch: typeof fetch;
  readonly cookies: Map<string, string>;
}

/** A fetch that keeps cookies as one browser would, and says where its pages come from. */
export const openBrowser = (origin: string, cookies = new Map<string, string>()): Browser => ({
  cookies,
  fetch: async (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (init.method === 'POST' && !headers.has('origin')) headers.set('origin', origin);
    const response = await fetch(input, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  },
});

/** A counter of addresses, so that one test never locks out another. */
export const freshAddress = (() => {
  let last = 0;
  return (): string => `10.0.${Math.floor((last += 1) / 250)}.${(last % 250) + 1}`;
})();

/** Posts the login form as a script would and returns the answer's url. */
export const signIn = async (browser: Browser, origin: string, email: string, secret = password, ip = freshAddress()): Promise<URL> => {
  const { csrfToken } = (await (await browser.fetch(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string };
  const response = await browser.fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-auth-return-redirect': '1', 'x-forwarded-for': ip },
    body: new URLSearchParams({ email, password: secret, csrfToken, callbackUrl: `${origin}/events`, json: 'true' }),
  });
  return new URL(((await response.json()) as { url: string }).url);
};

/** Posts to an address of the site with a fresh CSRF token. */
export const postWithToken = async (browser: Browser, address: string, body: Readonly<Record<string, unknown>>): Promise<Response> => {
  const { csrfToken } = (await (await browser.fetch(new URL('/api/auth/csrf', address))).json()) as { csrfToken: string };
  return browser.fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csrfToken, ...body }),
  });
};
