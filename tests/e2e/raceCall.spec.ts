import type { Page } from '@playwright/test';
import { apiOfPage, begin, expect, test } from './support/registration';
import { findings } from './support/findings';

test.use({ profile: 'organizer' });
const look = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};

test('a new version of a race call: written with its preview, compared with the one before, published, and gone back from', async ({
  page,
}) => {
  await page.goto('/home');
  const api = await apiOfPage(page);
  const calls = await api.find('/v2/event/convocatories', { status: 'published', locale: 'es' });
  const { convocatoryid } = calls.at(-1)!;
  const { eventid } = await api.get(`/v2/event/convocatories/${convocatoryid}`);
  await page.goto(`/events/${eventid}/convocatories/${convocatoryid}`);
  await expect(page.getByRole('region', { name: 'Así se verá en la página pública' })).toBeVisible();
  const revising = await begin(page, 'Nueva versión');
  await revising.getByRole('textbox', { name: 'Qué cambia' }).fill('La salida se adelanta');
  await revising.getByRole('button', { name: 'Nueva versión' }).click();
  await revising.getByRole('link', { name: /^Abrir / }).click();
  await expect(page.getByText('Borrador').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Nada cambia respecto a la versión/ })).toBeVisible();
  await page.getByRole('link', { name: 'Editar' }).click();
  const sections = page.locator('[data-field="sections"]');
  await sections.getByRole('textbox', { name: 'Título' }).first().fill('Generales y horarios');
  const preview = page.getByRole('region', { name: 'Así se verá en la página pública' });
  await expect(preview.getByRole('heading', { name: 'Generales y horarios' })).toBeVisible();
  await look(page, 'call-edit');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('heading', { name: /^Qué cambia respecto a la versión/ })).toBeVisible();
  await expect(page.locator('.call-difference ins').first()).toContainText('y horarios');
  expect(await findings(page)).toEqual([]);
  await look(page, 'call-show');
  const dialog = await begin(page, 'Publicar');
  await dialog.getByRole('switch', { name: 'Avisar por correo a las personas inscritas' }).or(dialog.getByRole('checkbox')).first().click();
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog).toContainText('Cambia: Generales y horarios');
  await expect(dialog).toContainText(/Se envía un correo a \d+ personas inscritas/);
  await look(page, 'call-publish');
  await dialog.getByRole('button', { name: 'Publicar' }).click();
  const run = page.getByRole('dialog', { name: 'Avisar de la convocatoria nueva' });
  await expect(run).toContainText(/Resultado:\d+ cambiados/);
  await look(page, 'call-letters');
  await run.getByRole('button', { name: 'Cerrar' }).first().click();
  await expect(page.getByText('Publicada').first()).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Versiones' })
    .getByRole('link', { name: /Sustituida/ })
    .first()
    .click();
  await expect(page.getByRole('article').getByRole('button', { name: 'Volver a esta versión' })).toBeVisible();
  await expect(page.locator('.call-changes')).toHaveCount(0); // the first version has none before it
  const restoring = await begin(page, 'Volver a esta versión');
  await restoring.getByRole('textbox', { name: 'Qué cambia' }).fill('Como antes');
  await restoring.getByRole('button', { name: 'Volver a esta versión' }).click();
  await restoring.getByRole('link', { name: /^Abrir / }).click();
  await expect(page.locator('.call-difference del').first()).toContainText('y horarios');
});
