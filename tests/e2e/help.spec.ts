import { findings } from './support/findings';
import { expect, test } from './support/test';

test('the help says what the page is for and how its work is done, finds other topics, and leads to them', async ({ page }) => {
  await page.goto('/events/1/inscriptions');
  await page.getByRole('button', { name: 'Ayuda', exact: true }).click();
  const help = page.getByRole('dialog', { name: 'Ayuda' });
  await expect(help.getByRole('heading', { name: 'Inscripciones' })).toBeVisible();
  await expect(help).toContainText('Quién está inscrito, qué pagó y qué le falta.');
  expect(await findings(page)).toEqual([]);

  await help.getByRole('searchbox', { name: 'Buscar un tema' }).fill('codigos que bajan');
  await help.getByText('Cupones', { exact: true }).click();
  await help.getByRole('link', { name: 'Abrir' }).click();
  await expect(page).toHaveURL(/\/coupons/);
  await expect(help).toHaveCount(0);
});

test('on a phone the help is in the menu of the person, and leads to the shortcuts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/home');
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('button', { name: 'Ayuda', exact: true }).click();
  const help = page.getByRole('dialog', { name: 'Ayuda' });
  await expect(help.getByRole('heading', { name: 'Inicio' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await help.getByRole('button', { name: 'Atajos del teclado' }).click();
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
});
