import type { Page } from '@playwright/test';
import { apiOfPage } from './support/registration';
import { expect, test } from './support/test';

test.use({ profile: 'customer-support', expectedStatuses: [409] });

const filterBy = (value: string): string => encodeURIComponent(JSON.stringify({ field: 'status', op: 'in', value: [value] }));
const button = (page: Page) => page.locator('.list-views-button');
const tab = (page: Page, name: string) => page.getByRole('group', { name: 'Vistas guardadas' }).getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Vistas guardadas' });
const chips = (page: Page) => page.getByRole('list', { name: 'Filtros aplicados' });
const rows = (page: Page) => page.getByRole('table').getByRole('link').first();
const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute('title') ??
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent ??
      null,
  );
/** Walks with Tab until what holds the focus is called so. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let step = 0; step < 40 && (await focusedName(page)) !== name; step += 1) await page.keyboard.press('Tab');
  expect(await focusedName(page)).toBe(name);
};

test.beforeEach(async ({ page }) => {
  const mine = await apiOfPage(page);
  for (const { saved_viewid, version } of await mine.get('/v2/general/saved_views'))
    await mine.remove(`/v2/general/saved_views/${saved_viewid}`, { version }); // what a try before this one left
});

test('saves, applies, renames and deletes a view of a list with the keyboard alone', async ({ page }) => {
  await page.goto(`/inscriptions?sort=-folio&filter=${filterBy('cancelled')}`);
  await expect(rows(page)).toBeVisible();
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('button', { name: 'Vista estándar' })).toBeFocused();
  await tabTo(page, 'Nombre de la vista');
  await page.keyboard.type('Canceladas');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('button', { name: 'Canceladas', exact: true })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(tab(page, 'Canceladas')).toHaveAttribute('aria-current', 'true');
  await expect(button(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, 'Vista estándar');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Canceladas');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toContainText('Cancelada');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    sort: '-folio',
    filter: JSON.stringify({ field: 'status', op: 'in', value: ['cancelled'] }),
  });

  await page.keyboard.press('Enter');
  await tabTo(page, 'Cambiar el nombre de «Canceladas»');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Nombre nuevo')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Bajas');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('button', { name: 'Bajas', exact: true })).toBeVisible();
  await tabTo(page, 'Eliminar «Bajas»');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('group', { name: '¿Eliminar «Bajas»?' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('Todavía no guardas ninguna vista de esta lista.')).toBeVisible();
});

test('opens the list with its default view, unless the address says otherwise', async ({ page, openPage }) => {
  await page.goto(`/orders?q=a`);
  await expect(page.getByRole('searchbox')).toHaveValue('a');
  await button(page).click();
  await page.getByLabel('Nombre de la vista').fill('Con a');
  await page.getByRole('button', { name: 'Guardar lo que se ve' }).click();
  await page.getByRole('button', { name: 'Abrir esta lista siempre con «Con a»' }).click();
  await expect(page.getByRole('button', { name: 'Dejar de abrir esta lista con «Con a»' })).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/orders');
  await expect(page).toHaveURL(/\/orders\?q=a$/);
  await expect(tab(page, 'Con a')).toHaveAttribute('aria-current', 'true');
  await page.goto('/orders?q=b');
  await expect(page.getByRole('searchbox')).toHaveValue('b');
  await expect(tab(page, 'Con a')).not.toHaveAttribute('aria-current');
  expect(new URL(page.url()).search).toBe('?q=b');
  await button(page).click();
  await page.getByRole('button', { name: 'Vista estándar' }).click();
  await expect(page).toHaveURL(/\/orders\?view=standard$/);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(tab(page, 'Estándar')).toHaveAttribute('aria-current', 'true');
  await tab(page, 'Con a').click();
  await expect(page).toHaveURL(/\/orders\?q=a$/);
  await expect(page.getByRole('searchbox')).toHaveValue('a');
  await tab(page, 'Estándar').click();
  await expect(page).toHaveURL(/\/orders\?view=standard$/);

  const other = await openPage('finance');
  await other.goto('/orders');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await button(other).click();
  await expect(panel(other).getByText('Todavía no guardas ninguna vista de esta lista.')).toBeVisible();
  expect(new URL(other.url()).search).toBe('');
});

test('a view with a name that is taken is saved over, and renaming onto it says why not', async ({ page }) => {
  await page.goto('/web_users?q=ana');
  await button(page).click();
  const name = page.getByLabel('Nombre de la vista');
  for (const each of ['Una', 'Otra']) {
    await name.fill(each);
    await page.getByRole('button', { name: 'Guardar lo que se ve' }).click();
    await expect(panel(page).getByRole('button', { name: each, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Cambiar el nombre de «Otra»' }).click();
  await page.getByLabel('Nombre nuevo').fill('Una');
  await panel(page).getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(panel(page).getByRole('alert')).toBeVisible();
});

test('offers what people look for every day as tabs, with how many there are inside an event', async ({ page }) => {
  await page.goto('/events/1/inscriptions');
  const unpaid = page.getByRole('group', { name: 'Vistas guardadas' }).getByRole('button', { name: /^Sin pagar \d/ });
  await expect(unpaid).toBeVisible();
  const said = /\d[\d,]*$/.exec((await unpaid.innerText()).trim())?.[0];
  await unpaid.click();
  await expect(unpaid).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('.list-range')).toHaveText(`1–25 de ${said}`);
  await tab(page, 'Estándar').click();
  await expect(chips(page)).toBeHidden();
});

test('shares a view with the organization, and a colleague has it as a tab', async ({ page, openPage }) => {
  await page.goto(`/inscriptions?filter=${filterBy('cancelled')}`);
  await button(page).click();
  await panel(page).getByLabel('Nombre de la vista').fill('Para el equipo');
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: 'Compartir «Para el equipo» con la organización' }).click();
  await expect(panel(page).getByRole('button', { name: 'Dejar de compartir «Para el equipo»' })).toHaveAttribute('aria-pressed', 'true');
  const other = await openPage('super-admin');
  await other.goto('/inscriptions');
  await tab(other, 'Para el equipo').click();
  await expect(chips(other)).toContainText('Cancelada');
});
