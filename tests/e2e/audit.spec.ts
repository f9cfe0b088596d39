import { readFile } from 'node:fs/promises';
import { findings } from './support/findings';
import { apiOfPage, expect, test } from './support/registration';

test.use({ profile: 'super-admin' });

test('a change is found by who, what and when, says from what to what, leads to its record, and is in the file', async ({
  page,
  raceDay,
}) => {
  await page.goto('/home');
  const api = await apiOfPage(page);
  const { organizationid } = await api.get(`/v2/event/coupons/${raceDay.coupon.couponid}`);
  const own = { organizationid, eventid: raceDay.eventid, code: `AUDITA${process.pid}`, type: 'percent', value: 10 };
  const { couponid, code } = (await api.post('/v2/event/coupons', own)).body;
  expect((await api.post(`/v2/event/coupons/${couponid}/pause`)).body).toMatchObject({ ok: 1 });

  await page.getByRole('link', { name: 'Cambios y consultas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cambios y consultas' })).toBeVisible();
  await page.getByLabel('Tipo de registro').selectOption('coupons');
  await page.getByLabel('Qué hizo').selectOption('action');
  await expect(page).toHaveURL(/resource=coupons&verb=action|verb=action.*resource=coupons/);
  const line = page.getByRole('list', { name: 'Cambios y consultas' }).getByRole('listitem').first();
  await expect(line).toContainText(code);
  await expect(line).toContainText('ejecutó «Pausar» en');
  await expect(line).toContainText(/Activo → .*En pausa/);
  expect(await findings(page)).toEqual([]);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar CSV' }).press('Enter');
  const file = await (await saved).path();
  expect(await readFile(file, 'utf8')).toContain(code);

  await page.reload();
  await line.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/coupons/${couponid}$`));
});
