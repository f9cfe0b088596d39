import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

const openForm = async (page: Page, folioAt: number): Promise<string> => {
  await page.goto('/events/1/inscriptions?sort=-folio');
  const row = page
    .getByRole('region', { name: 'Inscripciones' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .nth(folioAt);
  await row.getByRole('link').first().click();
  await page.getByRole('link', { name: 'Editar', exact: true }).click();
  await expect(page.getByLabel('Club', { exact: true })).toBeVisible();
  return page.url();
};

test('asks once before Back loses what was typed, and keeps it when the person stays', async ({ page }) => {
  const url = await openForm(page, 0);
  const club = page.getByLabel('Club', { exact: true });
  await club.fill('Sin guardar');
  await page.goBack();
  const dialog = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
  await dialog.getByRole('button', { name: 'Seguir aquí' }).click();
  await expect(dialog).toBeHidden();
  expect(page.url()).toBe(url);
  await expect(club).toHaveValue('Sin guardar');
  await page.goBack();
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page).not.toHaveURL(url);
});

test.describe('two people', () => {
  test.use({ expectedStatuses: [409] });

  test('who change the same field see both values, and neither is lost without a question', async ({ page, openPage }) => {
    const url = await openForm(page, 1),
      mark = Date.now(),
      theirWords = `Lo de la otra persona ${mark}`,
      myWords = `Lo mío ${mark}`,
      city = `Toluca ${mark}`;
    const other = await openPage('super-admin');
    await other.goto(url);
    const theirs = other.getByLabel('Club', { exact: true });
    await theirs.fill(theirWords);
    await other.getByLabel('Ciudad', { exact: true }).fill(city);
    await page.getByLabel('Club', { exact: true }).fill(myWords);
    await other.getByRole('button', { name: 'Guardar' }).click();
    await expect(other.getByText('Inscripción: guardado')).toBeVisible();

    await page.getByRole('button', { name: 'Guardar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dos personas cambiaron lo mismo' });
    await expect(dialog).toContainText(theirWords);
    await expect(dialog).toContainText(myWords);
    await dialog.getByRole('radio', { name: myWords }).check();
    const keep = dialog.getByRole('button', { name: 'Guardar con esta elección' });
    await expect(keep, 'the save that was refused is over').toHaveAttribute('aria-busy', 'false');
    await keep.click();
    await expect(page.getByText('Inscripción: guardado')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Atleta' }).getByRole('definition').filter({ hasText: myWords })).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Atleta' }).getByRole('definition').filter({ hasText: city }),
      'what only the other changed stays',
    ).toBeVisible();
  });
});

test.describe('what the server refuses', () => {
  test.use({ expectedStatuses: [400, 409] });

  test('is on its field, and what was typed stays', async ({ page }) => {
    await page.goto('/coupons/create');
    await page.getByLabel(/^Código/).fill('AB');
    await page.getByRole('button', { name: 'Crear' }).click();
    await expect(page.getByRole('alert')).toContainText('Código');
    await expect(page.getByLabel(/^Código/)).toHaveValue('AB');
    await expect(page.getByLabel(/^Código/)).toHaveAttribute('aria-invalid', 'true');
  });
});
