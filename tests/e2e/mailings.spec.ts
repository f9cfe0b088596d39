import type { Page } from '@playwright/test';
import { apiOfPage, begin, choose, expect, test } from './support/registration';
import { findings } from './support/findings';

test.use({ expectedStatuses: [400] }); // a text with an unknown name is refused
const look = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};

test('a mailing: written from a template to a selection, rehearsed, sent, left by one of its readers, and found with the athlete', async ({
  page,
  raceDay,
}) => {
  test.slow();
  const runners = [await raceDay.paid(), await raceDay.paid()];
  const [{ inscriptionid, folio, web_userid }] = runners as [any];

  await page.goto(`/events/${raceDay.eventid}/letter_templates/create`);
  await choose(page.locator('main'), 'Tipo de correo', 'Correo masivo');
  await page.getByRole('textbox', { name: 'Asunto' }).fill('Cambia la entrega de {{event}}');
  await page.getByRole('textbox', { name: 'Texto' }).fill('Hola, {{nombre}}: tu folio es {{folio}}.');
  await page
    .getByRole('button', { name: /^(Guardar|Crear)/ })
    .first()
    .click();
  await expect(page.locator('[data-field="body"]')).toContainText('Este correo no conoce {{nombre}}');
  await look(page, 'template-refused');
  await page.getByRole('textbox', { name: 'Texto' }).fill('Hola, {{name}}: tu folio es {{folio}}.');
  await page
    .getByRole('button', { name: /^(Guardar|Crear)/ })
    .first()
    .click();
  await expect(page.getByRole('article')).toContainText('Hola, {{name}}');
  const preview = await begin(page, 'Vista previa');
  await choose(preview, 'Con los datos de', folio);
  await preview.getByRole('button', { name: 'Vista previa' }).click();
  await expect(preview.locator('.letter-sample')).toContainText(`tu folio es ${folio}.`);
  expect(await findings(page)).toEqual([]);
  await look(page, 'template-preview');

  await page.goto(`/events/${raceDay.eventid}/inscriptions`);
  for (const each of runners)
    await page
      .getByRole('row')
      .filter({ hasText: String(each['folio']) })
      .getByRole('checkbox')
      .check();
  const bar = page.getByRole('region', { name: 'Acciones sobre la selección' });
  const direct = bar.getByRole('button', { name: 'Escribirles un correo', exact: true });
  if ((await direct.count()) > 0) await direct.click();
  else {
    await bar.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Escribirles un correo', exact: true }).click();
  }
  const dialog = page.getByRole('dialog', { name: 'Escribirles un correo' });
  await choose(dialog, 'Plantilla', 'Cambia la entrega');
  await look(page, 'mailing-dialog');
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog).toContainText('Cada dirección lo recibe una sola vez');
  await look(page, 'mailing-rehearsal');
  await dialog.getByRole('button', { name: 'Escribirles un correo' }).click();
  await expect(dialog).toBeHidden();

  const api = await apiOfPage(page);
  const letters = () => api.find('/v2/inscription/inscription_letters', { inscriptionid, kind: 'mailing' });
  await expect.poll(async () => (await letters()).map(({ status }) => status)).toEqual(['sent']);
  await page.goto(`/events/${raceDay.eventid}/mailings`);
  await page
    .getByRole('link', { name: /^Cambia la entrega de Carrera de prueba/ })
    .first()
    .click();
  await expect(page.getByRole('article')).toContainText('Enviado');
  expect(await findings(page)).toEqual([]);
  await look(page, 'mailing-record');

  await page.goto('/api/auth/outbox?lng=es');
  await page
    .getByRole('listitem')
    .filter({ hasText: folio })
    .filter({ hasText: 'List-Unsubscribe' })
    .getByRole('link', { name: /unsubscribe/ })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: '¿Dejar de recibir correos?' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await look(page, 'unsubscribe');
  await page.getByRole('button', { name: 'Dejar de recibir' }).click();
  await expect(page.getByRole('heading', { name: 'Listo, ya no te escribimos' })).toBeVisible();
  await look(page, 'unsubscribed');

  await page.goto(`/web_users/${web_userid}`);
  await page.getByRole('article').getByRole('button', { name: 'Mensajes enviados' }).click();
  const history = page.getByRole('dialog', { name: 'Mensajes enviados' });
  await expect(history.getByRole('row').filter({ hasText: 'Cambia la entrega' })).toContainText('Enviado');
  await look(page, 'athlete-messages');
});
