import { expect, test } from './support/test';

test.use({ profile: 'super-admin' });

test('the palette finds a registration by its folio with one request, marks it and opens it from the keyboard', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/1/indexes/')) sent.push(request.postData() ?? '');
  });
  await page.goto('/inscriptions');
  const folio = await page.locator('tbody a').first().innerText();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar o ir a' }).fill(folio);
  const group = page.getByRole('group', { name: 'Inscripciones', exact: true });
  await expect(group.getByRole('option')).toHaveCount(1);
  await expect(group.locator('mark').first()).toHaveText(folio);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('"indexName":"web_users"');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/inscriptions\/\d+$/);
});
