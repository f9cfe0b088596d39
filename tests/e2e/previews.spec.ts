import { choose } from './support/registration';
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

test('what a person will see follows their profile and further keys while the invitation is written', async ({ page }) => {
  await page.goto('/memberships/create');
  const preview = page.getByRole('complementary', { name: 'Vista previa' }).getByRole('region', { name: 'Qué verá esta persona' });
  await expect(preview.getByRole('table', { name: 'Empresa' })).toBeVisible(); // what everybody sees
  await expect(preview.getByRole('table', { name: 'Eventos' })).toHaveCount(0);
  await choose(page.getByRole('main'), 'Perfil', 'Entrega de kits');
  const events = preview.getByRole('table', { name: 'Eventos' });
  await expect(events.getByRole('row', { name: /^Inscripciones/ })).toBeVisible();
  await expect(preview).toContainText('Sin datos de contacto de los atletas.');
  await expect(events.getByRole('row', { name: /^Cupones/ })).toHaveCount(0);
  const keys = page.locator('[data-field="roles"]');
  await keys.getByRole('button', { name: /^Agregar/ }).click();
  await choose(keys, 'Rol', 'Cupones');
  await expect(events.getByRole('row', { name: /^Cupones/ })).toContainText('ver');
  await expect(events.getByRole('row', { name: /^Cupones/ })).not.toContainText('editar');
  await choose(keys, 'Alcance', 'Ver y editar');
  await expect(events.getByRole('row', { name: /^Cupones/ })).toContainText('editar');
});

test('what a profile opens is seen while its keys are chosen, before anything is saved', async ({ page }) => {
  await page.goto('/profiles/create');
  const preview = page.getByRole('complementary', { name: 'Vista previa' }).getByRole('region', { name: 'Qué verá esta persona' });
  await expect(preview).toContainText('Según lo que dice este formulario.');
  const events = preview.getByRole('table', { name: 'Eventos' });
  await expect(preview.getByRole('table', { name: 'Empresa' })).toBeVisible(); // what everybody sees
  await expect(events).toHaveCount(0);
  const keys = page.locator('[data-field="roles"]');
  await keys.getByRole('button', { name: /^Agregar/ }).click();
  await choose(keys, 'Rol', 'Cupones');
  await expect(events.getByRole('row', { name: /^Cupones/ })).toContainText('ver');
  await keys.getByRole('button', { name: /^Quitar/ }).click();
  await expect(events).toHaveCount(0);
});
