import type { Download, Page } from '@playwright/test';

/** Opens the panel of the list on screen, chooses a format and presses the button. */
export const askForFile = async (page: Page, format: string): Promise<void> => {
  await page.getByRole('button', { name: 'Descargar', exact: true }).first().click();
  await page.getByRole('radio', { name: format }).check();
  await page.locator('.list-export').getByRole('button', { name: 'Descargar', exact: true }).click();
};

/** Saves the list on screen as a file. */
export const downloadList = async (page: Page, format: string): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), askForFile(page, format)]);
  return download;
};
