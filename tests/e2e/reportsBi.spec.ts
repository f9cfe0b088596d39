import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: 'national-admin' });

const wholeOf = { es: 'Ritmo de venta', en: 'Pace of sales' } as const;
for (const language of ['es', 'en'] as const) {
  test.describe(language, () => {
    test.beforeEach(({ page }) => page.addInitScript((lang) => localStorage.setItem('dorsal.lang', lang), language));
    test('the charts say what they count, lead to the lists that explain it and pass axe', async ({ page }) => {
      await page.goto('/reports-bi?from=2000-01-01&to=2099-12-31');
      await expect(page.locator('.bi-panel')).toHaveCount(8);
      await expect(page.locator('[aria-busy=true], .asd-skeleton')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: wholeOf[language] })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      const links = page.locator(
        '.bi-panel[data-chart=channels] td a, .bi-panel[data-chart=geography] td a, .bi-lead [href*=inscriptions]',
      );
      expect(await links.count()).toBeGreaterThan(4);
      for (const { href, value } of await links.evaluateAll((all) =>
        [all[0]!, all[1]!, all.at(-1)!].map((link) => ({ href: link.getAttribute('href')!, value: link.textContent!.trim() })),
      )) {
        await page.goto(href);
        await expect(page.locator('.list-range').first()).toContainText(value);
      }
    });
  });
}

test('a chart is a file, and what is asked stays in the address', async ({ page }) => {
  await page.goto('/reports-bi?from=2000-01-01&to=2099-12-31');
  await expect(page.locator('.bi-panel')).toHaveCount(8);
  await expect(page.locator('[aria-busy=true], .asd-skeleton')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar CSV: Canales' }).click();
  expect((await download).suggestedFilename()).toBe('Reportes de negocio Canales.csv');
  await page.getByLabel('Región').selectOption('centro');
  const compare = page.getByRole('checkbox', { name: 'Comparar con la edición anterior' });
  await compare.click();
  await expect(compare).not.toBeChecked();
  await expect(page).toHaveURL(/region=centro&compare=false$/);
  await page.reload();
  await expect(page.getByLabel('Región')).toHaveValue('centro');
  await expect(page.locator('.bi-panel[data-chart=channels] thead th')).toHaveCount(3);
});

test.describe('without the key', () => {
  test.use({ profile: 'customer-support' });
  test('the page is forbidden', async ({ page }) => {
    await page.goto('/reports-bi');
    await expect(page.getByRole('heading', { name: 'No tienes permiso para ver esta página' })).toBeVisible();
  });
});
