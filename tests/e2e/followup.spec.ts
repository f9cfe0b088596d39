import type { Page } from '@playwright/test';
import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: 'organizer', expectedStatuses: [404] });

/** Opens a link from the tab of the first event that is to come, and answers its address. */
const share = async (page: Page, title: string, password?: string): Promise<string> => {
  await page.goto('/home');
  await page.locator('.asd-event a').first().click();
  await page.getByRole('link', { name: 'Enlaces públicos' }).click();
  await expect(page).toHaveURL(/\/events\/\d+\/public-links/);
  await page.getByRole('button', { name: 'Nuevo enlace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nuevo enlace' });
  await dialog.getByLabel('Título').fill(title);
  await dialog.getByLabel('Vence').fill('31/12/2099 10:00');
  await dialog.getByLabel('Vence').press('Tab');
  if (password) await dialog.getByLabel('Contraseña').fill(password);
  await dialog.getByRole('button', { name: 'Nuevo enlace' }).click();
  await expect(dialog.getByText('Copia el enlace ahora')).toBeVisible();
  const address = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  return address;
};

test('an organizer shares figures that anyone who has the link reads without signing in, on a phone, on either ground', async ({
  page,
  browser,
}) => {
  test.slow(); // two people see the page on two grounds
  const title = `Para el patrocinador ${Date.now()}`,
    address = await share(page, title);
  await expect(page.getByText(title)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-MX', colorScheme });
    const guest = await context.newPage();
    const reply = await guest.goto(address);
    expect(reply!.headers()['x-robots-tag']).toContain('noindex');
    await expect(guest.getByRole('heading', { name: 'Por distancia' })).toBeVisible();
    await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    expect(await guest.locator('main').innerText()).not.toMatch(/@/);
    expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findings(guest)).toEqual([]);
    await guest.getByRole('button', { name: 'English' }).click();
    await expect(guest.getByRole('heading', { name: 'By distance' })).toBeVisible();
    await context.close();
  }
  await page.getByRole('row').filter({ hasText: title }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Revocar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revocar' });
  await expect(dialog).toContainText('El enlace deja de abrir de inmediato.'); // it is rehearsed first
  await dialog.getByRole('button', { name: 'Revocar' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Este enlace ya no está vigente' })).toBeVisible();
});

test('a link with a password shows nothing before it', async ({ page, browser }) => {
  const address = await share(page, `Con contraseña ${Date.now()}`, 'corre-libre');
  const context = await browser.newContext({ locale: 'es-MX' });
  const guest = await context.newPage();
  await guest.goto(address);
  await guest.getByLabel('Contraseña').fill('otra');
  await guest.getByRole('button', { name: 'Ver' }).click();
  await expect(guest.getByRole('alert')).toHaveText('La contraseña no es correcta.');
  await expect(guest.getByRole('heading', { name: 'Por distancia' })).toHaveCount(0);
  await guest.getByLabel('Contraseña').fill('corre-libre');
  await guest.getByRole('button', { name: 'Ver' }).click();
  await expect(guest.getByRole('heading', { name: 'Por distancia' })).toBeVisible();
  await context.close();
});
