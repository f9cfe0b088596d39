import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { demoPassword } from '../../server/demoAccounts';
import { launchOptions } from './support/launchOptions';
import { expect, noisyTest as test } from './support/test';
import { patience } from '../support/limits';

const table = (page: Page) => page.getByRole('table');
/** Addresses that the main frame went to. */
const watchTravels = (page: Page): readonly string[] => {
  const travels: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) travels.push(new URL(frame.url()).pathname);
  });
  return travels;
};

test('offline throws nobody out, says what is wrong, and goes on when the connection is back', async ({ page, context }) => {
  await page.goto('/events');
  await expect(table(page)).toBeVisible();
  await context.setOffline(true);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('searchbox', { name: 'Buscar en Eventos' }).fill('maraton');
  await expect(page.getByText('Network error').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/events');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(
    table(page)
      .getByRole('link', { name: /Maratón/ })
      .first(),
  ).toBeVisible();
});

test('a slow session shows the loading screen, and then the page', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/session', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/events');
  await expect(page.locator('main[aria-busy="true"]').getByRole('status')).toHaveText(/Cargando…/);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  release();
  await expect(table(page)).toBeVisible();
});

test('a progress bar without a spinner moves in 500 ms, eased, while a route is on its way', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/locales/es/coupons.json', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/home');
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Cupones', exact: true }).click();
  const bar = page.locator('.asd-progress[data-moving]');
  await expect(bar).toHaveCount(1);
  expect(
    await bar.evaluate((element) => {
      const { transitionDuration, transitionTimingFunction } = getComputedStyle(element);
      return [transitionDuration, transitionTimingFunction, element.children.length];
    }),
  ).toEqual(['0.5s', 'ease', 0]);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Cupones' })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('words that arrive at the third try are words', async ({ page }) => {
  let asked = 0;
  await page.route('**/locales/es/common.json', (route) => ((asked += 1) < 3 ? route.abort('connectionreset') : route.continue()));
  await page.goto('/home');
  await expect(page.getByRole('button', { name: /^Cuenta de/ })).toBeVisible();
  expect(asked).toBe(3);
});

test('words that never arrive leave the message of the specification and a way to reload', async ({ page }) => {
  test.slow(); // the specified tries and their pauses take eleven seconds
  await page.route('**/locales/es/common.json', (route) => route.abort('failed'));
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Lo sentimos, ha habido un error.' })).toBeVisible({ timeout: 20_000 * patience });
  await page.unroute('**/locales/es/common.json');
  await page.getByRole('button').first().click();
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
});

test('words that are nowhere leave the message and a way to reload, never a key', async ({ page }) => {
  await page.route('**/locales/*/coupons.json', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/coupons');
  await expect(page.getByRole('heading', { name: 'Lo sentimos, ha habido un error.' })).toBeVisible();
  await expect(page.getByText(/^coupons\./)).toHaveCount(0);
  await expect(page).not.toHaveTitle(/coupons/);
  await page.unroute('**/locales/*/coupons.json');
  await page.getByRole('button', { name: 'Volver a cargar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cupones' })).toBeVisible();
});

test('an area whose words are nowhere has a readable name in the palette, never a key', async ({ page }) => {
  await page.route('**/locales/*/coupons.json', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/home');
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar o ir a' }).fill('coupons');
  const found = page.getByRole('option');
  await expect(found.filter({ hasText: /^Coupons/ }).first()).toBeVisible();
  await expect(found.filter({ hasText: 'coupons.' })).toHaveCount(0);
});

test('a menu whose words are nowhere has readable names, never keys', async ({ page }) => {
  await page.route('**/locales/*/menu.json', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/home');
  const places = page.locator('.asd-menu-places');
  await expect(places.getByRole('link', { name: 'Coupons', exact: true })).toBeVisible();
  await expect(places.getByText(/^[a-z]\w*(\.\w+)+$/)).toHaveCount(0);
});

test('a page that breaks is replaced by the message, with a report id that can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/home');
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
  await page.route('**/assets/ListView*.js', (route) => route.abort('failed'));
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Cupones', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Lo sentimos, ha habido un error.' })).toBeVisible();
  const id = await page.locator('code').textContent();
  expect(id).toMatch(/^[0-9a-f]{8}$/);
  await page.getByRole('button', { name: 'Copiar' }).click();
  await expect(page.locator('.asd-notification-topRight').getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await page.unroute('**/assets/ListView*.js');
  await page.getByRole('button', { name: 'Volver a cargar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cupones' })).toBeVisible();
});

test('organizations that cannot be read are swallowed: nothing is shown, and nobody is asked to found one', async ({ page }) => {
  await page.route('**/v2/organization/_/graphql', (route) =>
    route.request().postData()?.includes('organizationsByUser') ? route.abort('failed') : route.continue(),
  );
  await page.goto('/home');
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/home');
});

test('a session that cannot be read at first is an empty one, and the good cookie brings the person back', async ({ page }) => {
  let asked = 0;
  await page.route('**/api/auth/session', (route) => ((asked += 1) === 1 ? route.abort('failed') : route.continue()));
  await page.goto('/events');
  await expect(table(page)).toBeVisible();
  expect(asked).toBeGreaterThan(1);
});

test('a session that can never be read ends on a page that says so, not in a circle', async ({ page }) => {
  const travels = watchTravels(page);
  await page.route('**/api/auth/session', (route) => route.abort('failed'));
  await page.goto('/events');
  await expect(page.getByRole('heading', { name: 'No pudimos comprobar tu sesión' })).toBeVisible({ timeout: 10_000 * patience }); // the product is opened, left for the site, and opened again
  expect(travels.length).toBeLessThan(10);
});

/** A Chromium that reads the settings of a profile: its shell does not. */
const profiled = process.env['CHROMIUM_PROFILED_PATH'];
test('a browser that blocks cookies gets a message, and is never redirected in circles', async ({ server }) => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-blocked-'));
  mkdirSync(join(folder, 'Default'));
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    ...(profiled && { executablePath: profiled }),
    baseURL: server.url,
    locale: 'es-MX',
  });
  try {
    const page = await context.newPage();
    const travels = watchTravels(page);
    await page.goto('/events');
    await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=SessionRequired/);
    await page.getByLabel('Correo electrónico').fill('organizer@demo.test');
    await page.getByLabel('Contraseña').fill(demoPassword);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Tu navegador no guarda la sesión. Permite las cookies de este sitio e inténtalo de nuevo.',
    );
    expect(await context.cookies()).toEqual([]);
    expect(travels.length).toBeLessThan(10);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
