import type { Page } from '@playwright/test';
import { apiOfPage, expect, test } from './support/registration';

test.use({ profile: 'finance' });

const soon = { timeout: 5000 * Number(process.env['TEST_PATIENCE'] ?? 1) };
const bell = /^Bandeja(: [\d,]+ sin leer)?$/;

/** Other work may begin to wait at any time, so the bell is compared with what the server counts. */
const expectBellIsRight = async (page: Page): Promise<void> => {
  const { get } = await apiOfPage(page);
  await expect(async () => {
    const unread = Number((await get('/v2/general/inbox/count'))['unread']);
    await expect(page.getByRole('link', { name: unread > 0 ? `Bandeja: ${unread} sin leer` : 'Bandeja', exact: true })).toBeVisible({
      timeout: 500,
    });
  }).toPass(soon);
};

test('what waits is on the bell without a reload, leads to the work, and is gone once it is done; who asked has nothing of it', async ({
  page,
  openPage,
  raceDay,
}) => {
  test.slow(); // two people do their part
  const chief = await openPage('super-admin');
  await chief.goto('/inbox');
  await expect(chief.getByRole('heading', { level: 1, name: 'Bandeja' })).toBeVisible();
  await chief.getByRole('button', { name: 'Marcar todo como leído' }).click();
  await expect(chief.getByRole('link', { name: 'Bandeja', exact: true })).toBeVisible();

  await page.goto('/home');
  const registration = await raceDay.paid({ distance: 'dear' });
  const asker = await apiOfPage(page);
  const answer = await asker.post(`/v2/inscription/inscriptions/${registration['inscriptionid']}/wallet_refund`, {
    input: { amount_cents: 240_000, reason: 'Se lesionó' },
  });
  expect(answer).toMatchObject({ status: 200, body: { ok: 1 } });

  await expect(chief.getByRole('link', { name: /^Bandeja: \d+ sin leer$/ }), 'the bell rings by itself').toBeVisible(soon);
  await expectBellIsRight(chief);
  const kind = chief.getByRole('region', { name: 'Reembolsos por autorizar' });
  const item = kind.getByRole('listitem').filter({ has: chief.getByRole('img', { name: 'Sin leer' }) });
  await expect(item).toHaveCount(1);
  await expect(item).toContainText('$2,400.00');

  await item.getByRole('button', { name: /^Marcar como leído/ }).press('Enter');
  await expect(item).toHaveCount(0);
  await expectBellIsRight(chief);
  await expect(chief.getByRole('button', { name: /^Marcar como no leído/ })).toBeFocused();
  await chief.getByRole('button', { name: /^Marcar como no leído/ }).press('Enter');
  await expect(item).toHaveCount(1);
  await expectBellIsRight(chief);

  await item.getByRole('link').click();
  await expect(chief).toHaveURL(/\/payments\/\d+$/);
  await chief.getByRole('article').getByRole('button', { name: 'Autorizar reembolso', exact: true }).click();
  await chief.getByRole('dialog').getByRole('button', { name: 'Autorizar reembolso' }).click();
  await expect(chief.getByRole('dialog')).toBeHidden();
  await chief.getByRole('link', { name: bell }).click();
  await chief.getByRole('button', { name: 'Todo', exact: true }).click();
  await expect(chief.getByText(String(registration['folio']))).toBeHidden();

  await page.getByRole('link', { name: bell }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bandeja' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText(String(registration['folio']))).toBeHidden();
});

test('the letter of the morning is turned off and on, and stays so', async ({ page }) => {
  await page.goto('/inbox');
  const wish = page.getByRole('checkbox', { name: 'Recibir un correo por la mañana cuando haya algo nuevo' });
  await expect(wish).toBeChecked();
  await wish.press('Space');
  await expect(page.getByText('Ya no recibirás el correo de la mañana.')).toBeVisible();
  await page.reload();
  await expect(wish).not.toBeChecked();
  await wish.press('Space');
  await expect(page.getByText('Recibirás el correo de la mañana.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ profile: 'super-admin', viewport: { width: 390, height: 844 } });
  test('the bell and every line fit, and a line is one press away from the work', async ({ page }) => {
    await page.goto('/inbox?show=all');
    await expect(page.getByRole('link', { name: bell })).toBeInViewport();
    const first = page.getByRole('main').getByRole('listitem').first();
    await expect(first).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const box = await first.getByRole('button').boundingBox();
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
    await first.getByRole('link').click();
    await expect(page).not.toHaveURL(/\/inbox/);
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
