import type { Locator, Page } from '@playwright/test';
import { keysAreHeard } from './support/keysAreHeard';
import { expect, test } from './support/test';

test.use({ profile: 'super-admin' });

const slides = (page: Page): Locator => page.locator('.rows-card');
const names = (page: Page): Promise<readonly string[]> => slides(page).locator('.rows-summary').allInnerTexts();
const handle = (page: Page, row: number): Locator => page.getByRole('button', { name: `Arrastrar la fila ${row}`, exact: true });
const open = async (page: Page): Promise<readonly string[]> => {
  await page.goto('/carousels/1/edit');
  await expect(handle(page, 3)).toBeVisible();
  // Closed rows are short, so that all of them are in sight.
  const opened = page.locator('.rows-toggle[aria-expanded=true]');
  while ((await opened.count()) > 0) await opened.first().click();
  return names(page);
};
const saved = async (page: Page): Promise<readonly string[]> => {
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  expect((await answer).status()).toBe(200);
  return open(page);
};
/** Lets go only once the row is known to lie over its new place. */
const over = (page: Page, says: string): Promise<void> => expect(page.locator('[id^=DndLiveRegion]').last()).toHaveText(says);
const middle = async (of: Locator): Promise<{ readonly x: number; readonly y: number }> => {
  await of.scrollIntoViewIfNeeded();
  const box = (await of.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('slides are put in order with the mouse, and the order is saved', async ({ page }) => {
  const [first, second, third, ...rest] = await open(page);
  const [from, to] = [await middle(handle(page, 3)), await middle(handle(page, 1))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, (from.y + to.y) / 2, { steps: 6 });
  await page.mouse.move(to.x, to.y - 4, { steps: 6 });
  await expect(page.locator('[data-dragged]')).toHaveCount(1);
  await over(page, 'La fila 3 pasa al lugar 1.');
  await page.mouse.up();
  const wanted = [third, first, second, ...rest];
  await expect.poll(() => names(page)).toEqual(wanted);
  expect(await saved(page)).toEqual(wanted);
});

test('with the keyboard too, in words; Escape puts the row back', async ({ page }) => {
  const [first, second, third, ...rest] = await open(page);
  const status = page.locator('[id^=DndLiveRegion]');
  const press = async (key: string, says: string): Promise<void> => {
    await page.keyboard.press(key);
    await expect(status).toHaveText(says);
    await keysAreHeard(page);
  };
  await handle(page, 1).focus();
  await press('Space', 'La fila 1 está tomada, en su lugar.');
  await press('ArrowDown', 'La fila 1 pasa al lugar 2.');
  await press('Escape', 'La fila 1 volvió a su lugar.');
  expect(await names(page)).toEqual([first, second, third, ...rest]);
  await press('Space', 'La fila 1 está tomada, en su lugar.');
  await press('ArrowDown', 'La fila 1 pasa al lugar 2.');
  await press('Space', 'La fila 1 quedó en el lugar 2.');
  await expect.poll(() => names(page)).toEqual([second, first, third, ...rest]);
  await expect(handle(page, 2)).toBeFocused();
  expect(await saved(page)).toEqual([second, first, third, ...rest]);
});

test('the sponsors of an event are put in order in their tab, and the list follows', async ({ page }) => {
  await page.goto('/events/1/sponsors');
  const order = page.getByRole('button', { name: 'Ordenar', exact: true });
  await order.click();
  const dialog = page.getByRole('dialog', { name: 'Ordenar' });
  const places = dialog.getByRole('listitem').locator('b');
  await expect(places).toHaveCount(4);
  const [first, second, third, fourth] = await places.allInnerTexts();
  const grip = (row: number): Locator => dialog.getByRole('button', { name: `Arrastrar la fila ${row}`, exact: true });
  const [from, to] = [await middle(grip(3)), await middle(grip(1))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, (from.y + to.y) / 2, { steps: 6 });
  await page.mouse.move(to.x, to.y - 4, { steps: 6 });
  await over(page, 'La fila 3 pasa al lugar 1.');
  await page.mouse.up();
  await expect(places).toHaveText([third!, first!, second!, fourth!]);
  // What is pressed within 50 ms after a drop counts as its end, so the page lets that time pass.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  await dialog.getByRole('button', { name: 'Bajar la fila 1', exact: true }).click();
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('tr[data-row] [data-row-link]')).toHaveText([first!, third!, second!, fourth!]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('a finger on the handle drags the row instead of scrolling the page', async ({ page }) => {
    const [first, second, ...rest] = await open(page);
    const [from, to] = [await middle(handle(page, 1)), await middle(handle(page, 2))];
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] });
    await send('touchStart', from.y);
    for (let step = 1; step <= 8; step += 1) await send('touchMove', from.y + ((to.y + 6 - from.y) * step) / 8);
    await expect(page.locator('[data-dragged]')).toHaveCount(1);
    await over(page, 'La fila 1 pasa al lugar 2.');
    await send('touchEnd');
    await expect.poll(() => names(page)).toEqual([second, first, ...rest]);
  });
});
