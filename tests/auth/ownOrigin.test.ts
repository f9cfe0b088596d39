import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp, buildAuthApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { givePasswords, openBrowser, openDatabase, password, signIn, type TestDatabase } from './support';
import { fillFolder } from '../support/database';
import { freePort, startServer } from '../support/startServer';
import { longer } from '../support/limits';

const secret = 'a secret of tests that is long enough';
let database: TestDatabase;
let product: FastifyInstance, site: FastifyInstance;
let app: string, auth: string;

beforeAll(async () => {
  database = await openDatabase();
  [app, auth] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
  const config = readConfig({
    PUBLIC_ORIGIN: app,
    AUTH_ORIGIN: auth,
    AUTH_PORT: new URL(auth).port,
    AUTH_SECRET: secret,
    LOG_LEVEL: 'silent',
    DATA_DIR: tmpdir(),
  });
  product = await buildApp({ pool: database.pool, config });
  site = await buildAuthApp({ pool: database.pool, config });
  await product.listen({ host: '127.0.0.1', port: Number(new URL(app).port) });
  await site.listen({ host: '127.0.0.1', port: Number(new URL(auth).port) });
  await givePasswords({ pool: database.pool, secret } as Parameters<typeof givePasswords>[0]);
});
afterAll(async () => {
  await Promise.all([product.close(), site.close()]);
  await database.close();
});

const csrf = async (browser: ReturnType<typeof openBrowser>): Promise<string> =>
  ((await (await browser.fetch(`${auth}/api/auth/csrf`)).json()) as { csrfToken: string }).csrfToken;

describe('an authentication site of its own origin', () => {
  test('is named to the page by the product, which serves no sign-in itself', async () => {
    expect(await (await fetch(`${app}/config.js`)).text()).toContain(`"auth":"${auth}/api/auth"`);
    for (const path of ['session', 'csrf', 'providers', 'signin', 'login.css'])
      expect((await fetch(`${app}/api/auth/${path}`)).status).toBe(404);
    expect((await fetch(`${app}/`)).headers.get('content-security-policy')).toContain(`connect-src 'self' ${auth}`);
    expect((await fetch(`${auth}/v2/event/events`)).status).toBe(404);
    expect((await fetch(`${auth}/`, { redirect: 'manual' })).headers.get('location')).toBe(`${app}/`);
    expect((await fetch(`${auth}/readyz`)).status).toBe(200);
  });

  test('signs in for the product: its page may call, be returned to, and gets its token through its own host', async () => {
    const browser = openBrowser(app);
    expect((await signIn(browser, auth, 'ana@carreras.test')).searchParams.get('error')).toBeNull();
    const asked = await browser.fetch(`${auth}/api/auth/session`, { headers: { origin: app } });
    expect([
      asked.headers.get('access-control-allow-origin'),
      asked.headers.get('access-control-allow-credentials'),
      asked.headers.get('vary'),
    ]).toEqual([app, 'true', 'Origin']);
    expect(await asked.json()).toMatchObject({ user: { asdeporteId: 'ASD-10' } });
    const token = await browser.fetch(`${app}/api/authenticate`, { method: 'POST' });
    expect([token.status, token.headers.get('location')]).toEqual([307, `${auth}/api/authenticate`]);
    const text = await (await browser.fetch(`${auth}/api/authenticate`, { method: 'POST', headers: { origin: app } })).text();
    const answer = await fetch(`${app}/v2/organization/_/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${text}.dorsal` },
      body: JSON.stringify({ query: '{ organizationsByUser(userid: 10) { organizationid name } }' }),
    });
    expect(await answer.json()).toMatchObject({
      data: { organizationsByUser: expect.arrayContaining([expect.objectContaining({ name: 'Alfa' })]) },
    });
  });

  test('allows exactly the two origins: to call, to post and to be returned to', async () => {
    for (const other of ['https://evil.test', `${app}0`, 'http://localhost', 'null', app.replace('http:', 'https:')]) {
      const answer = await fetch(`${auth}/api/auth/session`, { headers: { origin: other } });
      expect([other, answer.headers.get('access-control-allow-origin'), answer.headers.get('access-control-allow-credentials')]).toEqual([
        other,
        null,
        null,
      ]);
      expect((await fetch(`${auth}/api/auth/signout`, { method: 'POST', headers: { origin: other } })).status).toBe(403);
      expect(
        (
          await fetch(`${auth}/api/auth/session`, {
            method: 'OPTIONS',
            headers: { origin: other, 'access-control-request-method': 'POST' },
          })
        ).status,
      ).toBe(403);
    }
    const preflight = await fetch(`${auth}/api/auth/callback/credentials`, {
      method: 'OPTIONS',
      headers: { origin: app, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-auth-return-redirect' },
    });
    expect([
      preflight.status,
      preflight.headers.get('access-control-allow-origin'),
      preflight.headers.get('access-control-allow-headers'),
    ]).toEqual([204, app, 'content-type, x-auth-return-redirect, authorization']);
    const places = async (callbackUrl: string): Promise<string> => {
      const browser = openBrowser(app);
      const body = JSON.stringify({ email: 'ana@carreras.test', password, csrfToken: await csrf(browser), callbackUrl, json: 'true' });
      return (
        (await (
          await browser.fetch(`${auth}/api/auth/callback/credentials`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.9.9.9' },
            body,
          })
        ).json()) as { url: string }
      ).url;
    };
    expect(await places(`${app}/events`)).toBe(`${app}/events`);
    expect(await places('/events')).toBe(`${app}/events`);
    expect(await places(`${auth}/api/auth/account`)).toBe(`${auth}/api/auth/account`);
    for (const evil of ['https://evil.test', `${app}.evil.test`, `${app}@evil.test`])
      expect(await places(evil)).toContain('error=INVALID_CALLBACK_URL_ERROR');
  });

  test('has Secure, host-only, Lax cookies over https, whatever the product runs on', async () => {
    const config = readConfig({
      PUBLIC_ORIGIN: 'https://app.dorsal.test',
      AUTH_ORIGIN: 'https://auth.dorsal.test',
      SERVE: 'auth',
      AUTH_SECRET: secret,
      LOG_LEVEL: 'silent',
      DATA_DIR: tmpdir(),
    });
    const secure = await buildAuthApp({ pool: database.pool, config });
    const answer = await secure.inject({ url: '/api/auth/csrf', headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' } });
    const lines = [answer.headers['set-cookie'] ?? []].flat();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^__Host-authjs\.(?=.*Path=\/)(?=.*HttpOnly)(?=.*Secure)(?=.*SameSite=Lax)(?!.*Domain)/);
    const providers = await secure.inject({ url: '/api/auth/providers', headers: { host: 'evil.test' } });
    expect(providers.json()).toMatchObject({ credentials: { signinUrl: 'https://auth.dorsal.test/api/auth/signin/credentials' } });
    await secure.close();
  });

  test('a product that is configured to serve no sign-in serves none, even on one origin', async () => {
    const config = readConfig({ PUBLIC_ORIGIN: app, SERVE: 'app', AUTH_SECRET: secret, LOG_LEVEL: 'silent', DATA_DIR: tmpdir() });
    const alone = await buildApp({ pool: database.pool, config });
    expect([
      (await alone.inject('/api/auth/csrf')).statusCode,
      (await alone.inject({ method: 'POST', url: '/api/authenticate' })).statusCode,
    ]).toEqual([404, 404]);
    await alone.close();
  });
});

/** That one process serves both is shown by `tests/e2e/ownOrigin.spec.ts`. */
describe('the process', longer, () => {
  test('serves the authentication site alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dorsal-own-origin-'));
    const port = await freePort();
    const own = `http://127.0.0.1:${port}`;
    await fillFolder(folder);
    const server = await startServer({
      DATA_DIR: folder,
      DEMO: 'off',
      SERVE: 'auth',
      PORT: String(port),
      AUTH_ORIGIN: own,
      PUBLIC_ORIGIN: 'http://127.0.0.1:4999',
    });
    try {
      expect(server.stdout()).toContain(`ready ${own}`);
      expect((await fetch(`${own}/api/auth/signin`)).status).toBe(200);
      expect((await fetch(`${own}/v2/event/events`)).status).toBe(404);
      expect(
        (await fetch(`${own}/api/auth/session`, { headers: { origin: 'http://127.0.0.1:4999' } })).headers.get(
          'access-control-allow-origin',
        ),
      ).toBe('http://127.0.0.1:4999');
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
