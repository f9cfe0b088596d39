import { expect, test } from './support/test';
import { demoPassword } from '../../server/demo/demoAccounts';

test.use({ profile: null });

test('the keyboard alone signs in, filters and opens a registration', async ({ page }) => {
  await page.goto('/events/1/inscriptions');
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  await page.keyboard.type('organizer@demo.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  const list = page.getByRole('region', { name: 'Inscripciones' });
  await expect(list.getByRole('link').first()).toBeVisible();

  const filter = list.getByRole('button', { name: 'Filtrar' });
  for (let step = 0; step < 60 && !(await filter.evaluate((element) => element === document.activeElement)); step += 1) await page.keyboard.press('Tab');
  await expect(filter).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Buscar un campo')).toBeFocused();
  await page.keyboard.type('rama');
  await page.keyboard.press('Enter');
  const choice = page.getByRole('checkbox', { name: 'Femenil' });
  for (let step = 0; step < 20 && !(await choice.evaluate((element) => element === document.activeElement)); step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('list', { name: 'Filtros aplicados' })).toContainText('Femenil');

  const first = list.getByRole('row').filter({ has: page.getByRole('link') }).first().getByRole('link').first();
  for (let step = 0; step < 60 && !(await first.evaluate((element) => element === document.activeElement)); step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toBeVisible();
});
