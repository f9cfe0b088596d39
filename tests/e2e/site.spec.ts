import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: null });
const event = '/e/10k-de-las-jacarandas-2026';

test('an athlete finds their result from the page of the event, without signing in and without a script', async ({ browser, server }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'es-MX',
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(event);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('10K de las Jacarandas 2026');
  await page.getByRole('link', { name: 'Ver resultados' }).click();
  await expect(page.getByText('Resultados oficiales.')).toBeVisible();
  const first = page.locator('.results tbody tr').first();
  const name = (await first.getByRole('link').innerText()).trim();
  const number = /#(\d+)/.exec(await first.innerText())?.[1] ?? '';
  await page.getByLabel('Nombre o número').fill(number);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.locator('.results tbody tr')).toHaveCount(1);
  await page.locator('.results').getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.locator('.finish')).toHaveText(/^\d+:\d\d:\d\d$/);
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByText('Official results.')).toBeVisible();
  await context.close();
});

test('axe finds nothing on the public pages, on either ground', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of ['', '/results', '/results?q=Garc', '/call']) {
      await page.goto(`${event}${path}`);
      expect(await findings(page), `${path} ${colorScheme}`).toEqual([]);
    }
    await page.locator('body').press('Tab');
  }
});

test.describe('an organizer', () => {
  test.use({ profile: 'organizer' });
  test('opens the public page of an event from its header', async ({ page, context }) => {
    await page.goto('/events/1');
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Página pública' }).click();
    await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Maratón Valle de Anáhuac 2026');
  });
});
