import { expect, test } from 'vitest';
import { openBrowser, openSite, signIn } from './support';
import { onSite, type Site } from './support/onSite';

let site: Site;
onSite((opened) => {
  site = opened;
});

test('two sites on one host name, each with cookies of its own, keep one browser signed in to both', async () => {
  const other = await openSite(site.database.pool, { cookieSuffix: '-5174' });
  try {
    const cookies = new Map<string, string>();
    const here = openBrowser(site.origin, cookies),
      there = openBrowser(other.origin, cookies);
    await signIn(here, site.origin, 'ana@carreras.test');
    await signIn(there, other.origin, 'beto@carreras.test');
    const whoIs = async (browser: typeof here, origin: string): Promise<unknown> =>
      (await browser.fetch(`${origin}/api/auth/session`)).json();
    expect(await whoIs(here, site.origin)).toMatchObject({ user: { email: 'ana@carreras.test' } });
    expect(await whoIs(there, other.origin)).toMatchObject({ user: { email: 'beto@carreras.test' } });
    expect([...cookies.keys()]).toEqual(expect.arrayContaining(['authjs.session-token', 'authjs.session-token-5174']));
  } finally {
    await other.app.close();
  }
});
