import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, buildAuthApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { openWorld, type World } from './support/openWorld';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Without those that depend on https. */
const expected = {
  'content-security-policy':
    "default-src 'self';script-src 'self' 'wasm-unsafe-eval';style-src 'self' 'unsafe-inline';img-src 'self' data: blob: https:;font-src 'self' data:;worker-src 'self' blob:;connect-src 'self';frame-src 'none';object-src 'none';base-uri 'self';form-action 'self' http://127.0.0.1:3000;frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
const overHttps = ['strict-transport-security', 'cross-origin-opener-policy', 'origin-agent-cluster'];

describe('the security headers', () => {
  test.each([
    ['an answer', 200, { method: 'GET', url: '/healthz' }],
    ['a place that is not there', 404, { method: 'GET', url: '/v2/nothing/at/all' }],
    ['somebody unknown', 401, { method: 'GET', url: '/v2/inscription/inscriptions/1/history' }],
    [
      'a body that is no JSON',
      400,
      { method: 'POST', url: '/v2/inscription/_/graphql', headers: { 'content-type': 'application/json' }, payload: '{' },
    ],
    [
      'a query without a token',
      401,
      { method: 'POST', url: '/v2/inscription/_/graphql', payload: { query: '{ inscriptions { total } }' } },
    ],
    ['words of the screens', 200, { method: 'GET', url: '/locales/es/action.json' }],
  ] as const)('is in %s', async (_what, status, asked) => {
    const { statusCode, headers } = await world.app.inject({ ...asked });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject(expected);
    for (const name of overHttps) expect(headers).not.toHaveProperty(name);
  });
  test('is sent by the authentication site too, whose pages have a stricter policy of their own', async () => {
    const site = await buildAuthApp({
      pool: world.pool,
      config: readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', AUTH_SECRET: 'a secret of tests that is long enough' }),
    });
    const { 'content-security-policy': policy, 'referrer-policy': _looser, ...others } = expected;
    const page = await site.inject({ url: '/api/auth/error' });
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ ...others, 'referrer-policy': 'same-origin' });
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; /);
    expect((await site.inject({ url: '/healthz' })).headers['content-security-policy']).toBe(policy);
    await site.close();
  });
  test('includes, over https, that this origin is never asked without it', async () => {
    const app = await buildApp({
      pool: world.pool,
      config: readConfig({
        LOG_LEVEL: 'silent',
        NODE_ENV: 'test',
        AUTH_SECRET: 'a secret of tests that is long enough',
        PUBLIC_ORIGIN: 'https://dorsal.example.com',
      }),
    });
    expect((await app.inject({ url: '/healthz' })).headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
    });
    await app.close();
  });
});
