import { expect, test } from './support/test';

test.use({ profile: 'organizer' });

test('the waves of a distance are on its page, and a new one belongs to it from the start', async ({ page }) => {
  await page.goto('/events/1/distances');
  const href = await page.getByRole('link', { name: 'Medio maratón', exact: true }).getAttribute('href');
  expect(href).toMatch(/^\/events\/1\/distances\/\d+$/);
  await page.goto(href!);
  const tab = page.getByRole('tab', { name: /^Bloques de salida \d/ });
  const name = `Bloque ${Date.now()}`,
    before = Number((await tab.innerText()).replace(/\D/g, ''));
  await tab.click();
  await page.getByRole('link', { name: 'Nuevo bloque' }).first().click();
  await expect(page).toHaveURL(/\/events\/1\/waves\/create$/);
  await expect(page.locator('form').getByText('Medio maratón', { exact: true }).first()).toBeVisible();
  await page.getByLabel(/^Nombre/).fill(name);
  await page.getByLabel(/^Salida/).fill('10/01/2027 07:30');
  await page.getByLabel(/^Salida/).press('Tab');
  await page.getByRole('button', { name: 'Crear', exact: true }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.goto(href!);
  await expect(tab).toHaveText(`Bloques de salida ${before + 1}`);
  await tab.click();
  await expect(page.getByRole('link', { name })).toBeVisible();
});
