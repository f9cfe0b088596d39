import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: 'super-admin' });

test('a carousel shows what the public sees at a moment, wide and on a phone, with its schedule', async ({ page }) => {
  await page.goto('/carousels/1');
  const preview = page.getByRole('region', { name: 'Vista previa' });
  await expect(preview.getByRole('img')).toHaveCount(2);
  await expect(preview.getByRole('list', { name: 'Calendario de láminas' }).getByRole('listitem')).toHaveCount(3);
  await expect(preview.getByText('1 de 2')).toBeVisible();
  await preview.getByRole('button', { name: 'Lámina siguiente' }).click();
  await expect(preview.getByRole('img').first()).toHaveAttribute('alt', 'Bahía y camino junto al mar');
  expect(await findings(page, { only: '.carousel-preview' })).toEqual([]);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env['SHOTS']) await preview.screenshot({ path: `${process.env['SHOTS']}/carousel-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await preview.getByLabel('Cómo se ve el').fill('2020-01-01T10:00');
  await expect(preview.getByText('1 de')).toHaveCount(0);
});
