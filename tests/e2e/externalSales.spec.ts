import type { Page } from '@playwright/test';
import { findings } from './support/findings';
import { bringFile, countedRows } from './support/importing';
import { apiOfPage, begin, chip, fact, pick } from './support/registration';
import { expect, test } from './support/test';

test.use({ profile: 'super-admin' });

/** Opens an action that asks nothing, reads what it would do, and does it. */
const confirm = async (page: Page, name: string, expected: string): Promise<void> => {
  const dialog = await begin(page, name);
  await expect(dialog).toContainText(expected);
  await dialog.getByRole('button', { name, exact: true }).click();
};

test('a sale is reported by hand, refused, tried again when there is place, settled, and its statement is downloaded', async ({
  page,
  raceDay,
}) => {
  test.slow(); // from an empty form to the file for the partner
  const api = await apiOfPage(page);
  const event = await api.get(`/v2/event/events/${raceDay.eventid}`);
  const full = await raceDay.addDistance('Relevo', 30_000);
  const one = await api.get(`/v2/event/distances/${full}`);
  await api.post(`/v2/event/distances/${full}/pause`, {});

  await page.goto('/external_inscriptions');
  await page.getByRole('link', { name: 'Nueva venta externa' }).first().click();
  const form = page.getByRole('main');
  await pick(page, 'Socio', 'Martí');
  await form.getByLabel('Referencia').fill('M-1001');
  await pick(page, 'Evento', event.name.es);
  await form.getByLabel('Distancia').fill(one.code.toLowerCase());
  await form.getByLabel('Importe').fill('450.50');
  await form.getByLabel('Vendida').fill('10/03/2026 12:00');
  await form.getByLabel('Vendida').press('Tab');
  await form.getByLabel('Nombres').fill('Marta');
  await form.getByLabel('Primer apellido').fill('Externa');
  await pick(page, 'Género', 'Femenino');
  await form.getByLabel('Nacimiento').fill('06/05/1990');
  await form.getByLabel('Nacimiento').press('Tab');
  await form.getByLabel('Correo').fill('marta.externa@example.com');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: 'M-1001' })).toBeVisible();
  await expect(chip(page)).toHaveText('Rechazada');
  await expect(fact(page, 'Motivo')).toContainText('Distancia: ');
  expect(await findings(page, { only: 'main' })).toEqual([]);

  await api.post(`/v2/event/distances/${full}/resume`, {});
  const again = await begin(page, 'Reintentar');
  await expect(again).toContainText('La persona queda inscrita con número');
  await again.getByRole('button', { name: 'Reintentar', exact: true }).click();
  await expect(chip(page)).toHaveText('Inscrita');
  await again.getByRole('link').click();
  await expect(page.getByRole('article')).toContainText('Marta Externa');
  await expect(fact(page, 'Pagado')).toContainText('450.50');

  await page.goto('/external_settlements');
  await page.getByRole('link', { name: 'Nueva liquidación' }).first().click();
  await pick(page, 'Organización', 'Kilómetro Cero');
  await form.getByLabel(/^Nombre/).fill('Martí, marzo de prueba');
  await pick(page, 'Socio', 'Martí');
  await form.getByLabel('Desde').fill('10/03/2026');
  await form.getByLabel('Hasta').fill('10/03/2026');
  await form.getByLabel('Hasta').press('Tab');
  await form.getByLabel('Comisión del socio').fill('10');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: 'Martí, marzo de prueba' })).toBeVisible();
  await expect(fact(page, 'Vendido')).toContainText('450.50');
  await expect(fact(page, 'Por pagar')).toContainText('405.45');
  await page.getByRole('tab', { name: 'Ventas externas: Liquidación 1' }).click();
  await expect(page.getByRole('tabpanel').getByText('M-1001')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Ventas externas: Descontada en 0' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nueva venta externa' })).toHaveCount(0); // a new sale could not name its settlement
  await confirm(page, 'Cerrar', 'Ya no entran ventas');
  await expect(chip(page)).toHaveText('Cerrada');
  const statement = await begin(page, 'Estado de cuenta');
  const waiting = page.waitForEvent('download');
  await statement.getByRole('button', { name: 'Descargar CSV' }).click();
  expect((await waiting).suggestedFilename()).toBe('martí-2026-03-10-2026-03-10.csv');
});

test('a file of a partner says before it runs which sales it keeps and which it has twice, and a refused one is tried again', async ({
  page,
  raceDay,
}) => {
  test.slow();
  const api = await apiOfPage(page);
  const event = await api.get(`/v2/event/events/${raceDay.eventid}`);
  const { code } = await api.get(`/v2/event/distances/${await raceDay.addDistance('Archivo', 30_000)}`);
  const mark = Date.now().toString(36);
  const name = mark.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? 'k');
  const line = (ref: string, person: string, distance: string): string =>
    `marti,${ref}-${mark},${distance},${person}${name},Archivo,F,01/02/1990,${person}.${mark}@example.com,450.50,2026-03-02`;
  await page.goto('/home');
  await page.getByRole('link', { name: 'Ventas externas' }).click();
  await page.getByRole('link', { name: 'Importar', exact: true }).click();
  await pick(page, 'Evento', event.name.es);
  await bringFile(
    page,
    'socio.csv',
    [
      'Socio,Referencia,Distancia,Nombres,Primer apellido,Género,Nacimiento,Correo,Importe,Vendida',
      line('A', 'ana', code),
      line('A', 'ana', code),
      line('B', 'eva', 'OTRA'),
      line('C', 'ana', code),
    ].join('\n'),
  );
  await page.getByRole('button', { name: 'Revisar 4 filas' }).click();
  await expect(countedRows(page, 'Nuevas')).toContainText('3');
  await expect(countedRows(page, 'Sin cambios')).toContainText('1');
  await countedRows(page, 'Nuevas').click();
  const table = page.getByRole('table', { name: 'Filas del archivo' });
  await expect(table).toContainText('Se guarda sin inscribir, como: Rechazada.');
  await expect(table).toContainText('Se guarda sin inscribir, como: Duplicada.');
  expect(await findings(page, { only: 'main' })).toEqual([]);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Importar 3 filas' }).click();
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible();

  const [refused] = await api.find('/v2/inscription/external_inscriptions', { external_ref: `B-${mark}` });
  await page.goto(`/external_inscriptions/${String(refused?.['external_inscriptionid'])}`);
  await expect(fact(page, 'Motivo')).toContainText('Distancia: ');
  await page.getByRole('article').getByRole('link', { name: 'Editar' }).click();
  await page.getByLabel('Distancia').fill(code);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(chip(page)).toHaveText('Inscrita');
  expect(await api.get(`/v2/inscription/external_inscriptions/${String(refused?.['external_inscriptionid'])}`)).toMatchObject({
    status: 'created',
  });
});
