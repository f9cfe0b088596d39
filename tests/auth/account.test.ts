import { beforeEach, describe, expect, test } from 'vitest';
import type { AuthDeps } from '../../server/auth/auth';
import { sessionId } from '../../server/auth/sessions';
import { type Browser, givePasswords, openBrowser, password, signIn, type TestDatabase } from './support';
import { onSite } from './support/onSite';
import { openPage, submitForm, wordsOf } from './support/forms';

let database: TestDatabase, origin: string, deps: AuthDeps;
onSite((site) => {
  ({ database, origin, deps } = site);
});
beforeEach(() => database.pool.query('delete from auth_limits'));

const signedIn = async (email = 'ana@carreras.test'): Promise<Browser> => {
  const browser = openBrowser(origin);
  expect((await signIn(browser, origin, email)).searchParams.get('error')).toBeNull();
  return browser;
};
const session = async (browser: Browser): Promise<unknown> => (await browser.fetch(`${origin}/api/auth/session`)).json();
const account = (browser: Browser) => openPage(browser, `${origin}/api/auth/account?lng=en`);

describe("the page of one's own account", () => {
  test('asks to sign in, and is where one comes back to', async () => {
    const browser = openBrowser(origin);
    const login = await account(browser);
    expect(new URL(login.url).pathname).toBe('/api/auth/signin');
    const page = await submitForm(browser, login, '/callback/credentials', { email: 'ana@carreras.test', password });
    expect(new URL(page.url).pathname).toBe('/api/auth/account');
    expect(wordsOf(page)).toContain('ana@carreras.test');
  });

  test('lists the sessions of its owner and of nobody else, without anything that could be used as a cookie', async () => {
    await database.pool.query('delete from auth_sessions');
    const here = await signedIn();
    await signedIn();
    await signedIn('beto@carreras.test');
    const page = await account(here);
    expect(page.html.match(/<li><div>/g)).toHaveLength(2);
    const { rows } = await database.pool.query<{ sid: string }>('select sid from auth_sessions');
    for (const { sid } of rows) expect(page.html).not.toContain(sid);
  });

  test('ends one other session, and never one of somebody else', async () => {
    await database.pool.query('delete from auth_sessions');
    const [here, other, stranger] = [await signedIn(), await signedIn(), await signedIn('beto@carreras.test')];
    const { rows } = await database.pool.query<{ sid: string; userid: number | string }>('select sid, userid from auth_sessions');
    const page = await account(here);
    for (const { sid, userid } of rows) {
      if (Number(userid) === 11)
        await submitForm(
          here,
          { ...page, html: page.html.replace(/name="id" value="[^"]*"/, `name="id" value="${sessionId(sid)}"`) },
          '/account/sessions/end',
          { id: sessionId(sid) },
        );
    }
    expect(await session(stranger)).not.toBeNull();
    const ended = await submitForm(here, page, '/account/sessions/end');
    expect(wordsOf(ended)).toContain('Done: those sessions are closed.');
    expect([await session(here), await session(other)]).toEqual([expect.objectContaining({ user: expect.anything() }), null]);
  });

  test('signs out everywhere, here too, tokens included', async () => {
    const [here, other] = [await signedIn(), await signedIn()];
    await submitForm(here, await account(here), '/account/sessions/end-all');
    for (const browser of [here, other]) {
      expect(await session(browser)).toBeNull();
      expect((await browser.fetch(`${origin}/api/authenticate`, { method: 'POST' })).status).toBe(401);
    }
  });

  test('changes the password of who knows the present one, and ends every session', async () => {
    const [here, other] = [await signedIn(), await signedIn()];
    const page = await openPage(here, `${origin}/api/auth/account/password?lng=en`);
    const fresh = 'una frase distinta y larga';
    expect(wordsOf(await submitForm(here, page, '/account/password', { password: 'wrong', fresh, again: fresh }))).toContain(
      'The password or the code is not right.',
    );
    expect(wordsOf(await submitForm(here, page, '/account/password', { password, fresh, again: 'another' }))).toContain(
      'The two passwords are not the same.',
    );
    expect(await session(other)).not.toBeNull();
    expect(wordsOf(await submitForm(here, page, '/account/password', { password, fresh, again: fresh }))).toContain(
      'Your password is saved.',
    );
    expect([await session(here), await session(other)]).toEqual([null, null]);
    expect((await signIn(openBrowser(origin), origin, 'ana@carreras.test', fresh)).searchParams.get('error')).toBeNull();
    await givePasswords(deps);
  });

  test('lets nobody guess the password of an open session more than five times', async () => {
    const here = await signedIn();
    const page = await openPage(here, `${origin}/api/auth/account/password?lng=en`);
    const fresh = 'una frase distinta y larga';
    for (let guess = 0; guess < 5; guess += 1)
      await submitForm(here, page, '/account/password', { password: `wrong ${guess}`, fresh, again: fresh });
    expect(wordsOf(await submitForm(here, page, '/account/password', { password, fresh, again: fresh }))).toContain(
      'There were too many attempts.',
    );
    expect(await session(here)).not.toBeNull();
  });

  test.each(['sessions/end-all', 'sessions/end', 'second-factor/start', 'second-factor', 'second-factor/change', 'password'])(
    'posting to %s takes the token of this very session and an allowed origin',
    async (path) => {
      const [here, other] = [await signedIn(), await signedIn('beto@carreras.test')];
      const token = /name="token" value="([^"]*)"/.exec((await account(other)).html)![1]!;
      const fresh = 'una frase distinta y larga';
      const send = (sent: Readonly<Record<string, string>>, from = origin) =>
        here.fetch(`${origin}/api/auth/account/${path}`, {
          method: 'POST',
          headers: { origin: from, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ password, fresh, again: fresh, ...sent }),
        });
      for (const sent of [{}, { token: '' }, { token }] as const)
        expect((await send({ ...sent })).headers.get('location')).toContain('error=MissingCSRF');
      const own = /name="token" value="([^"]*)"/.exec((await account(here)).html)![1]!;
      expect((await send({ token: own }, 'https://evil.test')).status).toBe(403);
      expect(await session(here)).not.toBeNull();
      const { rows } = await database.pool.query('select 1 from auth_second_factors where userid = 10');
      expect(rows).toEqual([]);
    },
  );
});
