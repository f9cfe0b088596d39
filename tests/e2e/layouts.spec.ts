import type { Locator } from '@playwright/test';
import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: 'super-admin' });
const centre = async (of: Locator): Promise<{ readonly x: number; readonly y: number }> => {
  const { x, y, width } = (await of.boundingBox())!;
  return { x: x + width / 2, y: y + 20 };
};

test('claims are a board: by keyboard from column to column, and a card that is moved asks what the action asks', async ({ page }) => {
  await page.goto('/result_claims');
  await page.getByRole('button', { name: 'Vista', exact: true }).click();
  await page.getByRole('radio', { name: 'Tablero' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/as=board/);
  const open = page.getByRole('region', { name: 'Abierto', exact: true }),
    review = page.getByRole('region', { name: 'En revisión' }),
    rejected = page.getByRole('region', { name: 'Rechazado' });
  const card = open.getByRole('article').first();
  const id = await card.getAttribute('data-row');
  expect(await findings(page)).toEqual([]);

  await card.getByRole('link').focus();
  await page.keyboard.press('ArrowRight');
  await expect(review.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(card.getByRole('link')).toBeFocused();

  const from = await centre(card),
    to = await centre(rejected.getByRole('heading'));
  await page.mouse.move(from.x, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + 60, { steps: 8 });
  await expect(page.getByRole('region', { name: 'Aceptado' })).toHaveAttribute('data-takes', 'true');
  await expect(rejected).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: 'Rechazar' });
  await dialog.getByRole('textbox').first().fill('El chip y el video coinciden.');
  await dialog.getByRole('button', { name: 'Rechazar' }).click();
  await expect(rejected.locator(`[data-row="${id}"]`)).toBeVisible();
  await expect(open.locator(`[data-row="${id}"]`)).toHaveCount(0);
});

test('events are a calendar: month by month, each day leads to its records, and a phone lists the days that have some', async ({
  page,
}) => {
  await page.goto('/events?as=calendar');
  const days = page.locator('.calendar-day');
  await expect(days.first()).toBeVisible();
  await expect(page.locator('[aria-current="date"]')).toHaveCount(1);
  const month = page.getByRole('heading', { level: 2 });
  const named = await month.textContent();
  await page.getByRole('button', { name: 'Mes siguiente' }).click();
  await expect(month).not.toHaveText(named ?? '');
  await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
  await page.getByRole('button', { name: 'Hoy', exact: true }).click();
  await expect(month).toHaveText(named ?? '');
  expect(await findings(page)).toEqual([]);

  const entry = page.locator('.calendar-entry').first();
  const name = (await entry.textContent())?.replace(/^.*\d{2}:\d{2}\s/, '') ?? '';
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(entry).toBeVisible();
  await expect(page.locator('.calendar-day[data-empty]').first()).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await entry.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});

test('registrations are grouped by distance with their count and what they paid, and one of them can be shown alone', async ({ page }) => {
  await page.goto('/events/1/inscriptions');
  await page.getByRole('button', { name: 'Vista', exact: true }).click();
  await page.getByLabel('Agrupar por').selectOption({ label: 'Distancia' });
  await page.keyboard.press('Escape');
  const heading = page.locator('.list-group').first();
  await expect(heading).toContainText(/[\d,]+ registros?/);
  const count = Number(/([\d,]+) registros?/.exec((await heading.textContent()) ?? '')?.[1]?.replace(',', ''));
  expect(await findings(page)).toEqual([]);
  await heading.getByRole('button', { name: 'Ver solo estos' }).click();
  await expect(page.locator('.list-group')).toHaveCount(0);
  await expect(page.locator('.list-range')).toContainText(`de ${count.toLocaleString('es-MX')}`);
});
