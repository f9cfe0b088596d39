import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createSessionClient } from '@/providers/session/sessionClient';
import type { AuthDeps } from '../../server/auth/auth';
import { createSecondFactor } from '../../server/auth/secondFactor';
import { createSeal } from '../../server/kernel/secrets';
import { signInErrors } from '../../server/auth/problems';
import {
  type Browser,
  givePasswords,
  openBrowser,
  openDatabase,
  openSite,
  password,
  postWithToken,
  signIn,
  type TestDatabase,
} from './support';
import { createIdentities } from '../../server/auth/identities';
import { companyClient, type CompanySite, openCompanySite } from './support/companyProvider';
import { openPage, submitForm, wordsOf } from './support/forms';

let database: TestDatabase;
let app: FastifyInstance;
let company: CompanySite;
let origin: string;
let deps: AuthDeps;
beforeAll(async () => {
  database = await openDatabase();
  company = await openCompanySite();
  ({ app, origin, deps } = await openSite(database.pool, { company: { issuer: company.issuer, ...companyClient } }));
  await givePasswords(deps);
});
afterAll(async () => {
  await app.close();
  await company.close();
  await database.close();
});
beforeEach(() => database.pool.query('delete from auth_limits'));

const run = (text: string) => database.pool.query(text);
const errorOf = async (email = 'ana@carreras.test', at = origin): Promise<URL> => signIn(openBrowser(at), at, email);
const session = async (browser: Browser, at = origin): Promise<unknown> => (await browser.fetch(`${at}/api/auth/session`)).json();
/** Goes to the company's provider and stops before coming back. */
const askCompany = async (browser: Browser): Promise<string> => {
  const answer = await postWithToken(browser, `${origin}/api/auth/signin/company`, { callbackUrl: `${origin}/events`, json: 'true' });
  const { url } = (await answer.json()) as { url: string };
  return (await fetch(url, { redirect: 'manual' })).headers.get('location')!;
};
const comeBack = async (browser: Browser, back: string): Promise<URL> =>
  new URL((await browser.fetch(back)).headers.get('location')!, origin);
/** Signs in through the company's provider, as a browser does. */
const viaCompany = async (browser = openBrowser(origin)) => ({ browser, end: await comeBack(browser, await askCompany(browser)) });
const words = (language: string): Readonly<Record<string, string>> =>
  (JSON.parse(readFileSync(new URL(`../../locales/${language}/auth.json`, import.meta.url), 'utf8')) as { errors: Record<string, string> })
    .errors;

describe('specification 8, sign-in error codes', () => {
  test('MISSING_NEXTAUTH_API_ROUTE_ERROR: an address that is no action of the site', async () => {
    const page = await openPage(openBrowser(origin), `${origin}/api/auth/sign-in`);
    expect(new URL(page.url).searchParams.get('error')).toBe('MISSING_NEXTAUTH_API_ROUTE_ERROR');
    const answer = await postWithToken(openBrowser(origin), `${origin}/api/auth/callback/google`, { json: 'true' });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { statusCode: 404, message: expect.any(String), errors: [], url: `${origin}/api/auth/error?error=MISSING_NEXTAUTH_API_ROUTE_ERROR` },
    ]);
    const asked = await fetch(`${origin}/api/auth/nothing`, { method: 'POST', headers: { origin, 'x-auth-return-redirect': '1' } });
    expect(await asked.json()).toMatchObject({ statusCode: 404, url: `${origin}/api/auth/error?error=MISSING_NEXTAUTH_API_ROUTE_ERROR` });
  });

  test('NO_SECRET: a process without the secret that the installation was begun with', async () => {
    expect((await errorOf()).searchParams.get('error')).toBeNull();
    const other = await openSite(database.pool, { secret: 'another secret, for example after a move' });
    for (const email of ['ana@carreras.test', 'nobody@carreras.test'])
      expect((await errorOf(email, other.origin)).searchParams.get('error')).toBe('NO_SECRET');
    expect((await errorOf()).searchParams.get('error')).toBeNull();
    await other.app.close();
  });

  test('NO_SECRET: a second step whose secret was sealed with another one', async () => {
    const factor = createSecondFactor(database.pool, deps.secret);
    await factor.start(11);
    await database.pool.query('update auth_second_factors set confirmed_at = now(), sealed_secret = $1', [
      createSeal('lost', 'second factor').close('JBSWY3DPEHPK3PXP'),
    ]);
    const browser = openBrowser(origin);
    const page = await submitForm(browser, await openPage(browser, `${origin}/api/auth/signin`), '/callback/credentials', {
      email: 'beto@carreras.test',
      password,
    });
    const end = await submitForm(browser, page, '/callback/credentials', { totp: '123456' });
    expect(new URL(end.url).searchParams.get('error')).toBe('NO_SECRET');
    await factor.turnOff(11);
  });

  test('CALLBACK_CREDENTIALS_HANDLER_ERROR: the password could not be checked', async () => {
    await run(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;`);
    await run('create trigger broken before insert or update on auth_limits for each statement execute function broken()');
    const url = await errorOf();
    await run('drop trigger broken on auth_limits');
    expect(url.searchParams.get('error')).toBe('CALLBACK_CREDENTIALS_HANDLER_ERROR');
    expect(url.href).not.toContain('disk');
  });

  test('CALLBACK_CREDENTIALS_JWT_ERROR: the password was right and the session could not be opened', async () => {
    await run('create trigger broken before insert on auth_sessions for each statement execute function broken()');
    const browser = openBrowser(origin);
    const url = await signIn(browser, origin, 'ana@carreras.test');
    await run('drop trigger broken on auth_sessions');
    expect(url.searchParams.get('error')).toBe('CALLBACK_CREDENTIALS_JWT_ERROR');
    expect(await session(browser)).toBeNull();
  });

  test('MISSING_ADAPTER_METHODS_ERROR: the database lacks what the site needs', async () => {
    await run('alter table auth_credentials rename to auth_credentials_away');
    const url = await errorOf();
    await run('alter table auth_credentials_away rename to auth_credentials');
    expect(url.searchParams.get('error')).toBe('MISSING_ADAPTER_METHODS_ERROR');
  });

  test('EMAIL_REQUIRES_ADAPTER_ERROR: a link by mail where no mail can be sent', async () => {
    const answer = await postWithToken(openBrowser(origin), `${origin}/api/auth/signin/email`, {
      email: 'ana@carreras.test',
      json: 'true',
    });
    expect(new URL(((await answer.json()) as { url: string }).url).searchParams.get('error')).toBe('EMAIL_REQUIRES_ADAPTER_ERROR');
  });

  test('INVALID_CALLBACK_URL_ERROR: a place that nobody may be sent to', async () => {
    const browser = openBrowser(origin);
    const answer = await postWithToken(browser, `${origin}/api/auth/callback/credentials`, {
      email: 'ana@carreras.test',
      password,
      callbackUrl: 'https://evil.test',
      json: 'true',
    });
    expect(((await answer.json()) as { url: string }).url).toBe(`${origin}/api/auth/signin?error=INVALID_CALLBACK_URL_ERROR`);
    expect(await session(browser)).toBeNull();
  });

  test('OAuthCallbackError: the company refuses, or an answer is not the one that was asked for', async () => {
    company.refuse('access_denied');
    const { end } = await viaCompany();
    company.refuse(null);
    expect([end.pathname, end.searchParams.get('error')]).toEqual(['/api/auth/signin', 'OAuthCallbackError']);
    company.be({ sub: '1', email: 'ana@carreras.test', email_verified: true });
    const [attacker, busy] = [openBrowser(origin), openBrowser(origin)];
    await askCompany(busy);
    for (const victim of [openBrowser(origin), busy]) {
      expect((await comeBack(victim, await askCompany(attacker))).searchParams.get('error')).toBe('OAuthCallbackError');
      expect(await session(victim)).toBeNull();
    }
    const own = await askCompany(attacker);
    expect((await comeBack(attacker, own)).href).toBe(`${origin}/events`);
    expect((await comeBack(attacker, own)).searchParams.get('error')).toBe('OAuthCallbackError');
  });

  test('AccountNotLinkedError: whom the company vouches for has no account here', async () => {
    for (const claims of [
      { email: 'nobody@carreras.test', email_verified: true },
      { email: 'ana@carreras.test', email_verified: false },
      { email: 'baja@carreras.test', email_verified: true },
      { email: 'beto@carreras.test' },
      { email: 'beto@carreras.test', email_verified: 'true' },
      { email: 'beto@carreras.test', email_verified: 1 },
      {},
    ]) {
      company.be({ sub: 'unknown', ...claims });
      const { browser, end } = await viaCompany();
      expect(end.searchParams.get('error')).toBe('AccountNotLinkedError');
      expect(await session(browser)).toBeNull();
    }
  });

  test('AccountNotLinkedError: the account has no identifier in the services', async () => {
    await run('update users set asdeporteid = null where userid = 11');
    const url = await errorOf('beto@carreras.test');
    await run(`update users set asdeporteid = 'ASD-11' where userid = 11`);
    expect(url.searchParams.get('error')).toBe('AccountNotLinkedError');
  });

  test('UnknownError: the library itself cannot go on', async () => {
    const broken = await openSite(database.pool, { company: { issuer: 'http://127.0.0.1:1', ...companyClient } });
    const answer = await postWithToken(openBrowser(broken.origin), `${broken.origin}/api/auth/signin/company`, { json: 'true' });
    expect(new URL(((await answer.json()) as { url: string }).url).searchParams.get('error')).toBe('UnknownError');
    await broken.app.close();
  });

  test.each(signInErrors)('%s has its own words in both languages, on both pages', async (code) => {
    for (const language of ['es', 'en']) {
      expect(words(language)[code]).toMatch(/\S{3,} /);
      for (const path of ['signin', 'error']) {
        const page = await openPage(openBrowser(origin), `${origin}/api/auth/${path}?error=${code}&lng=${language}`);
        expect(wordsOf(page)).toContain(words(language)[code]);
      }
    }
  });

  test('no two of them say the same', () => {
    for (const language of ['es', 'en']) expect(new Set(signInErrors.map((code) => words(language)[code])).size).toBe(10);
  });

  test('a sign-in result carries error, status, ok and a url that is null on error', async () => {
    const browser = openBrowser(origin);
    const client = createSessionClient({
      auth: `${origin}/api/auth`,
      origins: [origin],
      fetch: browser.fetch,
      here: () => `${origin}/events`,
      navigate: () => undefined,
      storage: null,
    });
    await run('alter table auth_credentials rename to auth_credentials_away');
    const refused = await client.signIn('credentials', { email: 'ana@carreras.test', password }, { redirect: false });
    await run('alter table auth_credentials_away rename to auth_credentials');
    expect(refused).toMatchObject({ error: 'MISSING_ADAPTER_METHODS_ERROR', status: 200, ok: false, url: null });
    expect(await client.signIn('credentials', { email: 'ana@carreras.test', password }, { redirect: false })).toMatchObject({
      error: null,
      status: 200,
      ok: true,
      url: `${origin}/events`,
    });
  });

  test('problems of the server carry the number of the request, on the page and in the log; problems of the person do not', async () => {
    await run('alter table auth_credentials rename to auth_credentials_away');
    const url = await errorOf();
    await run('alter table auth_credentials_away rename to auth_credentials');
    const requestId = url.searchParams.get('request');
    expect(requestId).toMatch(/^[\w-]+$/);
    expect(wordsOf(await openPage(openBrowser(origin), url.href))).toContain(`menciona este número: ${requestId}`);
    expect(
      wordsOf(
        await openPage(openBrowser(origin), `${origin}/api/auth/error?error=NO_SECRET&request=${encodeURIComponent('<b>call 555</b>')}`),
      ),
    ).not.toContain('555');
    expect((await signIn(openBrowser(origin), origin, 'ana@carreras.test', 'wrong')).searchParams.has('request')).toBe(false);
  });
});

describe('the provider of a company', () => {
  test('is listed next to passwords, and lets in people who have an account with that e-mail', async () => {
    const providers = (await (await fetch(`${origin}/api/auth/providers`)).json()) as Record<string, { type: string }>;
    expect(Object.entries(providers).map(([id, { type }]) => [id, type])).toEqual([
      ['credentials', 'credentials'],
      ['company', 'oidc'],
    ]);
    await run('delete from auth_identities');
    company.be({ sub: 'anything', email: 'ANA@carreras.test', email_verified: true });
    const { browser, end } = await viaCompany();
    expect(end.href).toBe(`${origin}/events`);
    expect(await session(browser)).toMatchObject({ user: { asdeporteId: 'ASD-10' } });
  });

  test('lets in the same subject from then on, whatever its e-mail there, and no other with that e-mail', async () => {
    await run('delete from auth_identities');
    const enter = async (sub: string, email: string) => {
      company.be({ sub, email, email_verified: true });
      const { browser, end } = await viaCompany();
      return [end.searchParams.get('error'), ((await session(browser)) as { user: { asdeporteId: string } } | null)?.user.asdeporteId];
    };
    expect(await enter('one', 'ana@carreras.test')).toEqual([null, 'ASD-10']);
    expect(await enter('two', 'ana@carreras.test')).toEqual(['AccountNotLinkedError', undefined]);
    expect(await enter('one', 'renamed@company.test')).toEqual([null, 'ASD-10']);
    expect(await enter('one', 'beto@carreras.test')).toEqual([null, 'ASD-10']);
    await run('update users set deleted_at = now() where userid = 10');
    expect(await enter('one', 'ana@carreras.test')).toEqual(['AccountNotLinkedError', undefined]);
    expect(await enter('one', 'beto@carreras.test')).toEqual([null, 'ASD-11']); // who was bound is gone
    await run('update users set deleted_at = null where userid = 10');
    await run('delete from auth_identities');
  });

  test('binds one of two subjects that come with the same e-mail for the first time', async () => {
    await run('delete from auth_identities');
    const identities = createIdentities(database.pool);
    const bound = await Promise.all(['a', 'b', 'c', 'd'].map((sub) => identities.bind('https://accounts.test', sub, 10)));
    expect(bound.filter(Boolean)).toHaveLength(1);
    await run('delete from auth_identities');
  });

  test('is offered on the login page only where it is configured, and the policy lets the form reach it', async () => {
    const response = await fetch(`${origin}/api/auth/signin`);
    expect(response.headers.get('content-security-policy')).toContain(company.issuer);
    expect(await response.text()).toContain('Entrar con la cuenta de tu empresa');
    const plain = await openSite(database.pool);
    expect((await openPage(openBrowser(plain.origin), `${plain.origin}/api/auth/signin`)).html).not.toContain('empresa');
    const page = await openPage(openBrowser(plain.origin), `${plain.origin}/api/auth/callback/company?code=x`);
    expect(new URL(page.url).searchParams.get('error')).toBe('MISSING_NEXTAUTH_API_ROUTE_ERROR');
    await plain.app.close();
  });

  test('unknown providers lead to the sign-in page', async () => {
    const answer = await postWithToken(openBrowser(origin), `${origin}/api/auth/signin/google`, {
      callbackUrl: `${origin}/events`,
      json: 'true',
    });
    expect(new URL(((await answer.json()) as { url: string }).url).pathname).toBe('/api/auth/signin');
  });
});
