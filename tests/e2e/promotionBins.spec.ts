import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: 'finance' });

test('the BIN tester says which promotion wins and why the others do not, and never holds a card number', async ({ page }) => {
  await page.goto('/promotion_bins');
  await page.getByRole('button', { name: 'Probar BIN' }).click();
  const dialog = page.getByRole('dialog', { name: 'Probar BIN' });
  const digits = dialog.getByLabel('Primeros dígitos');
  await digits.fill('41523');
  await dialog.getByRole('button', { name: 'Probar BIN' }).click();
  await expect(dialog.getByText('El formato no es válido.').or(dialog.getByText('Mínimo 6 caracteres')).first()).toBeVisible();
  await digits.clear();
  await digits.pressSequentially('4152317700001234');
  await expect(digits).toHaveValue('41523177');
  await dialog.getByRole('button', { name: 'Probar BIN' }).click();
  await expect(dialog.getByRole('row', { name: /20 % Horizonte Platino.*8.*Gana/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /10 % con Banco Horizonte.*Pierde: menos dígitos/ })).toBeVisible();
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/bin.png` });
  await dialog.getByRole('button', { name: 'Volver' }).click();
  await digits.fill('999999');
  await dialog.getByRole('button', { name: 'Probar BIN' }).click();
  await expect(dialog.getByText('Ninguna promoción tiene este BIN.')).toBeVisible();
});
