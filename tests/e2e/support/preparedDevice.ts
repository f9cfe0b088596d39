import { expect, type Page } from '@playwright/test';

export const pin = '402817';
/** Keeps the event of a desk or a door on this device, from the button to the sign that it is ready. */
export const prepareDevice = async (page: Page, timeout?: number): Promise<void> => {
  await page.getByRole('button', { name: 'Preparar sin red' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('PIN de 6 a 12 dígitos').fill(pin);
  await dialog.getByLabel('Repite el PIN').fill(pin);
  await dialog.getByRole('button', { name: 'Preparar', exact: true }).click();
  await expect(page.getByRole('status').getByText('Listo: este dispositivo abre sin red.')).toBeAttached(
    timeout === undefined ? {} : { timeout },
  );
};
/** Opens the device at the door that a start without a network shows. */
export const enterPin = async (page: Page): Promise<void> => {
  await page.getByLabel('PIN de este dispositivo').fill(pin);
  await page.getByRole('button', { name: 'Abrir', exact: true }).click();
};
