import { expect, test } from './support/test';

test.use({ profile: 'super-admin' });

test('a push message is seen on the phone that receives it while it is written, also on a small screen', async ({ page }) => {
  await page.goto('/notifications/create');
  const preview = page.getByRole('complementary', { name: 'Vista previa' });
  await page.locator('[data-field="title"] input').fill('Recoge tu kit');
  await page.locator('[data-field="body"] textarea').fill('Mañana de 10 a 18 h en la expo.');
  await expect(preview.getByText('Recoge tu kit')).toBeVisible();
  await expect(preview.getByText('Mañana de 10 a 18 h en la expo.')).toBeVisible();
  await preview.getByRole('radio', { name: 'Web' }).check();
  await expect(preview.locator('[data-device="web"]')).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('a slide is seen as it is written, before anything is saved', async ({ page }) => {
  await page.goto('/carousels/1/edit');
  const preview = page.getByRole('complementary', { name: 'Vista previa' });
  await expect(preview.getByRole('img').first()).toBeVisible();
  const second = page.locator('.rows-card').nth(1); // of the three, one that is not the first shown
  await second.getByRole('textbox').first().fill('Otra portada');
  await expect(preview.locator('.slide').getByText('Otra portada')).toHaveCount(2);
});
