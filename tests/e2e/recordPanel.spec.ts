import { expect, test } from './support/test';
import { withoutLive } from '../support/withoutLive';

test.use({ profile: 'super-admin' });

test('a record opens next to its list, follows the keys and leaves the list where it was', async ({ page, context }) => {
  await page.goto('/events/1/inscriptions');
  const list = page.getByRole('region', { name: 'Inscripciones' });
  const links = list.locator('[data-row-link]');
  await expect(links.first()).toBeVisible();
  const anyPanel = page.getByRole('complementary', { name: /^Inscripción/ });
  const names = await links.allInnerTexts();
  const panel = (folio: string) => anyPanel.filter({ hasText: folio });
  const scroller = list.locator('.list-scroll');
  await scroller.evaluate((element) => {
    element.scrollTop = 120;
  });

  await links.nth(6).click();
  await expect(panel(names[6]!)).toBeVisible();
  expect(await scroller.evaluate(({ scrollTop }) => scrollTop), 'the list stays where it was').toBe(120);
  await page.keyboard.press('j');
  await expect(panel(names[7]!)).toBeVisible();
  await page.reload();
  await expect(panel(names[7]!)).toBeVisible();
  await page.goBack();
  await expect(anyPanel).toHaveCount(0);

  await links.nth(2).focus();
  await page.keyboard.press('p');
  await expect(panel(names[2]!)).toBeVisible();
  await page.keyboard.press('p');
  await expect(panel(names[2]!)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(anyPanel).toHaveCount(0);
  await expect(links.nth(2)).toBeFocused();

  const [tab] = await Promise.all([context.waitForEvent('page'), links.nth(2).click({ modifiers: ['ControlOrMeta'] })]);
  await tab.waitForURL(/\/events\/1\/inscriptions\/\d+$/);
  await tab.close();
  await expect(page).toHaveURL(/\/events\/1\/inscriptions$/);
});

test('on a narrow desk it lies over the list, and on a phone a row leads to its page', async ({ page }) => {
  await withoutLive(page);
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto('/inscriptions');
  const list = page.getByRole('region', { name: 'Inscripciones' });
  const link = list.locator('[data-row-link]').first();
  await expect(link).toBeVisible();
  await page.waitForLoadState('networkidle'); // what is above the list has come
  await page.evaluate(() => document.fonts.ready);
  const before = await list.boundingBox();
  await link.click();
  const anyPanel = page.getByRole('complementary', { name: /^Inscripción/ });
  await expect(anyPanel).toBeVisible();
  expect(await list.boundingBox()).toEqual(before);
  await anyPanel.getByRole('button', { name: 'Cerrar el panel' }).click();
  await expect(link).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await link.click();
  await expect(page).toHaveURL(/\/inscriptions\/\d+$/);
});

test('the header of an event is one line while the page scrolls, and nothing jumps', async ({ page }) => {
  await withoutLive(page);
  await page.goto('/events/1/settings');
  const header = page.locator('.asd-workspace-top'),
    tabs = page.locator('.asd-workspace-nav');
  await expect(header.getByText('vendidos')).toBeVisible();
  await expect(page.getByRole('article')).toBeVisible();
  await page.waitForLoadState('networkidle'); // so has what makes the page longer
  await expect(page.locator('[aria-busy="true"], .asd-skeleton')).toHaveCount(0);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const whole = await height();
  await page.mouse.move(600, 600);
  await page.mouse.wheel(0, 700);
  await expect(header).toHaveAttribute('data-shrunk', 'true');
  expect(await height()).toBe(whole);
  await expect.poll(async () => Math.round((await tabs.boundingBox())!.y)).toBe(92);
  expect(Math.round((await header.boundingBox())!.height)).toBe(44);
});
