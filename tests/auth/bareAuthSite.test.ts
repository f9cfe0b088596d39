import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessionClient } from '@/providers/session/sessionClient';
import { openBrowser } from './support';
import { type BareAuthSite, barePerson, openBareAuthSite } from './support/bareAuthSite';

const page = 'http://127.0.0.1:4999';
let site: BareAuthSite;
beforeAll(async () => {
  site = await openBareAuthSite({ appOrigins: [page] });
});
afterAll(() => site.close());

const openClient = (browser = openBrowser(page)) => ({
  browser,
  client: createSessionClient({
    auth: site.auth,
    origins: [page],
    fetch: browser.fetch,
    here: () => `${page}/events`,
    navigate: () => undefined,
    storage: null,
  }),
});
const { email, password } = barePerson;

describe('an outside site that is nothing but @auth/core', () => {
  test('signs in, keeps a chosen organization, hands out a token and signs out', async () => {
    const { browser, client } = openClient();
    expect(await client.getSession()).toBeNull();
    expect(await client.signIn('credentials', { email, password }, { redirect: false })).toEqual({
      ok: true,
      error: null,
      code: null,
      status: 200,
      url: `${page}/events`,
    });
    expect(await client.getSession()).toMatchObject({ user: { asdeporteId: 'EXT-1' }, organization: { organizationid: 1 } });
    expect(await client.update({ organization: { organizationid: 2 } })).toMatchObject({ accepted: true });
    const token = await browser.fetch(`${site.origin}/api/authenticate`, { method: 'POST' });
    expect([token.status, await token.text()]).toEqual([200, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)]);
    expect(await client.signOut({ redirect: false })).toMatchObject({ ok: true });
    expect((await browser.fetch(`${site.origin}/api/authenticate`, { method: 'POST' })).status).toBe(401);
  });

  test('refuses a wrong password with an error and no address', async () => {
    const { client } = openClient();
    expect(await client.signIn('credentials', { email, password: 'no' }, { redirect: false })).toMatchObject({
      ok: false,
      error: 'CredentialsSignin',
      url: null,
    });
  });

  test('names the origins that it knows and no other, and fails when the test asks for it', async () => {
    const from = (origin: string) =>
      fetch(`${site.auth}/session`, { headers: { origin } }).then((answer) => answer.headers.get('access-control-allow-origin'));
    expect([await from(page), await from('https://evil.test')]).toEqual([page, null]);
    site.fail(503);
    expect((await fetch(`${site.auth}/session`)).status).toBe(503);
    site.fail(null);
    expect((await fetch(`${site.auth}/session`)).status).toBe(200);
  });
});
