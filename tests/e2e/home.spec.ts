import { expect, test } from './support/test';

const numberIn = (text: string): number => Number(text.replace(/\D/g, ''));

test.use({ profile: 'super-admin' });

test('every figure of the home page is the total of the list that it leads to', async ({ page }) => {
  await page.goto('/home');
  const links = page.locator('[data-figure]');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await links.count()).toBeGreaterThan(6);
  const figures = await links.evaluateAll((all) => all.map((link) => ({ key: link.getAttribute('data-figure'), href: link.getAttribute('href')!, value: link.querySelector('strong')!.textContent ?? '' })));
  for (const { key, href, value } of figures) {
    await page.goto(href);
    await expect(page.locator('.list-range').first(), key ?? '').toContainText(value);
  }
  expect(figures.map(({ value }) => numberIn(value)).some((value) => value > 0)).toBe(true);
});

test('a region narrows the figures, and stays in the address', async ({ page }) => {
  await page.goto('/home');
  const whole = page.locator('[data-figure=registered] strong');
  await expect(whole).toBeVisible();
  const all = numberIn(await whole.innerText());
  await page.getByLabel('Región').selectOption('centro');
  await expect(page).toHaveURL(/region=centro/);
  await expect.poll(async () => numberIn(await whole.innerText())).toBeLessThan(all);
});
