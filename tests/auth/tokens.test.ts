import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT, type JSONWebKeySet } from 'jose';
import { createTokenMint, createTokenVerifier, deriveKey, InvalidBearer } from '../../server/auth/tokens';
import { createOutsideTokens } from './support/outsideTokens';
import { openKeys } from './support/openKeys';
import { type Browser, givePasswords, openBrowser, openDatabase, openSite, signIn, type TestDatabase } from './support';

let database: TestDatabase;
let app: FastifyInstance;
let origin: string;
let browser: Browser;
const settings = () => ({ secret: 'a secret of tests that is long enough', origin, basePath: '/api/auth', tokenSuffix: '.dorsal' });

beforeAll(async () => {
  database = await openDatabase();
  const site = await openSite(database.pool);
  ({ app, origin } = site);
  await givePasswords(site.deps);
  browser = openBrowser(origin);
  await signIn(browser, origin, 'ana@carreras.test');
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const mint = async (): Promise<string> =>
  (
    await browser.fetch(`${origin}/api/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"userid":1}',
    })
  ).text();

describe('/api/authenticate', () => {
  test('gives a text that is never stored, for a live session only', async () => {
    const answer = await browser.fetch(`${origin}/api/authenticate`, { method: 'POST' });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'private, no-store',
    ]);
    const stranger = await fetch(`${origin}/api/authenticate`, { method: 'POST', headers: { 'accept-language': 'en' } });
    expect([stranger.status, await stranger.json()]).toEqual([401, { statusCode: 401, message: 'Sign in to continue.', errors: [] }]);
  });

  test('signs ES256 for five minutes with the published key and the claims of the store', async () => {
    const text = await mint();
    const keys = createLocalJWKSet((await (await fetch(`${origin}/api/auth/jwks`)).json()) as JSONWebKeySet);
    const { payload, protectedHeader } = await jwtVerify(text, keys);
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
    expect(payload).toMatchObject({
      iss: `${origin}/api/auth`,
      aud: `${origin}/v2`,
      sub: 'ASD-10',
      org: 2,
      sid: expect.any(String),
      jti: expect.any(String),
    });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(300);
    expect(JSON.stringify(await (await fetch(`${origin}/api/auth/jwks`)).json())).not.toContain('"d"');
  });

  test('every process with the same secret has the same key', async () => {
    const twin = await createTokenMint(settings()).jwks();
    expect(twin).toEqual(await (await fetch(`${origin}/api/auth/jwks`)).json());
    expect(await createTokenMint({ ...settings(), secret: 'other' }).jwks()).not.toEqual(twin);
  });
});

describe('a bearer', () => {
  const session = {
    user: { asdeporteId: 'ASD-10', userid: 10, name: '', email: '', image: null, locale: 'es' },
    organization: null,
    expires: '',
  };

  test('tells who, which session and which organization', async () => {
    const { verifyBearer } = createTokenVerifier(settings());
    const header = `Bearer ${await mint()}.dorsal`;
    expect(await verifyBearer(header)).toEqual({ asdeporteId: 'ASD-10', sid: expect.any(String), org: 2 });
    expect(await verifyBearer(header)).toBe(await verifyBearer(header));
  });

  test('names both persons while one looks as another', async () => {
    const seen = { ...session.user, asdeporteId: 'ASD-20', userid: 20 };
    const text = await createTokenMint(settings()).mint('s', {
      ...session,
      organization: { organizationid: 2, name: '' },
      seeing: { user: seen, organization: { organizationid: 7, name: '' }, until: '' },
    });
    expect(await createTokenVerifier(settings()).verifyBearer(`Bearer ${text}.dorsal`)).toEqual({
      asdeporteId: 'ASD-20',
      sid: 's',
      org: 7,
      by: { asdeporteId: 'ASD-10', org: 2 },
    });
    const nameless = await new SignJWT({ sid: 's', act: {} })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
      .setSubject('ASD-20')
      .setIssuer(`${origin}/api/auth`)
      .setAudience(`${origin}/v2`)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(deriveKey(settings().secret).privateJwk);
    await expect(createTokenVerifier(settings()).verifyBearer(`Bearer ${nameless}.dorsal`)).rejects.toMatchObject({ statusCode: 401 });
  });

  test('is refused with 401 without its suffix, altered, of another issuer, audience, key, type or algorithm', async () => {
    const { verifyBearer } = createTokenVerifier(settings());
    const text = await mint();
    const [head, body, mark] = text.split('.') as [string, string, string];
    const elsewhere = await createTokenMint({ ...settings(), origin: 'https://evil.test' }).mint('s', session);
    const otherKey = await createTokenMint({ ...settings(), secret: 'other' }).mint('s', session);
    const symmetric = await new SignJWT({ sid: 's', org: null })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setSubject('ASD-10')
      .setIssuer(`${origin}/api/auth`)
      .setAudience(`${origin}/v2`)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(Buffer.from('x'.repeat(32)));
    const own = (claims: { readonly issuer?: string; readonly audience?: string }): Promise<string> =>
      new SignJWT({ sid: 's', org: null })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
        .setSubject('ASD-10')
        .setIssuer(claims.issuer ?? `${origin}/api/auth`)
        .setAudience(claims.audience ?? `${origin}/v2`)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(deriveKey(settings().secret).privateJwk);
    expect(await verifyBearer(`Bearer ${await own({})}.dorsal`)).toMatchObject({ asdeporteId: 'ASD-10' });
    const [otherIssuer, otherAudience] = [await own({ issuer: 'https://evil.test' }), await own({ audience: 'https://evil.test/v2' })];
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
    const refused = [
      undefined,
      '',
      'Bearer ',
      'Basic abc',
      `Bearer ${text}`,
      `Bearer ${text}.dorsaL`,
      `Bearer ${text}.dorsal x`,
      `${text}.dorsal`,
      'Bearer .dorsal',
      `Bearer ${head}.${body.slice(0, -2)}AA.${mark}.dorsal`,
      ...[elsewhere, otherKey, otherIssuer, otherAudience, symmetric, unsigned].map((other) => `Bearer ${other}.dorsal`),
      `Bearer ${'a'.repeat(5000)}.dorsal`,
    ];
    for (const header of refused) await expect(verifyBearer(header)).rejects.toMatchObject({ statusCode: 401, constructor: InvalidBearer });
    expect(decodeProtectedHeader(text).alg).toBe('ES256');
  });

  test('is refused once it has expired, also when it is remembered', async () => {
    const { verifyBearer } = createTokenVerifier(settings());
    const header = `Bearer ${await mint()}.dorsal`;
    await verifyBearer(header);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 310_000 });
    const refused = await verifyBearer(header).catch((error: unknown) => error);
    vi.useRealTimers();
    expect(refused).toMatchObject({ statusCode: 401 });
  });

  test('the oldest texts are forgotten first, and a forgotten one is verified again', async () => {
    const { verifyBearer } = createTokenVerifier(settings(), 2);
    const [first, second, third] = [`Bearer ${await mint()}.dorsal`, `Bearer ${await mint()}.dorsal`, `Bearer ${await mint()}.dorsal`];
    const [one, two] = [await verifyBearer(first), await verifyBearer(second)];
    expect(await verifyBearer(first)).toBe(one);
    await verifyBearer(third);
    expect(await verifyBearer(first)).toBe(one);
    expect(await verifyBearer(second)).not.toBe(two);
  });
});

describe('a bearer of the site of another company', () => {
  let outside: Awaited<ReturnType<typeof createOutsideTokens>>;
  let site: { readonly url: string; readonly answer: (status: number) => void; readonly close: () => Promise<void> };
  const elsewhere = 'https://accounts.company.test';
  const now = () => Math.floor(Date.now() / 1000);
  const bearer = (text: string) => `Bearer ${text}.dorsal`;
  beforeAll(async () => {
    outside = await createOutsideTokens();
    site = await openKeys(outside.jwks);
  });
  afterAll(() => site.close());
  const verifier = () => createTokenVerifier({ ...settings(), origin: elsewhere, keysAt: site.url });

  test('tells who and which organization; its session is kept there', async () => {
    expect(await verifier().verifyBearer(bearer(await outside.mint(elsewhere, 'ASD-11', 1)))).toEqual({
      asdeporteId: 'ASD-11',
      sid: null,
      org: 1,
    });
  });

  test('is refused with 401 when it is of another key, issuer, audience or type, too old, or expired', async () => {
    const { verifyBearer } = verifier();
    const other = await createOutsideTokens();
    const refused = [
      other.mint(elsewhere, 'ASD-11', 1),
      outside.mint(elsewhere, 'ASD-11', 1, { issuer: 'https://evil.test/api/auth' }),
      outside.mint(elsewhere, 'ASD-11', 1, { audience: 'https://evil.test/v2' }),
      outside.mint(elsewhere, 'ASD-11', 1, { type: 'JWT' }),
      outside.mint(elsewhere, '', 1),
      outside.mint(elsewhere, 'ASD-11', 1, { issuedAt: now() - 3600, expires: now() + 3600 }),
      outside.mint(elsewhere, 'ASD-11', 1, { issuedAt: now() - 600, expires: now() - 60 }),
      mint(),
    ];
    for (const text of refused)
      await expect(verifyBearer(bearer(await text))).rejects.toMatchObject({ statusCode: 401, constructor: InvalidBearer });
  });

  test('carries the claims that the installation configured, where they differ from ours', async () => {
    const claimsElsewhere = { issuer: elsewhere, audience: 'backoffice-api', type: 'JWT' };
    const own = { ...settings(), origin: elsewhere, keysAt: site.url };
    const { verifyBearer } = createTokenVerifier({ ...own, claimsElsewhere });
    const theirs = { issuer: elsewhere, audience: 'backoffice-api', type: 'JWT' };
    expect(await verifyBearer(bearer(await outside.mint(elsewhere, 'ASD-11', 1, theirs)))).toMatchObject({ asdeporteId: 'ASD-11' });
    for (const changes of [
      {},
      { ...theirs, issuer: `${elsewhere}/api/auth` },
      { ...theirs, audience: `${elsewhere}/v2` },
      { ...theirs, type: 'at+jwt' },
    ])
      await expect(verifyBearer(bearer(await outside.mint(elsewhere, 'ASD-11', 1, changes)))).rejects.toMatchObject({ statusCode: 401 });
    const anyType = createTokenVerifier({ ...own, claimsElsewhere: { ...claimsElsewhere, type: 'any' } });
    expect(await anyType.verifyBearer(bearer(await outside.mint(elsewhere, 'ASD-12', 1, { ...theirs, type: 'at+jwt' })))).toMatchObject({
      asdeporteId: 'ASD-12',
    });
  });

  test('never opens a server that signs its own tokens', async () => {
    await expect(createTokenVerifier(settings()).verifyBearer(bearer(await outside.mint(origin, 'ASD-11', 1)))).rejects.toMatchObject({
      statusCode: 401,
    });
  });

  test('is not called wrong while its keys cannot be read, so that nobody is signed out for an outage', async () => {
    const { verifyBearer } = verifier();
    const text = bearer(await outside.mint(elsewhere, 'ASD-11', 1));
    site.answer(503);
    await expect(verifyBearer(text)).rejects.not.toMatchObject({ statusCode: 401 });
    site.answer(200);
    expect(await verifyBearer(text)).toMatchObject({ asdeporteId: 'ASD-11' });
  });
});
