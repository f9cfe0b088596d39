import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test';

const numberIn = (text: string): number => Number(text.replace(/[^\d.]/g, ''));
interface Read {
  readonly key: string;
  readonly href: string;
  readonly value: number;
}

const settled = (page: Page): Promise<void> => expect(page.locator('[aria-busy=true]')).toHaveCount(0);
const read = async (page: Page, links: Locator = page.locator('[data-figure]')): Promise<readonly Read[]> => {
  await settled(page);
  const raw = await links.evaluateAll((all) =>
    all.map((link) => ({
      key: link.getAttribute('data-figure'),
      href: link.getAttribute('href')!,
      text: link.querySelector('strong')!.textContent ?? '',
    })),
  );
  return raw.map(({ key, href, text }) => ({ key: key ?? '', href, value: numberIn(text) }));
};
/** How many records a list says that it has: `1–25 de 1,234`, or nothing at all. */
const total = async (page: Page): Promise<number> => {
  await settled(page);
  const range = page.locator('.list-range').first();
  await expect(range.or(page.locator('.list-notice')).first()).toBeVisible();
  return (await range.count()) > 0 ? numberIn((await range.innerText()).split(' de ').at(-1)!) : 0;
};
const explained = async (page: Page, { key, href }: Read): Promise<number> => {
  await page.goto(href);
  if (key !== 'revenue') return total(page);
  await settled(page);
  return (
    numberIn(await page.locator('[data-total=revenue_cents]').innerText()) -
    numberIn(await page.locator('[data-total=refunded_cents]').innerText())
  );
};
const named = [
  'registered',
  'today',
  'week',
  'kits',
  'revenue',
  'mix-active',
  'mix-hold',
  'mix-disputed',
  'mix-closed',
  'pace-current',
  'pace-then',
  'pace-previous',
];

test.use({ profile: 'super-admin' });

test('every figure of the home page is the total of the list that it leads to', async ({ page }) => {
  test.slow(); // a dozen lists are opened, one for each figure
  await page.goto('/home');
  await expect(page.locator('[data-figure=pace-previous]')).toBeVisible();
  const figures = await read(page);
  expect(figures.map(({ key }) => key)).toEqual(expect.arrayContaining(named));
  for (const figure of figures) expect([figure.key, await explained(page, figure)]).toEqual([figure.key, figure.value]);
  expect(figures.filter(({ value }) => value > 0).length).toBeGreaterThan(6);
});

test('a region narrows every figure to its events, and stays in the address', async ({ page }) => {
  test.slow(); // a dozen lists are opened, one for each figure
  await page.goto('/home');
  await expect(page.locator('[data-figure=pace-previous]')).toBeVisible();
  const whole = new Map((await read(page)).map(({ key, value }) => [key, value]));
  await page.getByLabel('Región').selectOption('bajio');
  await expect(page).toHaveURL(/region=bajio/);
  await expect
    .poll(async () => numberIn(await page.locator('[data-figure=registered] strong').innerText()))
    .toBeLessThan(whole.get('registered')!);
  await expect(page.locator('[data-figure=pace-previous]')).toBeVisible();
  const figures = await read(page);
  for (const figure of figures) {
    expect(decodeURIComponent(figure.href), figure.key).toMatch(
      figure.key.startsWith('pace-') ? /"field":"eventid"/ : /"(eventid\.)?region","op":"eq","value":"bajio"/,
    );
    expect([figure.key, await explained(page, figure)]).toEqual([figure.key, figure.value]);
    if (whole.has(figure.key) && !figure.key.startsWith('pace-'))
      expect(figure.value, figure.key).toBeLessThanOrEqual(whole.get(figure.key)!);
  }
  for (const key of ['registered', 'revenue', 'mix-active', 'mix-closed'])
    expect(figures.find((each) => each.key === key)!.value, key).toBeLessThan(whole.get(key)!);
});

test('another event is compared by choosing it, which stays in the address', async ({ page }) => {
  await page.goto('/home');
  const event = page.getByLabel('Evento', { exact: true });
  await expect(event).toBeVisible();
  const [, second] = await event.locator('option').all();
  const name = await second!.innerText();
  await event.selectOption({ label: name });
  await expect(page.locator('[data-figure=pace-current] span')).toHaveText(name);
  await page.reload();
  await expect(page.locator('[data-figure=pace-current] span')).toHaveText(name);
});
