import type { Page } from '@playwright/test';
import { findings } from './support/findings';
import { apiOfPage, begin, choose, expect, test } from './support/registration';

test.use({ profile: 'super-admin' });
const look = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};

test('two accounts of one person are compared, merged with the values that were chosen, and the merge is undone', async ({ page }) => {
  await page.goto('/home');
  const api = await apiOfPage(page);
  const mark = Date.now().toString(36);
  const account = async (more: object): Promise<number> =>
    (
      await api.post('/v2/user/web_users', {
        first_name: 'Ximena',
        last_name: `Duarte ${mark}`,
        gender: 'F',
        birth_date: '1991-07-03',
        ...more,
      })
    ).body['web_userid'];
  const one = await account({ email: `ximena-${mark}@atleta.test`, club: 'Halcones' });
  const other = await account({ first_name: 'Jimena', email: `xime.${mark}@atleta.test`, city: 'Puebla' });
  await page.goto('/web_users/create');
  await page.getByRole('main').locator('[data-field="email"] input').fill(`ximena-${mark}@atleta.test`);
  await expect(page.getByRole('status').getByRole('link', { name: `Ximena Duarte ${mark}` })).toBeVisible(); // the likely twin

  await page.goto(`/web_users/${one}`);
  const dialog = await begin(page, 'Fusionar con otra cuenta');
  await choose(dialog, 'La otra cuenta', `Jimena Duarte ${mark}`);
  await dialog.getByRole('button', { name: 'Fusionar con otra cuenta' }).click();
  await dialog.getByRole('link', { name: /^Abrir / }).click();
  const compare = page.getByRole('region', { name: 'Las dos cuentas' }).first();
  await expect(compare.getByRole('row', { name: /Club/ })).toContainText('Halcones');
  await expect(compare.getByRole('row', { name: /Ciudad/ })).toContainText('Puebla');
  expect(await findings(page)).toEqual([]);
  await look(page, 'merge-compare');
  await page.getByRole('button', { name: 'Fusionar las dos cuentas' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible(); // a reason is missing
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Se registró dos veces');
  await page.getByRole('button', { name: 'Fusionar las dos cuentas' }).click();
  await expect(page.getByText('Hecha').first()).toBeVisible();
  await look(page, 'merge-done');
  const merged = [await api.get(`/v2/user/web_users/${one}`), await api.get(`/v2/user/web_users/${other}`)];
  const stays = merged.find(({ status }) => status === 'active')!;
  expect(stays).toMatchObject({ club: 'Halcones', city: 'Puebla' });
  await page.goto(`/web_users/${stays['web_userid'] === one ? other : one}`);
  await expect(page.getByRole('article')).toContainText(/Fusionad/);
  await page.goBack();
  await expect(page.getByRole('article').getByRole('button', { name: 'Deshacer la fusión' })).toBeVisible();
  const undo = await begin(page, 'Deshacer la fusión');
  await undo.getByRole('textbox', { name: 'Motivo' }).fill('Eran dos personas');
  const review = undo.getByRole('button', { name: 'Revisar' });
  if (await review.isVisible()) await review.click();
  await undo.getByRole('button', { name: 'Deshacer la fusión' }).click();
  await expect(page.getByText('Deshecha').first()).toBeVisible();
  expect(await api.get(`/v2/user/web_users/${other}`)).toMatchObject({ status: 'active' });
});
