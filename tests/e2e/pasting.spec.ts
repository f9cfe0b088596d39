import type { Locator } from '@playwright/test';
import { patience } from '../support/limits';
import { findings } from './support/findings';
import { expect, test } from './support/registration';

test.use({ profile: 'organizer' });
const paste = (into: Locator, text: string): Promise<void> =>
  into.evaluate((element, block) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', block);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('sizes pasted from a spreadsheet are checked as an import: what can be written is, and the rest says why not', async ({
  page,
  raceDay,
}) => {
  test.setTimeout(90_000 * patience);
  const people = [await raceDay.paid({ tshirt_size: 'M' }), await raceDay.paid({ tshirt_size: 'M' })];
  await page.goto(`/events/${raceDay.eventid}/inscriptions?columns=folio,tshirt_size,comment&sort=-created`);
  const rows = page.locator('tr[data-row]');
  await expect(rows.nth(1)).toBeVisible();
  const folios = await rows.locator('[data-row-link]').allTextContents();
  await rows.first().locator('[data-row-link]').focus();
  await paste(rows.first().locator('[data-row-link]'), `L\tCambio 1\r\nL\tCambio 2\r\n${'L\tCambio\r\n'.repeat(200)}`);
  const dialog = page.getByRole('dialog', { name: 'Pegar celdas' });
  await expect(dialog).toContainText('líneas quedan fuera');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);

  await paste(rows.first().locator('[data-row-link]'), 'L\tCambio 1\r\nNinguna\tCambio 2\r\n');
  await expect(dialog).toContainText('2 filas');
  await expect(dialog.getByLabel('Campo de la columna 1')).toHaveValue('tshirt_size');
  await expect(dialog.getByLabel('Campo de la columna 2')).toHaveValue('comment');
  await dialog.getByRole('button', { name: 'Revisar antes de guardar' }).click();

  await expect(page).toHaveURL(/import_jobs\/\d+/, { timeout: 30_000 * patience });
  const refused = page.getByRole('table', { name: 'Filas del archivo' });
  await expect(refused).toContainText(folios[1] ?? '', { timeout: 30_000 * patience });
  await expect(refused).toContainText('no es ninguno de los valores que se aceptan');
  await page.getByRole('button', { name: /^Continuar|^Siguiente/ }).click({ timeout: 30_000 * patience });
  await page.getByRole('button', { name: /^Importar 1/ }).click();
  await expect(page.getByRole('heading', { name: /^Importación terminada/ })).toBeVisible({ timeout: 60_000 * patience });
  const changed = await Promise.all(people.map(({ inscriptionid }) => raceDay.admin.get(`/v2/inscription/inscriptions/${inscriptionid}`)));
  expect(changed.find(({ folio }) => folio === folios[0])).toMatchObject({ tshirt_size: 'L', comment: 'Cambio 1' });
  expect(changed.find(({ folio }) => folio === folios[1])).toMatchObject({ tshirt_size: 'M' });
});
