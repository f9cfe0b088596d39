import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { errorName, pageLanguage } from '../../server/auth/layout';
import {
  type Browser,
  freshAddress,
  givePasswords,
  openBrowser,
  openDatabase,
  openSite,
  password,
  signIn,
  type TestDatabase,
} from './support';

let database: TestDatabase;
let app: FastifyInstance;
let origin: string;

beforeAll(async () => {
  database = await openDatabase();
  const site = await openSite(database.pool);
  ({ app, origin } = site);
  await givePasswords(site.deps);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const get = async (browser: Browser, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await browser.fetch(new URL(path, origin), { headers });
  return { response, html: await response.text() };
};
const valueOf = (html: string, name: string): string => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? '';
/** Posts the form of a page as a browser without scripts would. */
const submit = (browser: Browser, html: string, path: string, fields: Readonly<Record<string, string>> = {}) =>
  browser.fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': freshAddress() },
    body: new URLSearchParams({
      ...Object.fromEntries(['csrfToken', 'callbackUrl', 'lng'].map((name) => [name, valueOf(html, name)])),
      ...fields,
    }),
  });

describe('the login page without scripts', () => {
  test('signs in and goes where the person came from', async () => {
    const browser = openBrowser(origin);
    const { html } = await get(
      browser,
      `/api/auth/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(`${origin}/events?page=2`)}`,
    );
    expect(html).toContain('Inicia sesión para continuar.');
    const answer = await submit(browser, html, '/api/auth/callback/credentials', { email: 'ana@carreras.test', password });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin}/events?page=2`]);
    expect(await (await browser.fetch(`${origin}/api/auth/session`)).json()).toMatchObject({ user: { userid: 10 } });
  });

  test('says in one sentence that it failed, keeps the e-mail, the place and the language, never the password', async () => {
    const browser = openBrowser(origin);
    const { html } = await get(browser, '/api/auth/signin?lng=en&callbackUrl=/reports');
    const answer = await submit(browser, html, '/api/auth/callback/credentials', {
      email: 'Nobody+"1"@carreras.test',
      password: 'wrong secret',
    });
    const place = answer.headers.get('location') ?? '';
    expect([answer.status, place]).toEqual([303, '/api/auth/signin?error=CredentialsSignin&code=credentials&lng=en']);
    const again = (await get(browser, place)).html;
    expect(again).toContain('The e-mail or the password is not right.');
    expect(again).toContain('value="nobody+&quot;1&quot;@carreras.test"');
    expect(valueOf(again, 'callbackUrl')).toBe(`${origin}/reports`);
    expect(again).not.toContain('wrong secret');
    expect((await get(browser, '/api/auth/signin')).html).toMatch(/name="email"[^>]* value=""/);
  });

  test('refuses a stale form with words', async () => {
    const browser = openBrowser(origin);
    const { html } = await get(browser, '/api/auth/signin');
    browser.cookies.clear();
    const answer = await submit(browser, html, '/api/auth/callback/credentials', { email: 'ana@carreras.test', password });
    expect(answer.headers.get('location')).toBe('/api/auth/signin?error=MissingCSRF&lng=es');
    expect((await get(browser, answer.headers.get('location') ?? '')).html).toContain('La página estuvo abierta demasiado tiempo.');
  });

  test('tells a browser that keeps no cookies that it keeps none', async () => {
    const browser = openBrowser(origin);
    const { html } = await get(browser, '/api/auth/signin');
    browser.cookies.clear();
    const answer = await submit(browser, html, '/api/auth/callback/credentials', { email: 'ana@carreras.test', password });
    browser.cookies.clear();
    expect((await get(browser, answer.headers.get('location') ?? '')).html).toContain('Tu navegador no guarda la sesión.');
  });

  test('sends a suspended person to the error page', async () => {
    const browser = openBrowser(origin);
    const { html } = await get(browser, '/api/auth/signin');
    const answer = await submit(browser, html, '/api/auth/callback/credentials', { email: 'baja@carreras.test', password });
    expect(answer.headers.get('location')).toBe('/api/auth/error?error=AccessDenied&lng=es');
    expect((await get(browser, answer.headers.get('location') ?? '')).html).toContain('Tu cuenta no está activa.');
  });

  test('is skipped by who is signed in already, and never returns to itself', async () => {
    const browser = openBrowser(origin);
    await signIn(browser, origin, 'ana@carreras.test');
    for (const [asked, place] of [
      ['/events', '/events'],
      ['/api/auth/signin', '/'],
      ['https://evil.test/', '/'],
    ] as const) {
      const { response } = await get(browser, `/api/auth/signin?callbackUrl=${encodeURIComponent(asked)}`);
      expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}${place}`]);
    }
    expect((await get(browser, '/api/auth/signin?error=CredentialsSignin')).response.status).toBe(200);
  });

  test('signs out with one button, never by a link alone', async () => {
    const browser = openBrowser(origin);
    await signIn(browser, origin, 'ana@carreras.test');
    const { html } = await get(browser, '/api/auth/signout');
    expect(await (await browser.fetch(`${origin}/api/auth/session`)).json()).not.toBeNull();
    expect((await submit(browser, html, '/api/auth/signout')).headers.get('location')).toBe('/api/auth/signin?lng=es');
    expect(await (await browser.fetch(`${origin}/api/auth/session`)).json()).toBeNull();
  });
});

describe('every page', () => {
  test.each(['signin', 'signout', 'error?error=Configuration'])(
    '%s allows no script, no frame and no store, and posts with its origin',
    async (path) => {
      const { response, html } = await get(openBrowser(origin), `/api/auth/${path}`);
      const policy = response.headers.get('content-security-policy');
      expect(policy).toContain(`default-src 'none'`);
      expect(policy).toContain(`frame-ancestors 'none'`);
      expect([response.headers.get('referrer-policy'), response.headers.get('cache-control')]).toEqual([
        'same-origin',
        'private, no-store',
      ]);
      expect(html).not.toMatch(/<script|<style| style="|missing:/);
    },
  );

  test('shows nothing of what the address says', async () => {
    const attack = encodeURIComponent('"><script>alert(1)</script>');
    for (const path of [`signin?error=${attack}&code=${attack}&lng=${attack}&callbackUrl=/${attack}`, `error?error=${attack}`]) {
      expect((await get(openBrowser(origin), `/api/auth/${path}`)).html).not.toContain('alert(1)</script>');
    }
    expect(errorName('anything at all', undefined)).toBe('unknown');
    expect(errorName(undefined, 'locked')).toBeNull();
    expect(errorName('CredentialsSignin', 'locked')).toBe('locked');
  });

  test.each([
    ['en', 'es', 'en'],
    [undefined, 'en-GB,en;q=0.9,es;q=0.8', 'en'],
    [undefined, 'es-MX,en;q=0.5', 'es'],
    [undefined, 'fr,de;q=0.8', 'es'],
    [undefined, 'en;q=0.2,es;q=0.9', 'es'],
    [undefined, undefined, 'es'],
    ['xx', 'en', 'en'],
    [undefined, 'en;q=0', 'es'],
  ])('asked for %s with %s speaks %s', (asked, accepted, language) => expect(pageLanguage(asked, accepted)).toBe(language));

  test('has its style sheet', async () => {
    const { response, html } = await get(openBrowser(origin), '/api/auth/login.css');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(html).toContain('prefers-color-scheme: dark');
  });

  test('an address that is none answers 404 in words', async () => {
    const { response, html } = await get(openBrowser(origin), '/api/auth/anything', { 'accept-language': 'en' });
    expect([response.status, JSON.parse(html)]).toEqual([
      404,
      { statusCode: 404, message: 'What you are looking for does not exist.', errors: [] },
    ]);
  });
});

describe('the log of clients', () => {
  const send = (body: string, ip: string, type = 'application/x-www-form-urlencoded') =>
    fetch(`${origin}/api/auth/_log`, { method: 'POST', body, headers: { 'content-type': type, 'x-forwarded-for': ip, origin } });

  test('takes small entries, in either type that a beacon has', async () => {
    const ip = freshAddress();
    expect((await send('level=error&code=CLIENT_FETCH_ERROR&message=x', ip)).status).toBe(200);
    expect((await send('code=x', ip, 'text/plain;charset=UTF-8')).status).toBe(200);
  });

  test('refuses large ones with 413 and many with 429', async () => {
    const ip = freshAddress();
    expect((await send(`message=${'x'.repeat(5000)}`, ip)).status).toBe(413);
    const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await send('code=x', ip)).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});
