import { expect, test } from './support/test';
import { findings } from './support/findings';
import { signIn } from './support/signIn';

test.use({ profile: null, expectedStatuses: [401] }); // a look makes the tokens of before worthless

test('a colleague is seen as from the team, read-only on every page, and one press ends it; the audit says who looked as whom', async ({
  page,
}) => {
  await signIn(page, 'super-admin');
  await page.getByRole('link', { name: 'Membresías' }).press('Enter');
  await page.getByRole('searchbox').first().fill('finance@demo.test');
  const rows = page.locator('.list tbody tr').filter({ hasText: 'finance@demo.test' }).filter({ hasText: 'Dorsal Deportes' });
  const found = rows.locator('[data-row-link]');
  await expect(page.locator('.list tbody tr')).not.toHaveCount(25); // until the search is answered every membership is listed
  await expect(found, 'others may have invited the same person elsewhere').toHaveCount(1);
  await found.press('Enter');
  await page.getByRole('button', { name: 'Ver como esta persona' }).first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ver como esta persona' });
  await dialog.getByLabel('Motivo').fill('No encuentra los pagos de su evento');
  await dialog.getByRole('button', { name: 'Revisar' }).press('Enter');
  await expect(dialog).toContainText('Recibe un aviso con tu nombre y el motivo');
  expect(await findings(page, { only: '[role="dialog"]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Ver como esta persona' }).press('Enter');

  const bar = page.getByRole('region', { name: 'Ver como otra persona' });
  await expect(bar).toContainText(/ve como/);
  await expect(bar).toContainText('Solo lectura');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('link', { name: 'Membresías' })).toHaveCount(0);
  expect(await findings(page)).toEqual([]);

  await page
    .getByRole('link', { name: 'Pagos', exact: true })
    .or(page.getByRole('link', { name: 'Eventos', exact: true }))
    .first()
    .press('Enter');
  await expect(page.locator('.list [data-row-link]').first()).toBeVisible();
  await expect(
    page.getByRole('group', { name: 'Herramientas de la lista' }).getByRole('button', { name: /Descargar|vistas/i }),
  ).toHaveCount(0);
  await page.locator('.list [data-row-link]').first().press('Enter');
  await expect(bar).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: /Editar|Guardar/ })).toHaveCount(0);
  await page.reload();
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Terminar' }).press('Enter');
  await expect(bar).toHaveCount(0);
  await expect(page).toHaveURL(/\/home$/); // with the keys of the looker the page starts again
  await page.getByRole('link', { name: 'Cambios y consultas' }).press('Enter');
  const lines = page.getByRole('list', { name: 'Cambios y consultas' }).getByRole('listitem');
  await expect(lines.first()).toContainText(/^(?!.* como .*dejó).*dejó de ver como (?!Membresía)/);
  await expect(lines.filter({ hasText: /abrió/ }).first()).toContainText(' como ');
  await expect(lines.filter({ hasText: /empezó a ver como (?!Membresía)\S+/ })).toHaveCount(1);
});
