import type { Page } from '@playwright/test';
import { apiOfPage, begin, chip, choose, expect, test } from './support/registration';
import { findings } from './support/findings';

test.use({ profile: 'super-admin' });
const look = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};

test('kits go to a store: a batch is made, filled from the list of registrations, sent with its file and letters, and taken back', async ({
  page,
  raceDay,
}) => {
  test.slow();
  const runners: any[] = [await raceDay.paid(), await raceDay.paid()];
  const api = await apiOfPage(page);
  const { name } = (await api.get(`/v2/event/events/${raceDay.eventid}`)) as any;

  await page.goto('/pickup_batches/create');
  const form = page.locator('main');
  await choose(form, 'Evento', name.es);
  await form.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Sábado');
  await form.getByRole('textbox', { name: 'Clave de tienda' }).fill('is-900');
  await form.getByRole('textbox', { name: 'Tienda', exact: true }).fill('Innovasport Delta');
  await form.getByLabel('Se recoge desde').fill('01/05/2027 10:00');
  await page.keyboard.press('Tab');
  await form.getByLabel('Se recoge hasta').fill('05/05/2027 20:00');
  await page.keyboard.press('Tab');
  await look(page, 'batch-form');
  await form
    .getByRole('button', { name: /^(Guardar|Crear)/ })
    .first()
    .click();
  await expect(page.getByRole('article')).toContainText('Innovasport Delta');
  const address = page.url();

  await page.goto(`/events/${raceDay.eventid}/inscriptions`);
  for (const each of runners)
    await page
      .getByRole('row')
      .filter({ hasText: String(each['folio']) })
      .getByRole('checkbox')
      .check();
  const bar = page.getByRole('region', { name: 'Acciones sobre la selección' });
  await bar.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Asignar a un lote de tienda', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Asignar a un lote de tienda' });
  await choose(dialog, 'Lote', 'Sábado');
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog).toContainText('2 kits van a la tienda del lote');
  await look(page, 'batch-rehearsal');
  await dialog.getByRole('button', { name: 'Asignar a un lote de tienda' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(address);
  await expect(page.getByRole('article')).toContainText('Innovasport Delta');
  const send = await begin(page, 'Enviar a la tienda');
  await expect(send).toContainText('Después el lote ya no se cambia');
  await send.getByRole('button', { name: 'Enviar a la tienda' }).click();
  await expect(send).toContainText('Listo');
  await send.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(chip(page)).toHaveText('Enviado');
  const pickups = () => api.find('/v2/kits/innovasport_pickups', { inscriptionid: runners[0].inscriptionid });
  const letters = () => api.find('/v2/inscription/inscription_letters', { inscriptionid: runners[0].inscriptionid, kind: 'pickup' });
  await expect.poll(async () => (await letters()).map(({ status }: any) => status)).toEqual(['sent']);
  await expect(page.getByRole('link', { name: /is-900-/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await look(page, 'batch-sent');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'batch-sent-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  const back = await begin(page, 'Recuperar lo no recogido');
  await back.getByRole('button', { name: 'Recuperar lo no recogido' }).click();
  await expect(chip(page)).toHaveText('Cerrado');
  expect(await pickups()).toMatchObject([{ status: 'returned' }]);
});
