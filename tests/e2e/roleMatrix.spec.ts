import type { Page } from '@playwright/test';
import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: 'organizer' });

const cell = (page: Page, role: string, column: string) => page.getByRole('button', { name: new RegExp(`^${role}, ${column}: `) });
const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/roles-${name}.png` });
};

test('an organizer makes a profile of their own from one of the system, changes it by keyboard, and it stays', async ({ page }) => {
  await page.goto('/roles');
  await expect(cell(page, 'Eventos', 'Entrega de kits')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Guardar «Entrega de kits» como perfil nuevo' }).click();
  await expect(page).toHaveURL(/\/profiles\/create$/);
  const slug = `mesa-${Date.now()}`;
  await page.locator('[data-field="name"] input').first().fill(`Mesa ${slug}`);
  await expect(page.locator('[data-field="slug"] input')).toHaveValue(`mesa-${slug}`); // filled in from the name
  await page.getByRole('button', { name: 'Crear', exact: true }).click();
  await expect(page).toHaveURL(/\/profiles\/\d+$/);

  await page.goto('/roles');
  await page.getByPlaceholder('Buscar un permiso').fill('event-');
  const coupons = cell(page, 'Cupones', `Mesa ${slug}`);
  await expect(coupons).toHaveText('–');
  await coupons.focus();
  await page.keyboard.press('v');
  await expect(coupons).toHaveText('Ver');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: '2 permisos sin guardar' })).toBeVisible();
  await shot(page, 'ticked');
  expect(await findings(page, { only: '.matrix-page' })).toEqual([]);
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Se guardaron 2 permisos.')).toBeVisible();
  await page.reload();
  await expect(cell(page, 'Cupones', `Mesa ${slug}`)).toHaveText('Ver');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Columna a la vista').selectOption({ label: `Mesa ${slug}` });
  await expect(cell(page, 'Cupones', 'Organizador')).toBeHidden();
  await expect(cell(page, 'Cupones', `Mesa ${slug}`)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, 'phone');
});

test('one profile is made from another and a third from that, all inputs there each time, on a connection that takes its time', async ({
  page,
}) => {
  test.slow(); // every part of the client takes 700 ms to come, on purpose
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((wait) => setTimeout(wait, 700));
    await route.continue();
  });
  await page.goto('/roles');
  let from = 'Entrega de kits';
  for (const turn of ['a', 'b', 'c']) {
    const slug = `turno-${turn}-${Date.now()}`,
      isOwn = turn !== 'a';
    await expect(cell(page, 'Cupones', from)).toBeVisible();
    if (isOwn) {
      const before = await cell(page, 'Cupones', from).textContent();
      await cell(page, 'Cupones', from).click();
      await expect(cell(page, 'Cupones', from)).not.toHaveText(before!);
    }
    await page.getByRole('button', { name: `Guardar «${from}» como perfil nuevo` }).click();
    await expect(page).toHaveURL(/\/profiles\/create$/);
    await page.locator('[data-field="name"] input').first().fill(slug);
    await expect(page.locator('[data-field="slug"] input')).toHaveValue(slug); // filled in from the name
    await expect(page.locator('.input-loading')).toHaveCount(0);
    await page.getByRole('button', { name: 'Crear', exact: true }).click();
    await expect(page).toHaveURL(/\/profiles\/\d+$/);
    from = slug;
    await page.locator('a[href="/roles"]').first().click();
  }
  await expect(cell(page, 'Cupones', from)).toHaveText('Editar'); // nothing, then the first press, then the second
});
