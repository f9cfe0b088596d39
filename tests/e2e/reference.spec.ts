import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: null });

test('is read without signing in, by keyboard, on either ground and on a phone, and passes axe', async ({ page }) => {
  await page.goto('/docs?lng=es');
  await page.getByRole('region', { name: '/v2/inscription' }).getByRole('link', { name: 'Inscripciones', exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/docs\/inscription\/inscriptions/);
  await expect(page.getByRole('heading', { level: 1, name: 'Inscripciones' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'GET /v2/inscription/inscriptions', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registrations');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/docs', '/docs/event/waves', '/docs/event/graphql']) {
      await page.goto(path);
      expect(await findings(page), `${path} ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/docs', '/docs/event/waves', '/docs/event/graphql']) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
});
