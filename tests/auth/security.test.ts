import { describe, expect, test } from 'vitest';
import { createOrigins } from '../../server/auth/origins';
import { createPasswords } from '../../server/auth/passwords';
import { attacksOnServer } from './attacks';
import { freshAddress, openBrowser, openSite, password, postWithToken, signIn, type TestDatabase } from './support';
import { onSite } from './support/onSite';

let database: TestDatabase, origin: string;
onSite((site) => {
  ({ database, origin } = site);
});

const post = (path: string, headers: Readonly<Record<string, string>>, body = ''): Promise<Response> =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });

describe('where people are sent afterwards', () => {
  const origins = createOrigins('https://auth.dorsal.test', ['https://app.dorsal.test']);

  test.each(attacksOnServer)('refuses %s', (_name, asked) => expect(origins.safeCallbackUrl(asked)).toBe('https://app.dorsal.test/'));

  test.each([
    ['/events?x=1#top', 'https://app.dorsal.test/events?x=1#top'],
    ['https://app.dorsal.test/home', 'https://app.dorsal.test/home'],
    ['https://auth.dorsal.test/api/auth/signin', 'https://auth.dorsal.test/api/auth/signin'],
  ])('accepts %s', (asked, place) => expect(origins.safeCallbackUrl(asked)).toBe(place));

  test.each(attacksOnServer)('signing in never answers with %s', async (_name, asked) => {
    const browser = openBrowser(origin);
    await browser.fetch(`${origin}/api/auth/csrf`);
    const answer = await postWithToken(browser, `${origin}/api/auth/callback/credentials`, {
      email: 'ana@carreras.test',
      password,
      callbackUrl: asked,
      json: 'true',
    });
    expect(await answer.json()).toEqual({ url: `${origin}/api/auth/signin?error=INVALID_CALLBACK_URL_ERROR` });
    expect(await (await browser.fetch(`${origin}/api/auth/session`)).json()).toBeNull();
  });

  test.each(attacksOnServer)('the login page shows no way to %s, and signing in on it goes home', async (_name, asked) => {
    const browser = openBrowser(origin);
    const first = await browser.fetch(`${origin}/api/auth/signin?${new URLSearchParams({ callbackUrl: asked })}`);
    expect(first.headers.get('location')).toBe('/api/auth/signin?error=INVALID_CALLBACK_URL_ERROR&lng=es');
    const html = await (
      await browser.fetch(`${origin}/api/auth/signin?${new URLSearchParams({ error: 'INVALID_CALLBACK_URL_ERROR', callbackUrl: asked })}`)
    ).text();
    expect(html).toContain('El enlace pedía llevarte a un sitio que no es de confianza.');
    expect(/name="callbackUrl" value="([^"]*)"/.exec(html)?.[1]).toBe(`${origin}/`);
    expect(html).not.toContain('evil.test');
  });

  test.each(attacksOnServer)('signing out never answers with %s', async (_name, asked) => {
    const answer = await postWithToken(openBrowser(origin), `${origin}/api/auth/signout`, { callbackUrl: asked, json: 'true' });
    expect(await answer.json()).toEqual({ url: `${origin}/` });
  });

  test.each(['%ZZ', 'javascript:alert(1)', 'http%3A%2F%2Fevil.test', 'not a url'])('drops a poisoned callback cookie %s', async (value) => {
    const browser = openBrowser(origin, new Map([['authjs.callback-url', value]]));
    expect((await browser.fetch(`${origin}/api/auth/session`)).status).toBe(200);
    expect(decodeURIComponent(browser.cookies.get('authjs.callback-url') ?? '')).toBe(origin);
  });
});

describe('who may post', () => {
  test.each([
    ['an evil site', { origin: 'https://evil.test' }],
    ['a sibling subdomain', { origin: 'https://blog.dorsal.test', 'sec-fetch-site': 'same-site' }],
    ['an opaque origin', { origin: 'null' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:1' }],
    ['an origin that only starts alike', { origin: 'https://app.dorsal.test.evil.test' }],
    ['a cross-site request without Origin', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site request without Origin', { 'sec-fetch-site': 'same-site' }],
  ])('refuses %s with 403', async (_name, headers) => {
    for (const path of [
      '/api/auth/session',
      '/api/auth/callback/credentials',
      '/api/auth/signout',
      '/api/auth/_log',
      '/api/authenticate',
    ]) {
      const answer = await post(path, headers);
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('a sibling subdomain cannot sign out, although the browser sends the cookies', async () => {
    const browser = openBrowser(origin);
    await signIn(browser, origin, 'ana@carreras.test');
    const { csrfToken } = (await (await browser.fetch(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string };
    const answer = await browser.fetch(`${origin}/api/auth/signout`, {
      method: 'POST',
      headers: { origin: 'https://blog.dorsal.test', 'content-type': 'application/json' },
      body: JSON.stringify({ csrfToken }),
    });
    expect(answer.status).toBe(403);
    expect(await (await browser.fetch(`${origin}/api/auth/session`)).json()).not.toBeNull();
  });

  test('names exactly the origins of the list in CORS, and answers their preflight', async () => {
    const known = await fetch(`${origin}/api/auth/session`, { headers: { origin: 'https://app.dorsal.test' } });
    expect(known.headers.get('access-control-allow-origin')).toBe('https://app.dorsal.test');
    expect(known.headers.get('access-control-allow-credentials')).toBe('true');
    const other = await fetch(`${origin}/api/auth/session`, { headers: { origin: 'https://evil.test' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    expect([known, other].map((answer) => answer.headers.get('vary'))).toEqual(['Origin', 'Origin']);
    for (const path of ['/api/auth/session', '/api/authenticate']) {
      const preflight = (from: string) =>
        fetch(`${origin}${path}`, { method: 'OPTIONS', headers: { origin: from, 'access-control-request-method': 'POST' } });
      expect((await preflight('https://app.dorsal.test')).status).toBe(204);
      expect((await preflight('https://evil.test')).status).toBe(403);
    }
  });

  test('a CSRF token that is not of this browser signs nobody in or out and changes nothing', async () => {
    const browser = openBrowser(origin);
    const { csrfToken } = (await (await openBrowser(origin).fetch(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string };
    const body = JSON.stringify({ email: 'ana@carreras.test', password, csrfToken, json: 'true' });
    const send = (path: string) =>
      browser.fetch(`${origin}/api/auth/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(new URL(((await (await send('callback/credentials')).json()) as { url: string }).url).searchParams.get('error')).toBe(
      'MissingCSRF',
    );
    expect(await (await browser.fetch(`${origin}/api/auth/session`)).json()).toBeNull();
    await signIn(browser, origin, 'ana@carreras.test');
    await send('signout');
    expect((await send('session')).status).toBe(400);
    expect(await (await browser.fetch(`${origin}/api/auth/session`)).json()).not.toBeNull();
  });
});

describe('guessing passwords', () => {
  const refusal = async (email: string, secret: string, ip?: string): Promise<string | null> => {
    const url = await signIn(openBrowser(origin), origin, email, secret, ip ?? freshAddress());
    return url.searchParams.get('error') && `${url.searchParams.get('error')}/${url.searchParams.get('code')}`;
  };

  test.each(['beto@carreras.test', 'nobody@carreras.test'])('locks %s after five failures, right password or not', async (email) => {
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await refusal(email, 'wrong')).toBe('CredentialsSignin/credentials');
    expect(await refusal(email, password)).toBe('CredentialsSignin/locked');
    expect(await refusal(email.toUpperCase(), password)).toBe('CredentialsSignin/locked');
  });

  test('after five failures pauses begin that double, and the first attempt after each is judged', async () => {
    const over = () => database.pool.query(`update auth_limits set expire = $1 where key like 'pause:%'`, [Date.now() - 1]);
    const left = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ expire: string }>(
        `select max(expire) as expire from auth_limits where key like 'pause:%'`,
      );
      return Math.round((Number(rows[0]?.expire) - Date.now()) / 10_000) * 10;
    };
    await database.pool.query('delete from auth_limits');
    const email = 'slow@carreras.test',
      pauses = [];
    for (let attempt = 0; attempt < 4; attempt += 1) await refusal(email, 'wrong');
    for (let round = 0; round < 4; round += 1) {
      expect(await refusal(email, 'wrong')).toBe('CredentialsSignin/credentials');
      pauses.push(await left());
      expect(await refusal(email, 'wrong')).toBe('CredentialsSignin/locked');
      await over();
    }
    expect(pauses).toEqual([30, 60, 120, 240]);
  });

  test('a pause holds up who guesses, not the owner on a browser that the account knows, also behind the same address', async () => {
    await database.pool.query('delete from auth_limits');
    const email = 'ana@carreras.test',
      own = openBrowser(origin),
      ip = freshAddress();
    const entered = async (browser = openBrowser(origin), secret = password): Promise<string | null> =>
      (await signIn(browser, origin, email, secret, ip)).searchParams.get('code');
    expect(await entered(own)).toBeNull();
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await entered(openBrowser(origin), 'wrong')).toBe('credentials');
    expect([await entered(), await entered(own)]).toEqual(['locked', null]);
    for (let attempt = 0; attempt < 50; attempt += 1)
      await signIn(openBrowser(origin), origin, `other${attempt}@carreras.test`, 'wrong', ip);
    expect([await entered(), await entered(own)]).toEqual(['locked', null]);
    await database.pool.query('delete from auth_limits');
  });

  test('an e-mail with a character that no e-mail has is a wrong one like any other', async () => {
    expect(await refusal('ana\0@carreras.test', password)).toBe('CredentialsSignin/credentials');
  });

  test('a right password forgets the failures before it', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 3; attempt += 1) await refusal('ana@carreras.test', 'wrong');
      expect(await refusal('ana@carreras.test', password)).toBeNull();
    }
  });

  test('twenty guesses at the same moment are five guesses', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusal('parallel@carreras.test', 'wrong')));
    expect(outcomes.filter((outcome) => outcome === 'CredentialsSignin/credentials')).toHaveLength(5);
  });

  test('one address is locked after fifty failures over many accounts', async () => {
    const ip = freshAddress();
    const outcomes = [];
    for (let attempt = 0; attempt < 51; attempt += 1) outcomes.push(await refusal(`many${attempt}@carreras.test`, 'x'.repeat(2000), ip));
    expect(outcomes.slice(0, 50).every((outcome) => outcome === 'CredentialsSignin/credentials')).toBe(true);
    expect(outcomes[50]).toBe('CredentialsSignin/locked');
  });

  test('no counter names an e-mail or an address', async () => {
    const { rows } = await database.pool.query<{ key: string }>('select key from auth_limits');
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.every(({ key }) => /^(email|pause|device|ip):[0-9a-f]{64}$/.test(key))).toBe(true);
  });

  test('a suspended account gets that answer only with its right password', async () => {
    expect(await refusal('baja@carreras.test', 'wrong')).toBe('CredentialsSignin/credentials');
    expect(await refusal('baja@carreras.test', password)).toBe('AccessDenied/null');
  });
});

test('the log of clients takes thirty lines a minute from one address, and still hears the others', async () => {
  const from = freshAddress();
  const log = (address: string): Promise<Response> =>
    post('/api/auth/_log', { 'x-forwarded-for': address }, 'code=CLIENT_FETCH_ERROR&level=error&message=x');
  const answers = await Promise.all(Array.from({ length: 31 }, () => log(from)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect((await log(freshAddress())).status).toBe(200);
});

describe('in production over https', () => {
  test('a demonstration account is as unknown as any other', async () => {
    expect((await signIn(openBrowser(origin), origin, 'demo@demo.test')).searchParams.get('error')).toBeNull();
    const real = await openSite(database.pool, { production: true });
    const url = await signIn(openBrowser(real.origin), real.origin, 'demo@demo.test');
    expect([url.searchParams.get('error'), url.searchParams.get('code')]).toEqual(['CredentialsSignin', 'credentials']);
    await real.app.close();
  });

  test('every cookie is __Host-, Secure, HttpOnly and Lax, and the leftovers of the older scheme expire', async () => {
    const real = await openSite(database.pool, { secureCookies: true });
    const answer = await fetch(`${real.origin}/api/auth/session`, {
      headers: { cookie: '__Secure-next-auth.session-token.1=a; next-auth.csrf-token=b; other=c' },
    });
    const lines = answer.headers.getSetCookie();
    expect(lines.filter((line) => line.includes('next-auth'))).toEqual([
      '__Secure-next-auth.session-token.1=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
      'next-auth.csrf-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
    const own = lines.filter((line) => !line.includes('next-auth'));
    expect(own.length).toBeGreaterThan(0);
    for (const line of own) expect(line).toMatch(/^__Host-authjs\.(?=.*Path=\/)(?=.*HttpOnly)(?=.*Secure)(?=.*SameSite=Lax)(?!.*Domain)/);
    await real.app.close();
  });
});

describe('a store that fails', () => {
  test('answers 503 to a session read, so that nobody is signed out by it', async () => {
    const browser = openBrowser(origin);
    await signIn(browser, origin, 'ana@carreras.test');
    await database.pool.query('alter table auth_sessions rename to auth_sessions_away');
    const answer = await browser.fetch(`${origin}/api/auth/session`);
    await database.pool.query('alter table auth_sessions_away rename to auth_sessions');
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ statusCode: 503 })]);
    expect(await (await browser.fetch(`${origin}/api/auth/session`)).json()).not.toBeNull();
  });
});

describe('passwords', () => {
  const passwords = createPasswords('a secret');

  test('are argon2id at the declared cost, with a pepper', async () => {
    const stored = await passwords.hash('abc');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(stored, 'abc')).toBe(true);
    expect(await passwords.verify(stored, 'abd')).toBe(false);
    expect(await createPasswords('another secret').verify(stored, 'abc')).toBe(false);
  });

  test('refuses an unknown account, a malformed hash and an overlong password without throwing', async () => {
    expect(await passwords.verify(null, 'abc')).toBe(false);
    expect(await passwords.verify('not a hash', 'abc')).toBe(false);
    expect(await passwords.verify(null, 'x'.repeat(1025))).toBe(false);
  });

  test('are hashed again when the cost has changed', async () => {
    expect(passwords.needsRehash(await passwords.hash('abc'))).toBe(false);
    expect(passwords.needsRehash('$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$aGFzaA')).toBe(true);
  });
});
