import { newcomer, demoPassword } from '../../server/demoAccounts';
import { expect, test } from './support/test';

test.use({ profile: null, expectedStatuses: [403, 404] }); // what the server says of an unknown link, and of lists that no key opens yet

test('a person without an organization founds one before everything else, and arrives at its home; follow-up paths ask for none', async ({
  page,
}) => {
  test.slow(); // from the first sign-in to an event of their own
  await page.goto('/events');
  await page.getByLabel('Correo electrónico').fill(newcomer.email);
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/organizations\/new-organization$/);
  await expect(page.getByText('Aún no perteneces a ninguna organización.')).toBeVisible();

  await page.goto('/followup/desconocido');
  await expect(page.getByRole('heading', { name: 'Este enlace ya no está vigente' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/followup/desconocido');

  await page.goto('/home');
  await expect(page).toHaveURL(/\/organizations\/new-organization$/);
  const save = page.getByRole('button', { name: 'Crear', exact: true });
  await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Corredores del Ajusco');
  await save.click();
  await expect(page.getByRole('textbox', { name: 'Correo' }), 'the missing value is marked').toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('textbox', { name: 'Correo' }).fill('hola@ajusco.test');
  await page.getByRole('combobox', { name: 'Entidad' }).fill('Ciudad de');
  await page.locator('.asd-select-item-option').filter({ hasText: 'Ciudad de México', visible: true }).click();
  await save.click();

  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Corredores del Ajusco' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Eventos', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Cambiar de organización/ })).toHaveText('Corredores del Ajusco');
  await page.goto('/events/create');
  await expect(page.getByRole('textbox', { name: 'Identificador web' }), 'the person who founded it organises its events').toBeVisible();

  await page.goto('/home');
  const steps = page.getByRole('region', { name: 'Primeros pasos' });
  await expect(steps).toContainText('0 de 5 hechos');
  await steps.getByRole('button', { name: 'Crear evento de ejemplo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Carrera de ejemplo' })).toBeVisible();
  await page.goto('/home');
  await expect(steps).toContainText('2 de 5 hechos');
  await steps.getByRole('button', { name: 'Ocultar' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Corredores del Ajusco' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
