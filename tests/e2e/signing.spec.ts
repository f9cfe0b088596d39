import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { findings } from './support/findings';
import { begin, expect, openRecord, test, type Json, type RaceDay } from './support/registration';

test.use({ profile: 'super-admin' });

const paragraph =
  '<p>Conozco los riesgos de la prueba, mi salud me permite participar y asumo las consecuencias sin reclamar a quien organiza.</p>';
const english = '<p>I know the risks of the race, my health allows me to take part, and I accept the consequences without any claim.</p>';
/** Puts a waiver in force in the event of the tests. */
const addWaiver = async ({ admin, eventid }: RaceDay, title: string, more: object): Promise<void> => {
  const { status, body } = await admin.post('/v2/event/exonerations', {
    eventid,
    title,
    body_html: { es: `${paragraph.repeat(12)}<p>Fin.</p>`, en: `${english.repeat(12)}<p>The end.</p>` },
    ...more,
  });
  expect(status).toBe(201);
  expect((await admin.post(`/v2/event/exonerations/${body['exonerationid']}/activate`)).status).toBe(200);
};
/** Makes the link on the record of somebody, as the desk does, and answers its address. */
const linkOf = async (page: Page, runner: Json): Promise<string> => {
  await openRecord(page, runner);
  const dialog = await begin(page, 'Enlace para firmar');
  await dialog.getByRole('button', { name: 'Enlace para firmar' }).click();
  await expect(dialog.getByRole('img', { name: 'Código QR del enlace para firmar' })).toBeVisible();
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
  const address = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  return address;
};
const onPhone = (browser: Browser, locale: string, more: object = {}): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale, ...more });
/** A page without findings that fits a phone. */
const expectSound = async (guest: Page): Promise<void> => {
  expect(await findings(guest)).toEqual([]);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
};
/** What the record says about signatures. */
const signatureRow = async (page: Page, runner: Json, signer: string): Promise<void> => {
  await openRecord(page, runner);
  await page.getByRole('tab', { name: 'Firmas 1' }).press('Enter'); // the strip of tabs moves under a pointer
  const row = page.getByRole('region', { name: 'Firmas' }).getByRole('row').filter({ hasText: signer });
  await expect(row).toContainText('Firmada');
  await expect(row).toContainText('Web');
  await expect(row).toContainText(new RegExp(`\\b${new Date().getFullYear()}\\b`));
};

test('an athlete signs with their name on a phone, in Spanish, from the link of the desk to the record that says who signed when', async ({
  page,
  browser,
  raceDay,
}) => {
  test.slow(); // two people, on two screens
  await addWaiver(raceDay, 'Carta escrita', { require_signature: 'typed' });
  const runner = await raceDay.paid();
  const address = await linkOf(page, runner);
  const context = await onPhone(browser, 'es-MX');
  const guest = await context.newPage();
  await guest.goto(address);
  await expect(guest.getByRole('heading', { level: 1, name: 'Firma tu carta responsiva' })).toBeVisible();
  await expectSound(guest);
  await guest.getByLabel('Folio').fill(runner['folio']);
  await guest.getByLabel('Fecha de nacimiento del atleta').fill('1990-02-04');
  await guest.getByRole('button', { name: 'Continuar' }).click();
  await expect(guest.getByRole('alert')).toContainText('no coinciden con esta inscripción');
  await expectSound(guest);
  await guest.getByLabel('Fecha de nacimiento del atleta').fill('1990-02-03');
  await guest.getByRole('button', { name: 'Continuar' }).click();
  const accept = guest.getByRole('checkbox', { name: 'Leí el texto completo y lo acepto.' });
  await expect(accept).toBeDisabled();
  await expect(guest.getByText('Lee el texto hasta el final')).toBeVisible();
  await expectSound(guest);
  const words = guest.getByRole('region', { name: /^Carta escrita · Versión/ });
  await words.last().focus();
  await guest.keyboard.press('End');
  await expect(accept).toBeEnabled();
  await guest.getByLabel('Escribe tu nombre completo').fill('Prueba de Firma');
  await accept.check();
  await guest.getByRole('button', { name: 'English' }).click();
  await expect(guest.getByLabel('Type your full name')).toHaveValue('Prueba de Firma');
  await guest.getByRole('button', { name: 'Español' }).click();
  await guest.getByRole('button', { name: 'Firmar' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Listo, quedó firmada' })).toBeVisible();
  await expect(guest.getByRole('status')).toContainText('Firmó Prueba de Firma');
  await expectSound(guest);
  const coming = guest.waitForEvent('download');
  await guest.getByRole('button', { name: 'Descargar la copia' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`${runner['folio']}-exoneration.pdf`);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await guest.goto(address);
  await expect(guest.getByRole('heading', { level: 1, name: 'La carta ya está firmada' })).toBeVisible();
  await expectSound(guest);
  await context.close();
  await signatureRow(page, runner, 'Prueba de Firma');
});

test('an athlete draws their signature on a phone, in English and in the dark, clears it, and may write the name instead', async ({
  page,
  browser,
  raceDay,
}) => {
  test.slow(); // two people, on two screens
  await addWaiver(raceDay, 'Carta dibujada', { require_signature: 'drawn', force_scroll: false });
  const runner = await raceDay.paid();
  const address = await linkOf(page, runner);
  const context = await onPhone(browser, 'en-GB', { colorScheme: 'dark' });
  const guest = await context.newPage();
  const failed: string[] = [];
  guest.on('pageerror', (error) => failed.push(error.message));
  guest.on('console', (message) => message.type() === 'error' && failed.push(message.text()));
  await guest.goto(address);
  await guest.getByLabel('Folio').fill(runner['folio']);
  await guest.getByLabel('Birth date of the athlete').fill('1990-02-03');
  await guest.getByRole('button', { name: 'Continue' }).click();
  const drawing = guest.locator('input[name=drawing]');
  const pad = guest.getByRole('img', { name: 'Draw your signature in the box' });
  await guest.getByRole('button', { name: 'Write my name instead' }).click();
  await expect(guest.getByRole('status')).toHaveText('Your name is written in the box.');
  await expect(drawing).toHaveValue(/^data:image\/png;base64,/);
  await guest.getByRole('button', { name: 'Clear' }).click();
  await expect(drawing).toHaveValue('');
  await pad.scrollIntoViewIfNeeded();
  const { x, y } = (await pad.boundingBox())!;
  await guest.mouse.move(x + 40, y + 90);
  await guest.mouse.down();
  for (const [dx, dy] of [
    [80, 40],
    [140, 130],
    [220, 50],
    [280, 110],
  ] as const)
    await guest.mouse.move(x + dx, y + dy, { steps: 8 });
  await guest.mouse.up();
  await expect(drawing).toHaveValue(/^data:image\/png;base64,/);
  await expectSound(guest);
  await guest.getByRole('checkbox', { name: 'I have read the whole text and I accept it.' }).check();
  await guest.getByRole('button', { name: 'Sign' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Done, it is signed' })).toBeVisible();
  await expectSound(guest);
  expect(failed).toEqual([]);
  await context.close();
  await signatureRow(page, runner, runner['name']);
  await page.getByRole('region', { name: 'Firmas' }).getByRole('row').filter({ hasText: 'Firmada' }).getByRole('link').first().click();
  await expect(page.locator('main img[src*="/api/upload/"]')).toBeVisible();
});

test('signs without scripts too, with the whole text on the page and the box to tick at its end', async ({ page, browser, raceDay }) => {
  test.slow(); // two people
  await addWaiver(raceDay, 'Carta sin guiones', { require_signature: 'typed' });
  const runner = await raceDay.paid();
  const address = await linkOf(page, runner);
  const context = await onPhone(browser, 'es-MX', { javaScriptEnabled: false });
  const guest = await context.newPage();
  await guest.goto(address);
  await guest.getByLabel('Folio').fill(runner['folio']);
  await guest.getByLabel('Fecha de nacimiento del atleta').fill('1990-02-03');
  await guest.getByRole('button', { name: 'Continuar' }).click();
  const end = guest.getByText('Fin.', { exact: true }),
    accept = guest.getByRole('checkbox');
  expect((await accept.boundingBox())!.y).toBeGreaterThan((await end.boundingBox())!.y);
  await guest.getByLabel('Escribe tu nombre completo').fill('Prueba sin Guiones');
  await accept.check();
  await guest.getByRole('button', { name: 'Firmar' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Listo, quedó firmada' })).toBeVisible();
  await context.close();
});

test('a new version asks again where its author says so, and the one who signed the earlier text signs with the same link', async ({
  page,
  browser,
  raceDay,
}) => {
  test.slow(); // two people, on two screens
  const distanceid = await raceDay.addDistance('Vertical', 50_000);
  await addWaiver(raceDay, 'Carta del vertical', { require_signature: 'checkbox', force_scroll: false, distanceids: [distanceid] });
  const runner = await raceDay.paid({ distanceid });
  const address = await linkOf(page, runner);
  const context = await onPhone(browser, 'es-MX');
  const guest = await context.newPage();
  const sign = async (): Promise<void> => {
    await guest.goto(address);
    await guest.getByLabel('Folio').fill(runner['folio']);
    await guest.getByLabel('Fecha de nacimiento del atleta').fill('1990-02-03');
    await guest.getByRole('button', { name: 'Continuar' }).click();
    await guest.getByRole('checkbox', { name: 'Leí el texto completo y lo acepto.' }).check();
    await guest.getByRole('button', { name: 'Firmar' }).click();
    await expect(guest.getByRole('heading', { level: 1, name: 'Listo, quedó firmada' })).toBeVisible();
  };
  await sign();

  const draft = { eventid: raceDay.eventid, title: 'Carta del vertical, corregida', require_signature: 'checkbox', force_scroll: false };
  const { body } = await raceDay.admin.post('/v2/event/exonerations', {
    ...draft,
    body_html: { es: '<p>Asumo los riesgos del ascenso.</p>' },
    distanceids: [distanceid],
  });
  await page.goto(`/events/${raceDay.eventid}/exonerations/${body['exonerationid']}/edit`);
  await page.getByRole('switch', { name: 'Obliga a firmar de nuevo' }).click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Carta del vertical, corregida' })).toBeVisible();
  const dialog = await begin(page, 'Poner en vigor');
  await dialog.getByRole('button', { name: 'Poner en vigor' }).click();
  const status = async (): Promise<unknown> =>
    (await raceDay.admin.get(`/v2/inscription/inscriptions/${runner['inscriptionid']}`))['exoneration_status'];
  await expect.poll(status).toBe('pending');
  await sign();
  await expect.poll(status).toBe('signed');
  await context.close();
  await openRecord(page, runner);
  await page.getByRole('tab', { name: 'Firmas 2' }).press('Enter');
  const rows = page.getByRole('region', { name: 'Firmas' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Revocada' })).toHaveCount(1);
});
