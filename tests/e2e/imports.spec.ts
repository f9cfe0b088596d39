import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { patience } from '../support/limits';
import { apiOfPage, test, expect } from './support/registration';

const long = 60_000 * patience;
let count = 0;
/** Names that no other test and no demo data knows. */
const stamp = (): string => {
  count += 1;
  return `${Date.now().toString(36)}${count}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? 'k');
};
const header = 'Nombre,Apellido paterno,Sexo,Fecha de nacimiento,Correo,Carrera';
/** A file with two good rows and one whose birth date is none. */
const csvOf = (mark: string): string =>
  [
    header,
    `Ana,Ríos${mark},F,03/02/1990,ana.${mark}@example.com,10 km`,
    `Beto,Paz${mark},M,04/05/1985,beto.${mark}@example.com,10 km`,
    `Carla,Luz${mark},F,no sé,carla.${mark}@example.com,10 km`,
  ].join('\n');
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const choose = async (page: Page, name: string, text: string): Promise<void> => {
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Elegir archivo' }).click();
  await (await coming).setFiles(fileOf(name, text));
};
/** Presses Tab until an element has the focus. */
const reach = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let left = 200; left > 0; left -= 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
};
const counted = (page: Page, kind: string): Locator =>
  page.getByRole('group', { name: 'Filas por resultado' }).getByRole('button', { name: kind });

test.describe('a person who may import registrations', () => {
  test.use({ profile: 'super-admin' });

  test('brings a file, corrects a cell, imports it and undoes it', async ({ page, raceDay }) => {
    test.setTimeout(long);
    const mark = stamp();
    await page.goto(`/events/${raceDay.eventid}/inscriptions`);
    await page.getByRole('link', { name: 'Importar', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Nueva importación' })).toBeVisible();
    await choose(page, 'carrera.csv', csvOf(mark));

    await expect(page.getByRole('heading', { name: 'carrera.csv' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/events/${raceDay.eventid}/import_jobs/\\d+$`));
    await expect(page.getByLabel('Campo para Sexo')).toHaveValue('gender');
    await expect(page.getByRole('row', { name: /Fecha de nacimiento/ })).toContainText('03/02/1990');
    await page.getByLabel('Campo para Carrera').selectOption('distanceid');
    await page.getByRole('button', { name: 'Revisar 3 filas' }).click();

    await expect(counted(page, 'Nuevas')).toContainText('2', { timeout: long }); // the server checks the rows by itself
    await expect(counted(page, 'No admitidas')).toHaveAttribute('aria-pressed', 'true');
    const refused = page.getByRole('table', { name: 'Filas del archivo' }).getByRole('row').filter({ hasText: 'Carla' });
    await refused.getByRole('button', { name: /Corregir Fecha de nacimiento/ }).click();
    await page.getByRole('textbox', { name: /Corregir Fecha de nacimiento/ }).fill('05/06/1991');
    await page.keyboard.press('Enter');
    await expect(counted(page, 'Nuevas')).toContainText('3');
    await page.goto('/home');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Procesos en curso/ })
      .click();
    const waiting = page
      .getByRole('dialog', { name: /^Procesos en curso/ })
      .getByRole('listitem')
      .filter({ hasText: 'carrera.csv' });
    await expect(waiting).toContainText('Revisada: falta que la importes');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(waiting.getByRole('link', { name: 'Ver' }), 'a phone shows it whole').toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 900 });
    await waiting.getByRole('link', { name: 'Ver' }).click();
    await expect(counted(page, 'Nuevas')).toContainText('3');

    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Importar 3 filas' }).click();
    await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible({ timeout: long });
    const api = await apiOfPage(page);
    const registered = () => api.find('/v2/inscription/inscriptions', { eventid: raceDay.eventid, email: `carla.${mark}@example.com` });
    expect(await registered()).toHaveLength(1);

    await page.getByRole('button', { name: 'Deshacer la importación' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Se quitan 3 registros');
    await dialog.getByRole('button', { name: 'Deshacer', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Importación deshecha' })).toBeVisible({ timeout: long });
    await expect(page.getByText('Deshechas: 3')).toBeVisible();
    expect(await registered()).toHaveLength(0);
  });

  test('goes the whole way by keyboard on a phone', async ({ page, raceDay }) => {
    test.setTimeout(2 * long);
    await page.setViewportSize({ width: 390, height: 844 });
    const mark = stamp();
    await page.goto(`/import_jobs/new?type=inscriptions&eventid=${raceDay.eventid}`);
    const coming = page.waitForEvent('filechooser'); // a press at once would come before the browser hands choosers over
    await reach(page, page.getByRole('button', { name: 'Elegir archivo' }));
    await page.keyboard.press('Enter');
    await (await coming).setFiles(fileOf('telefono.csv', csvOf(mark)));
    await reach(page, page.getByLabel('Campo para Carrera'));
    await expect(page.getByLabel('Campo para Carrera')).toHaveValue('distanceid');
    await reach(page, page.getByRole('button', { name: 'Revisar 3 filas' }));
    await page.keyboard.press('Enter');
    await expect(counted(page, 'Nuevas')).toContainText('2', { timeout: long });
    const wrong = page.getByRole('button', { name: /Corregir Fecha de nacimiento/ });
    await reach(page, wrong);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: /Corregir Fecha de nacimiento/ })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('05/06/1991');
    await page.keyboard.press('Enter');
    await expect(counted(page, 'Nuevas')).toContainText('3');
    await reach(page, page.getByRole('button', { name: 'Continuar' }));
    await page.keyboard.press('Enter');
    await reach(page, page.getByRole('button', { name: 'Importar 3 filas' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible({ timeout: long });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

test.describe('a file that is no table', () => {
  test.use({ profile: 'super-admin', expectedStatuses: [415] });

  test('learns why a file cannot be read, and gets one to fill in', async ({ page, raceDay }) => {
    await page.goto(`/import_jobs/new?type=inscriptions&eventid=${raceDay.eventid}`);
    await choose(page, 'foto.csv', '%PDF-1.7 not a table');
    await expect(page.getByRole('alert')).toContainText('No pudimos leer foto.csv');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descarga una plantilla para llenar' }).click();
    const template = await coming;
    expect(template.suggestedFilename()).toBe('Inscripciones.csv');
    expect(await readFile(await template.path(), 'utf8')).toContain('Fecha de nacimiento');
  });
});

test.describe('a person who may import nothing', () => {
  test.use({ profile: 'kit-delivery' });

  test('finds no way in, and the server refuses the file', async ({ page, raceDay }) => {
    await page.goto('/events/1/inscriptions');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Importar', exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Importaciones' })).toHaveCount(0);
    await page.goto('/import_jobs/new');
    await expect(page.getByRole('button', { name: 'Elegir archivo' })).toHaveCount(0);
    await expect(page.getByText('No tienes permiso')).toBeVisible();
    const token = await (await page.request.post('/api/authenticate', { headers: { origin: new URL(page.url()).origin } })).text();
    const answer = await page.request.post('/v2/inscription/imports', {
      headers: { authorization: `Bearer ${token}.dorsal` },
      multipart: { data: JSON.stringify({ type: 'inscriptions', eventid: raceDay.eventid }), file: fileOf('ajeno.csv', csvOf(stamp())) },
    });
    expect(answer.status()).toBe(403);
  });
});
