import type { Page } from '@playwright/test';
import { findings } from './support/findings';
import { apiOfPage, begin, expect, test } from './support/registration';

test.use({ profile: 'super-admin' });
const look = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};

test('the standings of a serial: computed, published, and read by anybody, line by line', async ({ page }) => {
  await page.goto('/home');
  const api = await apiOfPage(page);
  const [ranking] = await api.find('/v2/general/serial_rankings', { status: 'published' });
  const { serialid } = await api.get(`/v2/general/serial_rankings/${ranking!['serial_rankingid']}`);
  const { slug, name } = await api.get(`/v2/general/serials/${serialid}`);
  await page.goto(`/serials/${serialid}`);
  await expect(page.getByRole('link', { name: 'Página pública de la clasificación' })).toHaveAttribute('href', `/s/${slug}?lang=es`);
  await expect(page.getByRole('tab', { name: /^Clasificaciones/ })).toBeVisible();
  const computing = await begin(page, 'Calcular clasificación');
  await computing.getByRole('button', { name: 'Calcular clasificación' }).click();
  await look(page, 'serial-record');
  await page.goto(`/serial_rankings/${ranking!['serial_rankingid']}`);
  await expect(page.getByRole('article')).toContainText('Publicada');
  await look(page, 'ranking-record');

  await page.goto(`/s/${slug}?lang=es`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name['es']);
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText('1');
  expect(await findings(page)).toEqual([]);
  await look(page, 'series-public');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findings(page)).toEqual([]);
  const who = (await rows.nth(1).getByRole('link').innerText()).trim();
  await rows.nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(who);
  expect(await findings(page)).toEqual([]);
  await look(page, 'series-line-dark');
  await page.goto(`/s/${slug}?lang=en`);
  await page.getByRole('searchbox', { name: 'Name' }).fill(who);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('row', { name: new RegExp(who) }).first()).toBeVisible();
});
