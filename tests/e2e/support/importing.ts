import type { Locator, Page } from '@playwright/test';

/** Chooses a file on the page of a new import. */
export const bringFile = async (page: Page, name: string, text: string): Promise<void> => {
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Elegir archivo' }).click();
  await (await coming).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
};
/** How many rows came to something, as a button that shows them. */
export const countedRows = (page: Page, kind: string): Locator =>
  page.getByRole('group', { name: 'Filas por resultado' }).getByRole('button', { name: kind });
