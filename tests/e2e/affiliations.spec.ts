import sharp from 'sharp';
import { apiOfPage, expect, type Json } from './support/registration';
import { test } from './support/test';

test.use({ profile: 'fmtri-admin' });

const season = new Date().getUTCFullYear();

test('a refused paper is sent again, accepted and paid for, and the card is checked by anybody', async ({ page, browser }) => {
  const api = await apiOfPage(page);
  const make = async (name: string, values: object): Promise<Json> => (await api.post(`/v2/fmtri/${name}`, values)).body;
  const mark = `${Date.now()}`;
  const [type, person] = [
    await make('fmtri_affiliation_types', {
      name: { es: `Atleta ${mark}` },
      slug: `atleta-${mark}`,
      audience: 'directivo',
      validity: 'calendar_year',
      season,
      price_cents: 95_000,
      requires_docs: ['foto', 'acta'],
      status: 'active',
    }),
    await make('fmtri_affiliate_users', {
      fmtri_number: `E2E-${mark}`,
      first_name: 'Ximena',
      last_name: 'Prueba',
      gender: 'F',
      birth_date: '1990-05-06',
      stateid: 9,
    }),
  ];
  const made = await make('fmtri_affiliations', {
    affiliate_userid: person['affiliate_userid'],
    typeid: type['typeid'],
    starts_on: `${season}-01-01`,
  });
  const id = String(made['affiliationid']);
  const answer = await make(`fmtri_affiliations/${id}/athlete_link`, {});
  const link = String(answer['result'].link);

  const outside = await browser.newContext({ javaScriptEnabled: false, locale: 'es-MX' });
  const athlete = await outside.newPage();
  await page.goto('/fmtri_affiliations');
  const { origin } = new URL(page.url());
  const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#406080' } })
    .png()
    .toBuffer();
  const sendPaper = async (paper: string): Promise<void> => {
    const section = athlete.locator(`section[data-paper="${paper}"]`);
    await section.locator('input[type="file"]').setInputFiles({ name: `${paper}.png`, mimeType: 'image/png', buffer: picture });
    await section.getByRole('button', { name: 'Mandar' }).click();
    await expect(athlete.getByText('Recibimos tu documento.')).toBeVisible();
  };
  await athlete.goto(`${origin}${link}`);
  await sendPaper('foto');
  await sendPaper('acta');
  await athlete.getByRole('button', { name: 'Pagar' }).click();
  await athlete.getByLabel(/4242/).check();
  await athlete.getByRole('button', { name: 'Pagar' }).click();
  await expect(athlete.getByText('Recibimos tu pago.')).toBeVisible();

  await page.goto('/home');
  await page.locator('[data-figure="affiliations"]').click();
  await expect(page.locator(`[data-row-link][href$="/fmtri_affiliations/${id}"]`), 'home leads to what waits').toBeVisible();
  await page.goto(`/fmtri_affiliations/${id}`);
  const paperOf = (name: string) => page.locator(`li[data-paper="${name}"]`);
  await expect(paperOf('acta').getByText('Por revisar')).toBeVisible();
  await expect(paperOf('acta').getByRole('img'), 'the paper and what it must prove are next to each other').toBeVisible();
  await expect(paperOf('acta')).toContainText('Ximena Prueba');
  await expect(paperOf('acta')).toContainText('06/05/1990');
  await paperOf('foto').getByRole('button', { name: 'Aceptar' }).click();
  await expect(paperOf('foto').getByText('Aceptado', { exact: true })).toBeVisible();
  await paperOf('acta').getByRole('button', { name: 'Rechazar' }).click();
  await expect(paperOf('acta').getByRole('alert')).toContainText('Di por qué se rechaza');
  await paperOf('acta').getByLabel('Motivo del rechazo').fill('Falta el reverso.');
  await paperOf('acta').getByRole('button', { name: 'Rechazar' }).click();
  await page.getByRole('button', { name: 'Pedir documentos: 1' }).click();
  await expect(page.getByText(/Se pidieron documentos el/)).toBeVisible();

  await athlete.goto(`${origin}${link}`);
  await expect(athlete.getByText('Falta el reverso.')).toBeVisible();
  await sendPaper('acta');

  await page.reload();
  await paperOf('acta').getByRole('button', { name: 'Aceptar' }).click();
  await page.getByRole('button', { name: 'Aprobar la afiliación' }).click();
  await expect(page.locator('.show-title .status')).toHaveText('Vigente');

  await athlete.goto(`${origin}${link}`);
  const card = await outside.request.get(`${origin}${link}/card.pdf`);
  expect([card.status(), card.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await athlete.getByRole('link', { name: 'Verificación pública' }).click();
  await expect(athlete.getByText('Válida: la afiliación está vigente.')).toBeVisible();
  await expect(athlete.getByText('Ximena Prueba')).toBeVisible();
  await outside.close();
});
