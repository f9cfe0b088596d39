import { readFile } from 'node:fs/promises';
import { patience } from '../support/limits';
import { findings } from './support/findings';
import { apiOfPage, begin, expect, fact } from './support/registration';
import { test } from './support/test';

test.use({ profile: 'super-admin' });

const soon = { timeout: 20_000 * patience }; // the job has its own clock

test('the data of an athlete are gathered from their page, and the ZIP is taken from the download center', async ({ page }) => {
  test.slow();
  await page.goto('/home');
  const api = await apiOfPage(page);
  const mark = Date.now().toString(36);
  const values = {
    first_name: 'Zaira',
    last_name: `Datos ${mark}`,
    gender: 'F',
    birth_date: '1991-07-03',
    email: `zaira-${mark}@atleta.test`,
  };
  const { web_userid } = (await api.post('/v2/user/web_users', values)).body;
  await page.goto(`/web_users/${web_userid}`);
  const dialog = await begin(page, 'Reunir sus datos (ZIP)');
  await expect(dialog).toContainText('Se reúne todo lo que la plataforma guarda de esta persona');
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
  const review = dialog.getByRole('button', { name: 'Revisar' });
  if (await review.isVisible()) await review.click();
  await dialog.getByRole('button', { name: 'Reunir sus datos (ZIP)', exact: true }).click();
  await dialog.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: `Datos personales · #${web_userid}` })).toBeVisible();
  const take = page.getByRole('article').getByRole('button', { name: /^Descargar Datos personales/ });
  await expect(take).toBeVisible(soon);
  const saved = page.waitForEvent('download', soon);
  await take.press('Enter');
  const file = await readFile(await (await saved).path());
  expect(file.subarray(0, 2).toString()).toBe('PK');
  expect(file.includes('json/web_users.json') || file.includes('cuenta.csv')).toBe(true);
});

test('how long it is kept who looked is set for an organization, with its limits said by the field', async ({ page }) => {
  await page.goto('/home');
  const api = await apiOfPage(page);
  const made = await api.post('/v2/organization/organizations', {
    name: `Consultas ${Date.now().toString(36)}`,
    slug: `consultas-${Date.now().toString(36)}`,
    email: 'consultas@club.test',
    stateid: 9,
    platforms: ['EVENT'],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const id = made.body['organizationid'];
  await page.goto(`/organizations/${id}/edit`);
  const months = page.getByLabel('Meses que se conservan las consultas');
  await expect(months).toHaveValue('24');
  await months.fill('3');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.locator('[data-field="looks_months"]')).toContainText('6');
  await months.fill('12');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page).toHaveURL(new RegExp(`/organizations/${id}$`));
  await expect(fact(page, 'Meses que se conservan las consultas')).toContainText('12');
  expect((await api.get(`/v2/organization/organizations/${id}`))['looks_months']).toBe(12);
});
