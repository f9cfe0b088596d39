import type { Page } from '@playwright/test';
import { keysAreHeard } from './support/keysAreHeard';
import { expect, test } from './support/test';

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const widthOf = async (page: Page, name: string): Promise<number> => Math.round((await head(page, name).boundingBox())!.width);
const order = (page: Page): Promise<readonly (string | null)[]> =>
  page
    .getByRole('table')
    .locator('th[data-column]')
    .evaluateAll((heads) => heads.map((each) => each.getAttribute('data-column')));
const widths = (page: Page): Promise<readonly number[]> =>
  page
    .getByRole('table')
    .locator('th[data-column]')
    .evaluateAll((heads) => heads.map((each) => each.getBoundingClientRect().width));

test('columns are ordered and widened by keyboard and mouse, keep their width on the next page, and a view stores all of it', async ({
  page,
}) => {
  await page.goto('/events/1/inscriptions');
  await expect(page.locator('table[data-fixed]')).toBeVisible();
  const [first, second] = await order(page);

  await page.getByRole('button', { name: 'Columnas', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Columnas' });
  const handle = panel.getByRole('button', { name: 'Arrastrar la fila 2' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(panel.locator('[data-dragged]')).toBeVisible();
  await keysAreHeard(page);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('La fila 2 pasa al lugar 1.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(async () => (await order(page)).slice(0, 2)).toEqual([second, first]);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  const status = await widthOf(page, 'Estado');
  await head(page, 'Estado').getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => widthOf(page, 'Estado')).toBeGreaterThan(status);
  const edge = (await page.getByTitle('Ancho de Estado').boundingBox())!;
  await page.mouse.move(edge.x + 4, edge.y + 8);
  await page.mouse.down();
  await page.mouse.move(edge.x + 84, edge.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('widths')?.split(':')[1])).toBeGreaterThan(status + 60);

  const before = await widths(page);
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2');
  await expect(page.locator('table[aria-busy="false"]')).toBeVisible();
  expect(await widths(page)).toEqual(before);
  await page.getByTitle('Ancho de Estado').dblclick();
  await expect.poll(() => new URL(page.url()).searchParams.get('widths')).toBeNull();
});

test('columns that follow are counted at the edge, and a pinned one stays while the others move', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await page.goto('/events/1/inscriptions');
  await expect(page.locator('table[data-fixed]')).toBeVisible();
  await page.getByRole('button', { name: 'Columnas', exact: true }).click();
  await page.getByRole('dialog', { name: 'Columnas' }).getByRole('button', { name: 'Fijar a la izquierda: Estado' }).click();
  await page.keyboard.press('Escape');
  const more = page.getByRole('button', { name: /columnas? más/ });
  await expect(more).toBeVisible();
  const left = (await head(page, 'Estado').boundingBox())!.x;
  const count = Number.parseInt((await more.innerText()).trim(), 10);
  await more.click();
  await expect.poll(async () => ((await more.isVisible()) ? Number.parseInt(await more.innerText(), 10) : 0)).toBeLessThan(count);
  expect(Math.abs((await head(page, 'Estado').boundingBox())!.x - left)).toBeLessThan(2);
  const cell = page.getByRole('table').locator('tbody td[data-column="status"]').first();
  expect(Math.abs((await cell.boundingBox())!.x - left)).toBeLessThan(2);
});

test('a phone shows eight registrations at once, each with its athlete, state and event', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/inscriptions');
  const rows = page.getByRole('table').locator('tbody [data-row]');
  await expect(rows.first()).toBeVisible();
  await rows.nth(2).evaluate((row) => row.scrollIntoView({ block: 'start' }));
  await expect
    .poll(() =>
      rows.evaluateAll(
        (all) => all.filter((row) => row.getBoundingClientRect().top >= 0 && row.getBoundingClientRect().bottom <= innerHeight).length,
      ),
    )
    .toBeGreaterThanOrEqual(8);
  for (const column of ['name', 'status', 'eventid']) await expect(rows.nth(3).locator(`td[data-column="${column}"]`)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
