import { patience } from '../support/limits';
import { findings } from './support/findings';
import { bringFile, countedRows } from './support/importing';
import { apiOfPage, expect } from './support/registration';
import { test } from './support/test';

test.use({ profile: 'fmtri-admin' });

const long = 60_000 * patience;

test('somebody who is not in the register of their state is on the tab of the missing, and leaves it when marked', async ({ page }) => {
  test.setTimeout(long);
  const api = await apiOfPage(page);
  const mark = Date.now().toString(36).toUpperCase();
  const person = async (name: string): Promise<void> => {
    const values = {
      fmtri_number: `${name}-${mark}`,
      first_name: name,
      last_name: `Padrón${mark}`,
      gender: 'F',
      birth_date: '1990-01-01',
      stateid: 4,
    };
    expect((await api.post('/v2/fmtri/fmtri_affiliate_users', values)).status).toBe(201);
  };
  await person('ESTA');
  await person('FALTA');

  await page.goto('/home');
  await page.getByRole('link', { name: 'Afiliados', exact: true }).click();
  await page.getByRole('link', { name: 'Importar', exact: true }).click();
  await bringFile(
    page,
    'padron.csv',
    `Número FMTRI,Nombre,Apellido,Rama,Nacimiento,Asociación estatal\nESTA-${mark},ESTA,Padrón${mark},F,1990-01-01,Campeche\nNUEVA-${mark},NUEVA,Padrón${mark},F,1991-01-01,Campeche`,
  );
  await page.getByLabel('Campo para Número FMTRI').selectOption('fmtri_number');
  await page.getByLabel('Campo para Asociación estatal').selectOption('stateid');
  await page.getByRole('radio', { name: /^Agregar y actualizar/ }).check();
  await page.getByLabel('Se reconocen por').selectOption('number');
  await page.getByRole('button', { name: /^Revisar 2 filas/ }).click();
  await expect(page.getByRole('group', { name: 'Filas por resultado' })).toBeVisible({ timeout: long });
  await expect(countedRows(page, 'No admitidas')).toContainText('0');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: /^Importar 1 fila/ }).click();
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible({ timeout: long });

  await page.getByRole('link', { name: 'Afiliados', exact: true }).first().click();
  await page
    .getByRole('group', { name: 'Vistas guardadas' })
    .getByRole('button', { name: /^No aparecen en el padrón/ })
    .click();
  const rows = page.locator('.list [data-row-link]');
  await expect(rows.filter({ hasText: `FALTA Padrón${mark}` })).toHaveCount(1);
  await expect(rows.filter({ hasText: `ESTA Padrón${mark}` })).toHaveCount(0);
  expect(await findings(page, { only: 'main' })).toEqual([]);
  await rows.filter({ hasText: `FALTA Padrón${mark}` }).click();
  await page.getByRole('article').getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Marcar sin confirmar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Marcar sin confirmar' });
  await expect(dialog).toContainText('Quedan sin confirmar');
  await dialog.getByRole('button', { name: 'Marcar sin confirmar', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(rows.filter({ hasText: `FALTA Padrón${mark}` })).toHaveCount(0);
});
