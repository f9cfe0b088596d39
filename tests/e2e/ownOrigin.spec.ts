import type { Page } from '@playwright/test';
import { demoPassword } from '../../server/demoAccounts';
import { freePort } from '../support/startServer';
import { openPlainPage } from './support/openPlainPage';
import { ownServer } from './support/ownServer';
import { expect, test } from './support/test';

let authOrigin: string;
test.use({ profile: null, expectedStatuses: [401] }); // what a page still asks when its session ends
const server = ownServer(async () => {
  const port = await freePort();
  authOrigin = `http://127.0.0.1:${port}`;
  return { AUTH_PORT: String(port) };
});

const chosen = (page: Page) => page.getByRole('button', { name: /^Cambiar de organización/ });
const signIn = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(new RegExp(`^${authOrigin}/api/auth/signin\\?`));
  await page.getByLabel('Correo electrónico').fill('organizer@demo.test');
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
};

test('one process serves both from two ports with one embedded database', async () => {
  expect(server().stdout()).toContain(`sign in ${authOrigin}/api/auth/signin`);
  expect(await (await fetch(`${authOrigin}/api/auth/session`)).json()).toBeNull();
  expect((await fetch(`${server().url}/api/auth/session`)).status).toBe(404);
  expect(await (await fetch(`${server().url}/config.js`)).text()).toContain(`"auth":"${authOrigin}/api/auth"`);
});

test('an authentication site on its own origin signs in and leads back to the deep link', async ({ page }) => {
  await page.goto('/events?search=maraton');
  await signIn(page);
  await expect(page).toHaveURL(`${server().url}/events?search=maraton`);
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
});

test('it hands out the tokens that the pages ask with, and its own page signs out', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/events');
  await signIn(page);
  await expect(page.getByRole('region', { name: 'Eventos' }).getByRole('link').first()).toBeVisible();
  expect(asked).toContain(`${authOrigin}/api/authenticate`);
  await page.goto(`${authOrigin}/api/auth/signout?lng=es`);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.goto('/events');
  await expect(page).toHaveURL(new RegExp(`^${authOrigin}/api/auth/signin`));
});

test('it keeps a chosen organization, tells the other tab, and signs both out', async ({ page, context }) => {
  await page.goto('/home');
  await signIn(page);
  const tab = await context.newPage();
  await tab.goto('/home');
  await expect(chosen(tab)).toHaveText('Kilómetro Cero Eventos');
  await chosen(page).click();
  await page.getByRole('button', { name: 'Triatlones del Caribe' }).click();
  await expect(chosen(tab)).toHaveText('Triatlones del Caribe');
  await page.getByRole('button', { name: /^Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  for (const each of [page, tab]) await expect(each).toHaveURL(new RegExp(`^${authOrigin}/api/auth/signin`));
});

// tests/auth/security.test.ts tries every other address on the server.
test('an evil callbackUrl leads to the product', async ({ page }) => {
  await page.goto(`${authOrigin}/api/auth/signin?callbackUrl=${encodeURIComponent('https://evil.test/')}`);
  await signIn(page);
  await expect(page).toHaveURL(`${server().url}/home`);
});

test('a page of another origin cannot read the session of a person who is signed in, nor act for them', async ({ page, context }) => {
  await page.goto('/home');
  await signIn(page);
  await expect(chosen(page)).toBeVisible();
  const stranger = await openPlainPage();
  try {
    const evil = await context.newPage();
    await evil.goto(stranger.url);
    const ask = (path: string, method: string) =>
      evil.evaluate(
        async ([address, verb]) =>
          fetch(address!, { method: verb!, credentials: 'include' }).then(
            (answer) => answer.text(),
            () => 'blocked',
          ),
        [`${authOrigin}${path}`, method],
      );
    expect(await ask('/api/auth/session', 'GET')).toBe('blocked');
    expect(await ask('/api/authenticate', 'POST')).toBe('blocked');
    expect(await ask('/api/auth/signout', 'POST')).toBe('blocked');
    await page.reload();
    await expect(chosen(page)).toBeVisible();
    const own = await page.evaluate(
      async (address) => fetch(address, { credentials: 'include' }).then((answer) => answer.json()),
      `${authOrigin}/api/auth/session`,
    );
    expect(own).toMatchObject({ user: { email: 'organizer@demo.test' } });
  } finally {
    await stranger.close();
  }
});

test('its cookies are its own: no script reads them, no other host gets them, no foreign form sends them', async ({ page, context }) => {
  await page.goto('/home');
  await signIn(page);
  await expect(chosen(page)).toBeVisible();
  const cookies = await context.cookies(authOrigin);
  expect(cookies.some(({ name }) => name.endsWith('session-token'))).toBe(true);
  for (const { httpOnly, sameSite, domain, path } of cookies)
    expect({ httpOnly, sameSite, domain, path }).toEqual({ httpOnly: true, sameSite: 'Lax', domain: '127.0.0.1', path: '/' });
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('only the product may be answered to: exact headers, and none for anybody else', async ({ page }) => {
  const headersFor = async (origin: string) =>
    (await page.request.get(`${authOrigin}/api/auth/session`, { headers: { origin } })).headers();
  for (const origin of ['https://evil.test', 'null', `${server().url}.evil.test`, server().url.replace('http:', 'https:')])
    expect((await headersFor(origin))['access-control-allow-origin'], origin).toBeUndefined();
  const ours = await headersFor(server().url);
  expect([ours['access-control-allow-origin'], ours['access-control-allow-credentials'], /\bOrigin\b/i.test(ours['vary'] ?? '')]).toEqual([
    server().url,
    'true',
    true,
  ]);
});
