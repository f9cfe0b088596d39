import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build, preview, type PreviewServer } from 'vite';
import { isLong } from '../support/effort';
import { findings } from './support/findings';
import { expect, noisyTest as test } from './support/test';
import { patience } from '../support/limits';

test.use({ baseURL: undefined, profile: null }); // and asks no server for anything
const folder = mkdtempSync(join(tmpdir(), 'dorsal-gallery-'));
let server: PreviewServer;
let address = '';
test.beforeAll(async () => {
  test.setTimeout(60_000 * patience); // the whole gallery is built
  const options = { logLevel: 'error', build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: 'gallery.html' } } } as const;
  await build(options);
  server = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } });
  address = `${server.resolvedUrls!.local[0]!}gallery.html`;
});
test.afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const picture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#667089"/></svg>',
);
/** Opens the stage. Pictures that examples name are drawn; anything else that leaves the page is noted. */
const openStage = async (page: Page): Promise<readonly string[]> => {
  const left: string[] = [];
  await page.route(/^(?!data:|blob:)/, (route) => {
    const request = route.request();
    if (request.resourceType() === 'image' && !request.url().endsWith('/bib.svg'))
      return route.fulfill({ contentType: 'image/svg+xml', body: picture });
    if (request.url().startsWith(new URL(address).origin) && !/\/(api|v2|locales)\//.test(request.url())) return route.continue();
    left.push(request.url());
    return route.abort();
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${address}?stage&theme=light&lang=es`);
  return left;
};
/** Puts the page on a ground of the product. */
const setGround = async (page: Page, ground: Ground): Promise<void> => {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, ground);
  await atRest(page);
};
const walkMs = 90_000 * patience; // half of the pages, one after the other
/** The ids of all pages, from the index of the gallery itself. */
const storiesOf = async (page: Page): Promise<readonly string[]> => {
  await page.goto(address);
  await expect(page.locator('.gallery-index a').first()).toBeVisible();
  return page
    .locator('.gallery-index a')
    .evaluateAll((links) => links.map((link) => decodeURIComponent((link as HTMLAnchorElement).hash.slice(1))));
};
/** Waits until nothing moves: half faded in has no contrast, and what takes its colour from around it moves when that has come to rest. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (;;) {
      const moving = document
        .getAnimations()
        .filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map((each) => each.finished));
      await new Promise(requestAnimationFrame);
    }
  });
/** Shows one page and answers how it ended: `ready`, `busy` for good, or `broken`. */
const show = async (page: Page, story: string): Promise<string> => {
  await page.evaluate((hash) => {
    location.hash = encodeURIComponent(hash);
  }, story);
  const answer = await page.waitForFunction(
    (id) =>
      /^(ready|busy|broken):/.test(document.documentElement.dataset['story'] ?? '') &&
      document.documentElement.dataset['story']!.endsWith(`:${id}`) &&
      document.documentElement.dataset['story']!.split(':')[0],
    story,
  );
  await atRest(page);
  return String(await answer.jsonValue());
};
const shownOnPurpose = 'shown on purpose';

const widths = { wide: 1280, narrow: 360 } as const;
const grounds = ['light', 'dark'] as const;
type Ground = (typeof grounds)[number];
/** What is wrong with the story on screen: judged whole on one ground, in a long run by its colours on the other too, and measured on a desk and on a phone. */
const judge = async (page: Page, state: string, ground: Ground): Promise<readonly string[]> => {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  const wide = await width(),
    whole = await findings(page);
  const others = isLong ? grounds.filter((each) => each !== ground) : [];
  const colours: string[] = [];
  for (const other of others) {
    await setGround(page, other);
    colours.push(...(await findings(page, { coloursOnly: true })).map((line) => `${other}: ${line}`));
    await setGround(page, ground);
  }
  await page.setViewportSize({ width: widths.narrow, height: 800 });
  const narrow = await width();
  await page.setViewportSize({ width: widths.wide, height: 800 });
  return [
    ...(state === 'broken' ? ['is broken'] : []),
    ...(wide > widths.wide ? [`${wide} pixels wide on a desk`] : []),
    ...(narrow > widths.narrow ? [`${narrow} pixels wide on a phone`] : []),
    // A screen that is still loading has no title yet.
    ...whole.filter((line) => !(state === 'busy' && line.startsWith('page-has-heading-one:'))).map((line) => `${ground}: ${line}`),
    ...colours,
  ];
};

// Every other page is judged on the dark ground: colours are tokens that all pages share, and a long run judges each page on both.
for (const [half, ground] of grounds.entries()) {
  test(`every page of the gallery comes to its state, sticks out on no screen, and axe finds nothing, half ${half + 1} on the ${ground} ground`, async ({
    page,
  }) => {
    test.setTimeout(walkMs);
    const all = await storiesOf(page);
    const stories = all.filter((_, at) => at % 2 === half);
    await page.setViewportSize({ width: widths.wide, height: 800 });
    expect(all.length).toBeGreaterThan(readdirSync('src/fields', { withFileTypes: true }).filter((entry) => entry.isDirectory()).length);
    const complaints: string[] = [];
    let story = '';
    page.on('pageerror', (error) => complaints.push(`${story}: uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !message.text().includes(shownOnPurpose))
        complaints.push(`${story}: ${message.text()}`);
    });
    const left = await openStage(page);
    await setGround(page, ground);
    const found: string[] = [];
    for (story of stories) {
      const state = await show(page, story);
      found.push(...(await judge(page, state, ground)).map((line) => `${story}: ${line}`));
    }
    expect(found).toEqual([]);
    expect(complaints, 'the console stays silent').toEqual([]);
    expect(left, 'nothing is asked of a server').toEqual([]);
  });
}

test('nothing of the gallery is in the product', async ({ request, server: product }) => {
  const files = readdirSync('dist/client', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => /gallery/i.test(file))).toEqual([]);
  const marks = ['gallery-stage', 'Carrera del Río', shownOnPurpose, 'specimens'];
  expect(
    readdirSync(join(folder, 'assets'))
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => marks.filter((mark) => readFileSync(join(folder, 'assets', name), 'utf8').includes(mark))),
    'the marks are those of the gallery',
  ).toEqual(expect.arrayContaining(marks));
  expect(
    files
      .filter((file) => /\.(js|css|html|json)$/.test(file))
      .filter((file) => marks.some((mark) => readFileSync(file, 'utf8').includes(mark))),
  ).toEqual([]);
  const answer = await request.get(`${product.url}/gallery.html`);
  expect(await answer.text()).not.toContain('src="/src/gallery');
});
