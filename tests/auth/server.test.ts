import { describe, expect, test } from 'vitest';
import { type AuthDeps } from '../../server/auth/auth';
import { type Browser, givePasswords, openBrowser, postWithToken, signIn, type TestDatabase } from './support';
import { onSite } from './support/onSite';

let database: TestDatabase, origin: string, deps: AuthDeps;
onSite((site) => {
  ({ database, origin, deps } = site);
});

const session = async (browser: Browser): Promise<unknown> => (await browser.fetch(`${origin}/api/auth/session`)).json();
const signedIn = async (email = 'ana@carreras.test'): Promise<Browser> => {
  const browser = openBrowser(origin);
  const url = await signIn(browser, origin, email);
  expect(url.searchParams.get('error')).toBeNull();
  return browser;
};
const choose = (browser: Browser, organizationid: unknown): Promise<Response> =>
  postWithToken(browser, `${origin}/api/auth/session`, {
    data: { organization: { organizationid }, user: { asdeporteId: 'ASD-1' }, sid: 'x' },
  });

describe('a session', () => {
  test('starts with the right password and shows who it is and the saved organization', async () => {
    expect(await session(await signedIn())).toEqual({
      user: { asdeporteId: 'ASD-10', userid: 10, name: 'Ana Ruiz Soto', email: 'ana@carreras.test', image: null, locale: 'es' },
      organization: { organizationid: 2, name: 'Beta' },
      expires: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('is null without a cookie, and with one that is not ours', async () => {
    expect(await session(openBrowser(origin))).toBeNull();
    expect(await session(openBrowser(origin, new Map([['authjs.session-token', 'abc']])))).toBeNull();
  });

  test('takes any spelling of the e-mail', async () => {
    expect(await session(await signedIn('  ANA@Carreras.TEST '))).toMatchObject({ user: { userid: 10 } });
  });

  test('keeps a chosen organization, for the next sign-in too', async () => {
    const browser = await signedIn();
    expect(await (await choose(browser, 1)).json()).toMatchObject({ organization: { organizationid: 1, name: 'Alfa' } });
    expect(await session(await signedIn())).toMatchObject({ organization: { organizationid: 1 } });
    await choose(browser, 2);
  });

  test.each([3, 99, '1', null, -1, 1.5])('ignores the organization %s, of which nobody here is a member', async (organizationid) => {
    const browser = await signedIn();
    expect(await (await choose(browser, organizationid)).json()).toMatchObject({
      user: { asdeporteId: 'ASD-10' },
      organization: { organizationid: 2 },
    });
  });

  test('loses its organization when the membership ends', async () => {
    const browser = await signedIn('beto@carreras.test');
    await database.pool.query(`update memberships set expires_at = now() where userid = 11`);
    expect(await session(browser)).toMatchObject({ organization: null });
    await database.pool.query(`update memberships set expires_at = null where userid = 11`);
  });

  test('is dead everywhere after signing out, a stolen cookie included', async () => {
    const browser = await signedIn();
    const thief = openBrowser(origin, new Map(browser.cookies));
    const answer = await postWithToken(browser, `${origin}/api/auth/signout`, { json: 'true', callbackUrl: `${origin}/x` });
    expect(await answer.json()).toEqual({ url: `${origin}/x` });
    expect(browser.cookies.has('authjs.session-token')).toBe(false);
    expect(await session(thief)).toBeNull();
    expect((await thief.fetch(`${origin}/api/authenticate`, { method: 'POST' })).status).toBe(401);
  });

  test('is not brought back by a read that answers late, nor is the organization undone', async () => {
    const browser = await signedIn();
    const late = await openBrowser(origin, new Map(browser.cookies)).fetch(`${origin}/api/auth/session`);
    expect(late.headers.getSetCookie().filter((cookie) => cookie.includes('session-token'))).toEqual([]);
    await choose(browser, 1);
    await openBrowser(origin, new Map(browser.cookies)).fetch(`${origin}/api/auth/session`);
    expect(await session(browser)).toMatchObject({ organization: { organizationid: 1 } });
    await choose(browser, 2);
  });

  test('gets a new identity at each sign-in, and the one before on that browser ends', async () => {
    const browser = await signedIn();
    const before = openBrowser(origin, new Map(browser.cookies));
    await signIn(browser, origin, 'ana@carreras.test');
    expect(await session(before)).toBeNull();
    expect(await session(browser)).not.toBeNull();
  });

  test('ends after eight idle hours, and reading it does not count as activity', async () => {
    const browser = await signedIn();
    await database.pool.query(`update auth_sessions set last_active = now() - interval '7 hours' where revoked_at is null`);
    await session(browser);
    const { rows } = await database.pool.query(
      `select count(*)::int as fresh from auth_sessions where revoked_at is null and last_active > now() - interval '1 hour'`,
    );
    expect(rows[0].fresh).toBe(0);
    expect((await browser.fetch(`${origin}/api/authenticate`, { method: 'POST' })).status).toBe(200);
    await database.pool.query(
      `update auth_sessions set last_active = now() - interval '8 hours 1 second' where last_active > now() - interval '1 hour'`,
    );
    expect(await session(browser)).toBeNull();
  });

  test('ends after a day whatever its activity', async () => {
    const browser = await signedIn();
    await database.pool.query('update auth_sessions set expires = now()');
    expect(await session(browser)).toBeNull();
  });

  test('ends when its user is suspended or gets another password', async () => {
    const browser = await signedIn('beto@carreras.test');
    await database.pool.query(`update users set status = 'suspended' where userid = 11`);
    expect(await session(browser)).toBeNull();
    await database.pool.query(`update users set status = 'active' where userid = 11`);
    expect(await session(browser)).not.toBeNull();
    await givePasswords(deps);
    expect(await session(browser)).toBeNull();
  });
});
