import type { Page } from '@playwright/test';
import { findings } from './support/findings';
import { apiOfPage, begin, choose, expect, openRecord, test, type Json } from './support/registration';

test.use({ profile: 'super-admin', expectedStatuses: [400, 409] });
const look = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('an athlete without an account gets no letter and the page says why; the list shows wallet and affiliation', async ({ page }) => {
  await page.goto('/home');
  const api = await apiOfPage(page);
  const mark = Date.now().toString(36);
  const values = {
    first_name: 'Renata',
    last_name: `Solar ${mark}`,
    gender: 'F',
    birth_date: '1991-07-03',
    email: `renata-${mark}@atleta.test`,
  };
  const { web_userid } = (await api.post('/v2/user/web_users', values)).body;
  await page.goto(`/web_users/${web_userid}`);
  const name = 'Enviar correo para cambiar contraseña';
  const dialog = await begin(page, name);
  const step = dialog.getByRole('button', { name: 'Revisar' });
  if (await step.isVisible()) await step.click();
  await expect(dialog).toContainText('no tiene una cuenta con la que entre');
  await look(page, 'athlete-reset');
  await page.goto(`/web_users?q=${encodeURIComponent(`Solar ${mark}`)}`);
  await expect(page.getByRole('columnheader', { name: 'Saldo de monedero' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Afiliación vigente hasta' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await look(page, 'athletes-list');
});

test('the data of an invoice are typed on the order, checked, and shown in its section', async ({ page, raceDay }) => {
  const { orderid } = await raceDay.paid();
  await page.goto(`/orders/${orderid}`);
  const name = 'Datos de factura';
  await expect(page.getByRole('article').getByRole('button', { name })).toBeVisible();
  const dialog = await begin(page, name);
  await dialog.getByRole('textbox', { name: 'RFC' }).fill('gode561231gr7');
  await dialog.getByRole('textbox', { name: 'Nombre o razón social' }).fill('Elena Gómez Díaz');
  await choose(dialog, 'Régimen fiscal', '612');
  await dialog.getByRole('textbox', { name: 'Código postal fiscal' }).fill('06700');
  await choose(dialog, 'Uso del CFDI', 'G03');
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toContainText('El RFC no es válido');
  await look(page, 'invoice-refused');
  await dialog.getByRole('textbox', { name: 'RFC' }).fill('gode561231gr8');
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article')).toContainText('GODE561231GR8');
  await expect(page.getByRole('article')).toContainText('Gastos en general');
  expect(await findings(page)).toEqual([]);
  await look(page, 'invoice-order');
});

/** Somebody of the register, with an account. */
const affiliateOf = async (page: Page, web_userid: number): Promise<Json> => {
  const api = await apiOfPage(page);
  const { status, body } = await api.post('/v2/fmtri/fmtri_affiliate_users', {
    fmtri_number: `E2E-${Date.now()}`,
    web_userid,
    first_name: 'Ana',
    last_name: 'Padrón',
    gender: 'F',
    birth_date: '1990-05-06',
    stateid: 9,
  });
  expect(status).toBe(201);
  return body;
};

test('a sanction after registering is on the registration and stops the desk until a supervisor says why', async ({ page, raceDay }) => {
  const { eventid, admin } = raceDay;
  const row = await raceDay.paid();
  await page.goto('/home');
  const { affiliate_userid } = await affiliateOf(page, row['web_userid']);
  const event = await admin.get(`/v2/event/events/${eventid}`);
  const api = await apiOfPage(page);
  const authorization = `Bearer ${await (await page.request.post('/api/authenticate', { headers: { origin: new URL(page.url()).origin } })).text()}.dorsal`;
  const required = (fmtri_required: boolean, version: number) =>
    page.request.patch(`/v2/event/events/${eventid}`, { headers: { authorization }, data: { fmtri_required, version } });
  expect((await required(true, event.version)).status()).toBe(200);
  try {
    const day = String(event.start_at).slice(0, 10);
    const answer = await api.post(`/v2/fmtri/fmtri_affiliate_users/${affiliate_userid}/sanction`, {
      input: { from: day > dayIn(2) ? dayIn(2) : dayIn(0), until: dayIn(400), reason: 'Dopaje en la copa' },
    });
    expect(answer.status).toBe(200);
    await openRecord(page, row);
    await expect(page.getByRole('article')).toContainText('Dopaje en la copa');
    await look(page, 'sanction-record');
    await page.goto(`/events/${eventid}/desk`);
    const box = page.getByRole('textbox', { name: 'Escanea o escribe folio, dorsal o nombre' });
    await expect(box).toBeFocused();
    await box.fill(row['folio']);
    await box.press('Enter');
    const card = page.getByRole('article');
    await expect(card).toContainText('Sanción de la federación del');
    await expect(card).toContainText('Dopaje en la copa');
    await expect(card.getByRole('button', { name: /^Entregar/ })).toBeDisabled();
    await look(page, 'sanction-desk');
    await card
      .getByRole('textbox', { name: /motivo|por qué/i })
      .first()
      .fill('Solo recoge el kit, no compite');
    await card.getByRole('button', { name: /^Entregar/ }).click();
    await expect.poll(async () => (await admin.get(`/v2/inscription/inscriptions/${row['inscriptionid']}`)).kit_status).not.toBe('pending');
  } finally {
    const now = await admin.get(`/v2/event/events/${eventid}`);
    await required(false, now.version);
  }
});
