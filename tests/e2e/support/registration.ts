import type { Locator, Page } from '@playwright/test';
import { apiOf, type Api, type Json } from './raceDay';
import { expect, test as base } from './test';

export { expect } from './test';
export type { Json, RaceDay } from './raceDay';

/** Browser tests of registrations: an event of their own, the real server, and people who are signed in. */
export const test = base.extend({ profile: 'customer-support' });

/** The requests of the person whose page it is. */
export const apiOfPage = (page: Page): Promise<Api> => apiOf(page.request, process.env['DORSAL_E2E_URL']!);

/** The words that every language has for the same button. */
const moreActions = /^(Más acciones|More actions)$/;

/** Opens the page of an inscription and waits until it is there. */
export const openRecord = async (page: Page, { inscriptionid, folio }: Json): Promise<void> => {
  await page.goto(`/inscriptions/${inscriptionid}`);
  await expect(page.getByRole('article').locator('.record-header').first()).toContainText(folio);
  const empty = page.locator('button.show-empty');
  if (await empty.isVisible()) await empty.click(); // tests look at what is empty, too
};
/** The status chip next to the title. */
export const chip = (page: Page): Locator => page.locator('.show-title .status');
/** A value of the record by its label. */
export const fact = (page: Page, label: string): Locator =>
  page
    .locator('.show-values > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
    .getByRole('definition')
    .first();
/** What happened last, as the history tells it. */
export const lastEntry = (page: Page): Locator =>
  page
    .getByRole('complementary', { name: /^(Historial|History)$/ })
    .getByRole('listitem')
    .first();

/** Opens the menu of what may be done with the record on screen. */
export const openMenu = async (page: Page): Promise<Locator> => {
  await page.getByRole('article').getByRole('button', { name: moreActions }).click();
  return page.getByRole('menu', { name: moreActions });
};
/** What is not possible now is under one entry of the menu. */
export const unfold = (page: Page): Promise<void> => page.getByRole('menuitem', { name: /^Ahora no es posible \(\d+\)$/ }).click();
/** Opens the dialog of an action, from its button or from the menu. */
export const begin = async (page: Page, name: string): Promise<Locator> => {
  const article = page.getByRole('article');
  const standing = article.getByRole('button', { name, exact: true });
  await expect(standing.or(article.getByRole('button', { name: moreActions })).first()).toBeVisible(); // the record comes after its page
  if ((await standing.count()) > 0) await standing.click();
  else await (await openMenu(page)).getByRole('menuitem', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
};
/** Chooses an option of a field of a dialog by what it says, with the keyboard. A field that asks the server is busy until the options match what is typed. */
export const choose = async (dialog: Locator, label: string, option: string): Promise<void> => {
  const page = dialog.page(),
    named = { name: label };
  const box = dialog.getByRole('combobox', named);
  const chosen = dialog
    .locator('.asd-select')
    .filter({ has: page.getByRole('combobox', named) })
    .locator('.asd-select-selection-item');
  const options = page.locator('.asd-select-item-option').filter({ visible: true });
  await box.fill(option);
  await expect(box).not.toHaveAttribute('aria-busy', 'true');
  await expect(options.first()).toContainText(option);
  await box.press('Enter');
  await expect(chosen).toContainText(option);
  await expect(options).toHaveCount(0);
};
/** Picks what a reference of a form finds for a text. */
export const pick = async (page: Page, label: string, text: string): Promise<void> => {
  const box = page.getByRole('main').getByRole('combobox', { name: label });
  await box.fill(text);
  await expect(box).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.locator('.asd-select-item-option').filter({ visible: true }).first()).toContainText(text);
  await box.press('Enter');
};
/** Rehearses, reads what would happen, and does it. */
export const review = async (
  dialog: Locator,
  name: string,
  expected: string | RegExp,
  words: { readonly review: string } = { review: 'Revisar' },
): Promise<void> => {
  await dialog.getByRole('button', { name: words.review }).click();
  await expect(dialog).toContainText(expected);
  await dialog.getByRole('button', { name, exact: true }).click();
};
