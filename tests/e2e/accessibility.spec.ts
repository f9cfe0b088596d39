import type { Locator, Page } from '@playwright/test';
import { findings } from './support/findings';
import { expect, test } from './support/test';
import { isLong } from '../support/effort';
import { withoutLive } from '../support/withoutLive';

const languages = ['es', 'en'] as const;
/** The rows of a list are drawn alike, so the first ones speak for all. */
const laterRows = 'tbody tr:nth-child(n+4)';

const title = (page: Page, text: RegExp): Locator => page.getByRole('heading', { level: 1, name: text });
const firstRow = (page: Page): Locator => page.locator('.list [data-row-link]').first();
const article = (page: Page): Locator => page.getByRole('article').first();
const form = (page: Page): Locator => page.locator('form [data-field]').first();
/** Where each screen is, and what is on it once it has come. */
const screens: readonly (readonly [name: string, path: string, come: (page: Page) => Locator])[] = [
  ['home', '/home', (page) => page.locator('.asd-event a').first()],
  ['inbox', '/inbox?show=all', (page) => page.locator('.asd-inbox-letter')],
  ['list', '/events', firstRow],
  ['list in a workspace', '/events/1/inscriptions', firstRow],
  ['record', '/events/1', article],
  ['record in a workspace', '/events/1/coupons/1', article],
  ['create form', '/coupons/create', form],
  ['edit form', '/events/1/edit', form],
  ['record that is not there', '/events/999999', (page) => title(page, /^No encontramos este registro$|^We could not find this record$/)],
  ['page that is not there', '/no-such-page', (page) => title(page, /^No encontramos esta página$|^We could not find this page$/)],
  [
    'page without key',
    '/web_users',
    (page) => title(page, /^No tienes permiso para ver esta página$|^You do not have permission to see this page$/),
  ],
];

/** Waits until nothing is on its way any more, and nothing is half faded in, which has no contrast. */
const atRest = async (page: Page): Promise<void> => {
  await expect(page.locator('[aria-busy="true"], .asd-skeleton, [data-moving]')).toHaveCount(0);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
};
const open = async (page: Page, path: string, come: (page: Page) => Locator): Promise<void> => {
  await withoutLive(page);
  await page.goto(path);
  await expect(come(page)).toBeVisible();
  await page.waitForLoadState('networkidle'); // what is not there may be asked for once more
  await atRest(page);
};
/** Checks the page in the dark too, where nothing but the colours is another. */
const onBothGrounds = async (page: Page, except: readonly string[] = [laterRows]): Promise<readonly string[]> => {
  const light = await findings(page, { except });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.waitForFunction(() => (document.documentElement.dataset['theme'] ?? 'dark') === 'dark'); // the authentication site has no script that notes it
  await atRest(page);
  return [...light, ...(await findings(page, { except, coloursOnly: true })).map((line) => `in the dark: ${line}`)];
};

/** One of each kind, in the gate; a long run judges all of them, and the walk through the menu judges every screen by day. */
const kinds = new Set(['home', 'list in a workspace', 'record in a workspace', 'edit form', 'page without key']);
const judged = screens.filter(([name]) => isLong || kinds.has(name));
for (const [name, path, come] of judged) {
  // The walk through the menu looks at lists and records in English too.
  test(`axe finds nothing on the ${name}, on either ground`, async ({ page }) => {
    await open(page, path, come);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    expect(await onBothGrounds(page)).toEqual([]);
  });
}

for (const language of isLong ? languages : (['es'] as const)) {
  test(`axe finds nothing on a phone and in the dark, ${language}`, async ({ page }) => {
    await page.addInitScript((lang) => localStorage.setItem('dorsal.lang', lang), language);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await open(page, '/events/1/inscriptions', () =>
      page
        .getByRole('region', { name: language === 'es' ? 'Inscripciones' : 'Registrations' })
        .getByRole('link')
        .first(),
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out at the side').toBeLessThanOrEqual(360);
    expect(await findings(page, { except: [laterRows] })).toEqual([]);
  });
}

test.describe('nobody', () => {
  test.use({ profile: null });
  for (const language of languages) {
    test(`axe finds nothing on the pages of the authentication site, on either ground, ${language}`, async ({ page }) => {
      for (const path of ['signin', 'signin?error=CredentialsSignin', 'error?error=Configuration']) {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await open(page, `/api/auth/${path}${path.includes('?') ? '&' : '?'}lng=${language}`, () =>
          page.getByRole('heading', { level: 1 }),
        );
        expect(await onBothGrounds(page), path).toEqual([]);
      }
    });
  }
});

/** What opens over or next to a screen: how it is opened, and what it then shows. */
const openings: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<void>])[] = [
  [
    'palette',
    '/home',
    async (page) => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  ],
  [
    'help on shortcuts',
    '/home',
    async (page) => {
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  ],
  [
    'side panel',
    '/events/1/inscriptions',
    async (page) => {
      await firstRow(page).click();
      await expect(
        page
          .getByRole('complementary')
          .filter({ has: page.getByRole('heading') })
          .first(),
      ).toBeVisible();
    },
  ],
  [
    'action dialog',
    '/events/1/inscriptions',
    async (page) => {
      await page
        .getByRole('checkbox', { name: /^Seleccionar (?!las)/ })
        .first()
        .check();
      await page
        .getByRole('region', { name: 'Acciones sobre la selección' })
        .getByRole('button', { name: 'Actualizar comentario' })
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  ],
  [
    'filter builder',
    '/events/1/inscriptions',
    async (page) => {
      await page.getByRole('button', { name: 'Filtrar' }).click();
      await expect(page.getByLabel('Buscar un campo')).toBeFocused();
    },
  ],
  [
    'saved views',
    '/events/1/inscriptions',
    async (page) => {
      await page.locator('.list-views-button').click();
      await expect(page.getByRole('button', { name: 'Vista estándar' })).toBeVisible();
    },
  ],
  [
    'record with its history',
    '/events/1/coupons/1',
    async (page) => {
      await expect(
        page
          .getByRole('complementary', { name: 'Historial' })
          .or(page.getByRole('region', { name: 'Historial' }))
          .first(),
      ).toBeVisible();
    },
  ],
];
for (const [name, path, reach] of openings) {
  test(`axe finds nothing on the ${name}, open, on either ground`, async ({ page }) => {
    await open(page, path, screens.find(([, at]) => at === path)![2]);
    await reach(page);
    await atRest(page);
    expect(await onBothGrounds(page, ['nav', 'tbody tr:nth-child(n+2)']), 'the screen itself is judged above').toEqual([]);
  });
}

/** The screens that people look at all day. */
const daily = screens.filter(([name]) => ['home', 'list in a workspace', 'record', 'edit form'].includes(name));
test('no screen of every day sticks out at the side at 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [name, path, come] of daily) {
    await page.goto(path);
    await expect(come(page)).toBeAttached();
    await atRest(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(360);
  }
});
