import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

const languages = ['es', 'en'] as const;
const screens = [
  ['home', '/home'], ['list', '/events'], ['list in a workspace', '/events/1/inscriptions'], ['record', '/events/1'], ['record in a workspace', '/events/1/coupons/1'],
  ['create form', '/coupons/create'], ['edit form', '/events/1/edit'], ['record that is not there', '/events/999999'], ['page that is not there', '/no-such-page'], ['page without key', '/web_users'],
] as const;

/** What axe finds, in one line each, so that a failure says where to look. */
const findings = async (page: Page): Promise<readonly string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
};
const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle'); // a record that is not there has a heading before it is known to be missing, and another after
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"], .asd-skeleton')).toHaveCount(0);
  await page.waitForFunction(() => document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity)); // half faded in has no contrast
};

for (const language of languages) {
  test.describe(`axe, ${language}`, () => {
    test.beforeEach(({ context }) => context.addInitScript((lang) => localStorage.setItem('dorsal.lang', lang), language));
    for (const [name, path] of screens) {
      test(`finds nothing on the ${name}`, async ({ page }) => {
        await page.goto(path);
        await settled(page);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        expect(await findings(page)).toEqual([]);
      });
    }
    test('finds nothing on a phone and in the dark', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await page.goto('/events/1/inscriptions');
      await settled(page);
      await expect(page.getByRole('region', { name: language === 'es' ? 'Inscripciones' : 'Registrations' }).getByRole('link').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out at the side').toBeLessThanOrEqual(360);
      expect(await findings(page)).toEqual([]);
    });
  });

  test.describe(`axe, ${language}, nobody`, () => {
    test.use({ profile: null });
    test('finds nothing on the pages of the authentication site', async ({ page }) => {
      for (const path of ['signin', 'signin?error=CredentialsSignin', 'error?error=Configuration']) {
        await page.goto(`/api/auth/${path}${path.includes('?') ? '&' : '?'}lng=${language}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await findings(page)).toEqual([]);
      }
    });
  });
}

/** What opens over or beside a screen: how it is opened, and what then stands there. */
const openings: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<void>])[] = [
  ['palette', '/home', async (page) => { await page.keyboard.press('Control+k'); await expect(page.getByRole('dialog')).toBeVisible(); await expect(page.getByRole('option').first()).toBeVisible(); }],
  ['help on shortcuts', '/home', async (page) => { await page.keyboard.press('?'); await expect(page.getByRole('dialog')).toBeVisible(); }],
  ['side panel', '/events/1/inscriptions', async (page) => { await page.locator('[data-row-link]').first().click(); await expect(page.getByRole('complementary').filter({ has: page.getByRole('heading') }).first()).toBeVisible(); }],
  ['action dialog', '/events/1/inscriptions', async (page) => {
    await page.getByRole('checkbox', { name: /^Seleccionar (?!las)/ }).first().check();
    await page.getByRole('region', { name: 'Acciones sobre la selección' }).getByRole('button', { name: 'Actualizar comentario' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }],
  ['filter builder', '/events/1/inscriptions', async (page) => { await page.getByRole('button', { name: 'Filtrar' }).click(); await expect(page.getByLabel('Buscar un campo')).toBeFocused(); }],
  ['saved views', '/events/1/inscriptions', async (page) => { await page.locator('.list-views-button').click(); await expect(page.getByRole('button', { name: 'Vista estándar' })).toBeVisible(); }],
  ['record with its history', '/events/1/coupons/1', async (page) => { await expect(page.getByRole('complementary', { name: 'Historial' }).or(page.getByRole('region', { name: 'Historial' })).first()).toBeVisible(); }],
];
/** The screens that people look at all day. */
const daily = [['home', '/home'], ['list of registrations', '/events/1/inscriptions'], ['workspace of an event', '/events/1'], ['form of an event', '/events/1/edit']] as const;

test('no screen of every day sticks out at the side at 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [name, path] of daily) {
    await page.goto(path);
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(360);
  }
});

for (const ground of ['light', 'dark'] as const) {
  test.describe(`axe, ${ground}`, () => {
    test.use({ colorScheme: ground });
    for (const [name, path] of daily) {
      test(`finds nothing on the ${name}`, async ({ page }) => {
        await page.goto(path);
        await settled(page);
        expect(await findings(page)).toEqual([]);
      });
    }
    for (const [name, path, open] of openings) {
      test(`finds nothing on the ${name}, open`, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto(path);
        await settled(page);
        await open(page);
        await expect(page.locator('[aria-busy="true"], .asd-skeleton')).toHaveCount(0);
        await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
        expect(await findings(page)).toEqual([]);
      });
    }
  });
  test.describe(`axe, ${ground}, nobody`, () => {
    test.use({ profile: null, colorScheme: ground });
    test('finds nothing on the page to sign in', async ({ page }) => {
      await page.goto('/api/auth/signin');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });
}
