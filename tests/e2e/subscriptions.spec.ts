import { expect, test } from './support/test';

test.use({ profile: 'customer-support' });

test('a new subscription gets its card by a link, is charged, and is cancelled and kept', async ({ page }) => {
  await page.goto('/apolo_subscriptions?filter=' + encodeURIComponent(JSON.stringify({ field: 'status', op: 'eq', value: 'pending' })));
  await page.locator('tbody tr a').first().click();
  await page.getByRole('link', { name: 'Abrir página' }).click();
  await expect(page.getByText(/todavía no paga APOLO/)).toBeVisible();
  const copy = page.getByRole('button', { name: 'Copiar enlace para la tarjeta' });
  await expect(copy).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const card = await page.context().newPage();
  await card.goto(link);
  await card.getByLabel(/4242/).check();
  await card.getByRole('button', { name: 'Guardar tarjeta' }).click();
  await expect(card.getByText('Listo. Ya puedes cerrar esta página.')).toBeVisible();
  await card.close();
  await expect(page.getByText(/pagado hasta el/)).toBeVisible();
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Cancelar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Se muda');
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await dialog.getByRole('button', { name: 'Cancelar' }).last().click();
  await expect(dialog.getByText('Listo.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/canceló APOLO/)).toBeVisible();
  await page.getByRole('button', { name: 'Conservar la suscripción' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Conservar la suscripción' }).click();
  await expect(page.getByText(/pagado hasta el/)).toBeVisible();
});
