import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { demoPassword } from '../../server/demo/demoAccounts';
import { freePort, startServer, type RunningServer } from '../support/startServer';
import { expect, test } from './support/test';

let server: RunningServer | undefined;
let folder: string;
let authOrigin: string;

test.use({ profile: null, baseURL: async ({}, give) => give(server?.url) });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'dorsal-own-origin-'));
  const authPort = await freePort();
  authOrigin = `http://127.0.0.1:${authPort}`;
  server = await startServer({ DATA_DIR: join(folder, 'data'), DEMO_INSCRIPTIONS: '1000', AUTH_PORT: String(authPort) });
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const chosen = (page: Page) => page.getByRole('button', { name: /^Cambiar de organización/ });
const signIn = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(new RegExp(`^${authOrigin}/api/auth/signin\\?`));
  await page.getByLabel('Correo electrónico').fill('organizer@demo.test');
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
};

test('an authentication site on its own origin signs in and leads back to the deep link', async ({ page }) => {
  await page.goto('/events?search=maraton');
  await signIn(page);
  await expect(page).toHaveURL(`${server!.url}/events?search=maraton`);
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
});

test('it keeps a chosen organisation, tells the other tab, and signs both out', async ({ page, context }) => {
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

test('an evil callbackUrl leads to the product', async ({ page }) => {
  await page.goto(`${authOrigin}/api/auth/signin?callbackUrl=${encodeURIComponent('https://evil.test/')}`);
  await signIn(page);
  await expect(page).toHaveURL(`${server!.url}/home`);
});

test('a page of another origin reads no session', async ({ page }) => {
  const answer = await page.request.get(`${authOrigin}/api/auth/session`, { headers: { origin: 'https://evil.test' } });
  expect(answer.headers()['access-control-allow-origin']).toBeUndefined();
  const ours = await page.request.get(`${authOrigin}/api/auth/session`, { headers: { origin: server!.url } });
  expect([ours.headers()['access-control-allow-origin'], ours.headers()['access-control-allow-credentials']]).toEqual([server!.url, 'true']);
});
