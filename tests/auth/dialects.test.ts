import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSessionClient, type SessionClientOptions } from '@/providers/session/sessionClient';
import { openBrowser } from './support';
import { type BareAuthSite, barePerson, openBareAuthSite } from './support/bareAuthSite';
import { type NextAuthSite, openNextAuthSite, throwingEmail } from './support/nextAuthSite';
import { type OlderSite, openOlderSite } from './support/olderSite';
import { eventually } from '../support/eventually';

const page = 'http://127.0.0.1:4998';
let older: OlderSite;
let bare: BareAuthSite;
let packaged: NextAuthSite;
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  [older, bare, packaged] = await Promise.all([
    openOlderSite(),
    openBareAuthSite({ appOrigins: [page] }),
    openNextAuthSite({ appOrigins: [page] }),
  ]);
});
afterAll(() => Promise.all([older.close(), bare.close(), packaged.close()]));

const openClient = (auth: string, options: Partial<SessionClientOptions> = {}) => {
  const browser = openBrowser(page);
  const visited: string[] = [];
  const client = createSessionClient({
    auth,
    origins: [page],
    fetch: browser.fetch,
    here: () => `${page}/events`,
    navigate: (url) => visited.push(url),
    storage: null,
    ...options,
  });
  return { browser, client, visited };
};
const dialects = [
  ['next-auth 4, as it was measured', () => older.auth, { email: 'EXT-1', password: 'secreta' }, 'next-auth.csrf-token'],
  [
    'next-auth 4, the package itself',
    () => packaged.auth,
    { email: barePerson.email, password: barePerson.password },
    'next-auth.csrf-token',
  ],
  ['@auth/core', () => bare.auth, { email: barePerson.email, password: barePerson.password }, 'authjs.csrf-token'],
] as const;

describe.each(dialects)('by its address alone, a site of %s', (_name, auth, credentials, csrfCookie) => {
  test('GET session gives the session, or null when it is empty', async () => {
    const { client } = openClient(auth());
    expect(await client.getSession()).toBeNull();
    await client.signIn('credentials', credentials, { redirect: false });
    expect(await client.getSession()).toMatchObject({ user: { asdeporteId: 'EXT-1' } });
  });
  test('a sign-in result carries error, status, ok and url', async () => {
    const { client } = openClient(auth());
    expect(await client.signIn('credentials', credentials, { redirect: false })).toEqual({
      ok: true,
      error: null,
      code: null,
      status: 200,
      url: `${page}/events`,
    });
  });
  test('a wrong password is an error with a null url', async () => {
    const { client } = openClient(auth());
    expect(await client.signIn('credentials', { ...credentials, password: 'CredentialsSignin' }, { redirect: false })).toMatchObject({
      ok: false,
      error: 'CredentialsSignin',
      url: null,
    });
    expect(await client.getSession()).toBeNull();
  });
  test('POST session with csrfToken and data changes the organization', async () => {
    const { client } = openClient(auth());
    await client.signIn('credentials', credentials, { redirect: false });
    expect(await client.update({ organization: { organizationid: 7 } })).toMatchObject({ accepted: true });
    expect(await client.getSession()).toMatchObject({ organization: { organizationid: 7 } });
  });
  test('POST signout ends the session', async () => {
    const { client } = openClient(auth());
    await client.signIn('credentials', credentials, { redirect: false });
    expect(await client.signOut({ callbackUrl: `${page}/`, redirect: false })).toMatchObject({ ok: true });
    expect(await client.getSession()).toBeNull();
  });
  test('a CSRF cookie that goes missing between token and form costs one repeat, nothing more', async () => {
    const { browser } = openClient(auth());
    let tossed = 0;
    const toss: typeof fetch = async (input, init) => {
      if (init?.method === 'POST' && (tossed += 1) === 1) browser.cookies.delete(csrfCookie);
      return browser.fetch(input, init);
    };
    expect(await openClient(auth(), { fetch: toss }).client.signIn('credentials', credentials, { redirect: false })).toMatchObject({
      ok: true,
    });
    expect(tossed).toBe(2);
  });
  test('a browser that drops every cookie gets MissingCSRF and is not signed in', async () => {
    const { client } = openClient(auth(), { fetch: (input, init) => openBrowser(page).fetch(input, init) });
    expect(await client.signIn('credentials', credentials, { redirect: false })).toMatchObject({
      ok: false,
      error: 'MissingCSRF',
      url: null,
    });
  });
});

const codes = [
  'MISSING_NEXTAUTH_API_ROUTE_ERROR',
  'NO_SECRET',
  'CALLBACK_CREDENTIALS_HANDLER_ERROR',
  'EMAIL_REQUIRES_ADAPTER_ERROR',
  'MISSING_ADAPTER_METHODS_ERROR',
  'CALLBACK_CREDENTIALS_JWT_ERROR',
  'INVALID_CALLBACK_URL_ERROR',
  'OAuthCallbackError',
  'AccountNotLinkedError',
  'UnknownError',
] as const;
describe('sign-in errors', () => {
  test.each(
    codes.flatMap(
      (code) =>
        [
          [code, 'next-auth 4, as it was measured', () => older.auth],
          [code, 'next-auth 4, the package itself', () => packaged.auth],
        ] as const,
    ),
  )('the code %s of %s reaches the caller', async (code, _name, auth) => {
    const { client, visited } = openClient(auth());
    expect(await client.signIn('credentials', { email: throwingEmail, password: code })).toEqual({
      ok: false,
      error: code,
      code: null,
      status: 401,
      url: null,
    });
    expect(visited).toEqual([]);
  });
  test('an unknown provider leads to the sign-in path under the base path', async () => {
    const { client, visited } = openClient(older.auth);
    expect(await client.signIn('facebook')).toMatchObject({ ok: false, url: null });
    expect(visited).toEqual([`${older.auth}/signin?callbackUrl=${encodeURIComponent(`${page}/events`)}`]);
  });
  test.each([
    ['an empty list', () => Response.json({})],
    ['no such page', () => new Response('<html></html>', { status: 404 })],
    ['an error of the server', () => new Response('', { status: 503 })],
  ])('a providers list that is missing (%s) leads to the error path', async (_name, answer) => {
    const { client, visited } = openClient(older.auth, { fetch: async () => answer() });
    expect(await client.signIn('credentials')).toMatchObject({ ok: false, url: null });
    expect(visited).toEqual([`${older.auth}/error`]);
  });
  test('a site that does not answer at all leads nowhere', async () => {
    const { client, visited } = openClient('http://127.0.0.1:9/api/auth');
    expect(await client.signIn('credentials')).toMatchObject({ ok: false, error: 'FetchError', url: null });
    expect(visited).toEqual([]);
  });
});

describe('other providers', () => {
  test('POST signin of a mail provider needs no session to be well', async () => {
    expect(
      await openClient(older.auth, { origins: [page, older.origin] }).client.signIn('correo', { email: 'a@b.test' }, { redirect: false }),
    ).toMatchObject({ ok: true, error: null, url: `${older.auth}/verify-request?provider=correo&type=email` });
  });
  test('POST signin of a company goes to the address that the site names', async () => {
    const { client, visited } = openClient(older.auth);
    await client.signIn('empresa');
    expect(visited).toEqual(['https://login.empresa.test/authorize?state=1']);
  });
  test.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://login.empresa.test/1', 'file:///etc/passwd'])(
    'POST signin of a company leads to no address like %s',
    async (url) => {
      const { browser } = openClient(older.auth);
      const { client, visited } = openClient(older.auth, {
        fetch: async (input, init) => (String(input).endsWith('/signin/empresa') ? Response.json({ url }) : browser.fetch(input, init)),
      });
      expect(await client.signIn('empresa')).toMatchObject({ ok: false, error: 'OAuthCallbackError', url: null });
      expect(visited).toEqual([]);
    },
  );
});

describe('POST _log', () => {
  const loggedCodes = () => older.logged.map((entry) => [entry.get('level'), entry.get('code'), entry.get('message')]);
  test('a session that cannot be fetched is logged as CLIENT_FETCH_ERROR, and an empty session results', async () => {
    const { browser } = openClient(older.auth);
    const { client } = openClient(older.auth, {
      fetch: async (input, init) =>
        String(input).endsWith('/session') ? Promise.reject(new TypeError('gone')) : browser.fetch(input, init),
    });
    expect(await client.getSession()).toBeNull();
    expect(client.getState()).toMatchObject({ status: 'unauthenticated', session: null, unreachable: true });
    await eventually(() => expect(loggedCodes()).toContainEqual(['error', 'CLIENT_FETCH_ERROR', '/session failed']));
  });
  test('is heard by the package itself, too', async () => {
    const { browser } = openClient(packaged.auth);
    const { client } = openClient(packaged.auth, {
      fetch: async (input, init) =>
        String(input).endsWith('/session') ? Promise.reject(new TypeError('gone')) : browser.fetch(input, init),
    });
    expect(await client.getSession()).toBeNull();
    await eventually(() => expect(packaged.logged).toContain('CLIENT_FETCH_ERROR'));
  });
  test('what breaks around it is logged as CLIENT_SESSION_ERROR', async () => {
    const { client } = openClient(older.auth);
    await client.signIn('credentials', { email: 'EXT-1', password: 'secreta' }, { redirect: false });
    const stop = client.subscribe(() => {
      throw new Error('a screen broke');
    });
    await client.getSession().catch(() => undefined);
    stop();
    await eventually(() => expect(loggedCodes()).toContainEqual(['error', 'CLIENT_SESSION_ERROR', 'a screen broke']));
  });
});
