import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openRaceDay, type Json, type RaceDay } from './support/raceDay';
import { choose, expect, test } from './support/registration';

/** The bytes of a report that a dialog has asked for. */
const downloadFrom = async (page: Page): Promise<Buffer> => {
  await page.getByRole('dialog').getByRole('link').first().click();
  const ready = page.getByRole('button', { name: /^Descargar/ }).first();
  await expect(ready).toBeVisible();
  const coming = page.waitForEvent('download');
  await ready.click();
  return readFile(await (await coming).path());
};
/** An event of the demo whose kits are being handed out. */
const openDay = async ({ admin }: RaceDay): Promise<Json> => {
  const filter = {
    and: [
      { field: 'organizationid', op: 'eq', value: 2 },
      { field: 'status', op: 'in', value: ['closed', 'in_progress'] },
    ],
  };
  const found: readonly Json[] = await admin.get(`/v2/event/events?filter=${encodeURIComponent(JSON.stringify(filter))}`);
  for (const event of found)
    if ((await admin.find('/v2/kits/kit_deliveries', { eventid: event['eventid'], status: 'delivered' })).length > 0) return event;
  throw new Error('no event of the demo hands out kits');
};

for (const [who, profile] of [
  ['who hands out kits', 'kit-delivery'],
  ['a supervisor', 'organizer'],
] as const)
  test.describe(who, () => {
    test.use({ profile });
    test('finds the desk from home, and the board, the packing list and the labels work on the data of the demo', async ({
      page,
      raceDay,
    }) => {
      test.slow(); // two files
      const { eventid } = await openDay(raceDay);
      await page.goto('/home');
      await page.getByRole('main').getByRole('link', { name: 'Mesa de entrega' }).first().click();
      await expect(page.getByRole('textbox', { name: 'Escanea o escribe folio, dorsal o nombre' })).toBeFocused();

      await page.goto(`/events/${eventid}`);
      await page.getByRole('link', { name: 'Mesa de entrega' }).click();
      await page.getByRole('link', { name: 'Tablero' }).click();
      for (const [name, least] of [
        ['Por mesa', 2],
        ['Por persona', 1],
        ['Por hora', 2],
      ] as const) {
        const part = page.locator('.board-part').filter({ has: page.getByRole('heading', { name }) });
        await expect(part.getByRole('listitem').nth(least - 1)).toBeVisible();
        await expect(part.getByRole('listitem').first().locator('b')).toHaveText(/^[1-9][\d,]*$/);
      }
      for (const what of ['Lista de empaque', 'Etiquetas']) {
        await page.goto(`/events/${eventid}/desk`);
        await page.getByRole('button', { name: 'Listas y etiquetas' }).click();
        const dialog = page.getByRole('dialog', { name: 'Lista de empaque y etiquetas' });
        await choose(dialog, 'Qué imprimir', what);
        await dialog.getByRole('button', { name: 'Lista de empaque y etiquetas', exact: true }).click();
        const bytes = await downloadFrom(page);
        expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
        expect(bytes.length).toBeGreaterThan(5000);
      }
    });
  });

test.describe('who looks after waivers', () => {
  test.use({ profile: 'organizer' });
  test('reminds many who have not signed, uploads a signature on paper, and takes the evidence away as ZIP', async ({ page, raceDay }) => {
    test.slow(); // three pieces of work
    const day = await openRaceDay(raceDay.admin);
    const { admin, eventid } = day;
    const waiver = { eventid, title: 'Carta', body_html: { es: '<p>Asumo los riesgos.</p>' }, require_signature: 'typed' };
    const { exonerationid } = (await admin.post('/v2/event/exonerations', waiver)).body;
    expect((await admin.post(`/v2/event/exonerations/${exonerationid}/activate`)).status).toBe(200);
    const runners = [await day.paid(), await day.paid(), await day.paid()];

    await page.goto(`/events/${eventid}/inscriptions`);
    await expect(page.getByRole('table').getByRole('link', { name: runners[0]?.['folio'] })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Seleccionar las filas de esta página' }).check();
    const bar = page.getByRole('region', { name: 'Acciones sobre la selección' });
    await bar.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Recordar la firma por correo' }).click();
    const reminding = page.getByRole('dialog', { name: 'Recordar la firma por correo' });
    await expect(reminding).toContainText('Salen 3 correos con el enlace para firmar.');
    await reminding.getByRole('button', { name: /^Recordar la firma por correo/ }).click();
    const letters = () => admin.find('/v2/inscription/inscription_letters', { eventid });
    await expect.poll(async () => (await letters()).length).toBeGreaterThanOrEqual(3);

    const [runner] = runners;
    await page.goto(`/events/${eventid}/exoneration_signatures`);
    await page
      .getByRole('link', { name: /^(Crear|Nueva firma)$/ })
      .or(page.getByRole('button', { name: /^(Crear|Nueva firma)$/ }))
      .first()
      .click();
    const form = page.getByRole('main');
    await choose(form, 'Inscripción', runner?.['folio']);
    await choose(form, 'Carta responsiva', 'Carta');
    await choose(form, 'Medio', 'Papel');
    await form.getByRole('textbox', { name: 'Nombre de quien firma' }).fill('Ana Papel');
    await form
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'carta.png',
        mimeType: 'image/png',
        buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64'),
      });
    await page.getByRole('button', { name: 'Crear', exact: true }).click();
    const signatures = () => admin.find('/v2/inscription/exoneration_signatures', { eventid });
    await expect
      .poll(async () => (await signatures()).map(({ channel, signer_name, status }) => [channel, signer_name, status]))
      .toEqual([['paper', 'Ana Papel', 'signed']]);
    expect((await admin.get(`/v2/inscription/inscriptions/${runner?.['inscriptionid']}`))['exoneration_status']).toBe('signed');

    await page.goto(`/events/${eventid}/exonerations`);
    await page.getByRole('button', { name: 'Evidencia (ZIP)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Evidencia (ZIP)' });
    await dialog.getByRole('button', { name: 'Evidencia (ZIP)' }).click();
    expect((await downloadFrom(page)).subarray(0, 2).toString()).toBe('PK');
  });
});
