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
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"], .asd-skeleton')).toHaveCount(0);
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
