import type { Page } from '@playwright/test';
import { findings } from './support/findings';
import { apiOfPage, begin, chip, fact } from './support/registration';
import { expect, test } from './support/test';

test.use({ profile: 'super-admin' });

const pick = async (page: Page, label: string, text: string): Promise<void> => {
  const box = page.getByRole('main').getByRole('combobox', { name: label });
  await box.fill(text);
  await expect(box).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.locator('.asd-select-item-option').filter({ visible: true }).first()).toContainText(text);
  await box.press('Enter');
};

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
