import { readFile } from 'node:fs/promises';
import { findings } from './support/findings';
import { apiOfPage, choose, expect, test } from './support/registration';

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

test('the lines of a person, with a permission, from an address and on a day are found, and none when one of them differs', async ({
  page,
  raceDay,
}) => {
  await page.goto('/home');
  const api = await apiOfPage(page);
  const { organizationid } = await api.get(`/v2/event/coupons/${raceDay.coupon.couponid}`);
  const own = { organizationid, eventid: raceDay.eventid, code: `BUSCA${process.pid}`, type: 'percent', value: 10 };
  const { couponid, code } = (await api.post('/v2/event/coupons', own)).body;
  await page.getByRole('link', { name: 'Cambios y consultas' }).click();
  const filters = page.getByRole('form', { name: 'Filtros' });
  const lines = page.getByRole('list', { name: 'Cambios y consultas' }).getByRole('listitem');
  await filters.getByLabel('Tipo de registro').selectOption('coupons');
  await filters.getByLabel('Número de registro').fill(String(couponid));
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(code);
  const [{ actor_userid, ip }] = (await api.get(`/v2/organization/audit?resource=coupons&record=${couponid}`))['items'].map(
    (line: any) => ({ actor_userid: line.who, ip: line.ip }),
  );
  await choose(filters, 'Persona', actor_userid);
  await expect(page).toHaveURL(/person=\d+/);
  await filters.getByLabel('Permiso').selectOption('event-coupon');
  await filters.getByLabel('Dirección IP').fill(ip);
  await expect(page).toHaveURL(/ip=/);
  const today = new Intl.DateTimeFormat('es-MX', {
    timeZone: 'America/Mexico_City',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date());
  await filters.getByLabel('Desde').fill(today);
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/from=/);
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(code);
  await filters.getByLabel('Dirección IP').fill('203.0.113.9');
  await expect(lines).toHaveCount(0);
});
