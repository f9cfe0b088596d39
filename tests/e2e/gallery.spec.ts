import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { build, preview, type PreviewServer } from 'vite';

test.use({ trace: 'off' }); // a trace of ninety pages takes longer than the pages
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const folder = mkdtempSync(join(tmpdir(), 'dorsal-gallery-'));
let server: PreviewServer;
let address = '';
test.beforeAll(async () => {
  const options = { logLevel: 'error', build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: 'gallery.html' } } } as const;
  await build(options);
  server = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } });
  address = `${server.resolvedUrls!.local[0]!}gallery.html`;
});
test.afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#667089"/></svg>');
/** Opens the stage. Pictures that examples name are drawn; anything else that leaves the page is noted. */
const openStage = async (page: Page, theme: string, lang: string): Promise<readonly string[]> => {
  const left: string[] = [];
  await page.route(/^(?!data:|blob:)/, (route) => {
    const request = route.request();
    if (request.resourceType() === 'image' && !request.url().endsWith('/bib.svg')) return route.fulfill({ contentType: 'image/svg+xml', body: picture });
    if (request.url().startsWith(new URL(address).origin) && !/\/(api|v2|locales)\//.test(request.url())) return route.continue();
    left.push(request.url());
    return route.abort();
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${address}?stage&theme=${theme}&lang=${lang}`);
  await page.addScriptTag({ path: axe });
  return left;
};
/** What axe finds. A screen that is still loading has no title yet. */
const findings = async (page: Page, state: string): Promise<readonly string[]> => {
  const violations = await page.evaluate(async () => (await (globalThis as unknown as { readonly axe: { run: (context: unknown, options: object) => Promise<AxeResults> } }).axe.run(document, { resultTypes: ['violations'] })).violations);
  return violations.filter(({ id }) => !(state === 'busy' && id === 'page-has-heading-one')).flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(' ')}${any[0] ? ` (${any[0].message})` : ''}`));
};
/** The ids of all pages, from the index of the gallery itself. */
const storiesOf = async (page: Page): Promise<readonly string[]> => {
  await page.goto(address);
  await expect(page.locator('.gallery-index a').first()).toBeVisible();
  return page.locator('.gallery-index a').evaluateAll((links) => links.map((link) => decodeURIComponent((link as HTMLAnchorElement).hash.slice(1))));
};
/** Shows one page and answers how it ended: `ready`, `busy` for good, or `broken`. */
const show = async (page: Page, story: string): Promise<string> => {
  await page.evaluate((hash) => { location.hash = encodeURIComponent(hash); }, story);
  const answer = await page.waitForFunction((id) => /^(ready|busy|broken):/.test(document.documentElement.dataset['story'] ?? '') && document.documentElement.dataset['story']!.endsWith(`:${id}`) && document.documentElement.dataset['story']!.split(':')[0], story);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity).map((each) => each.finished))); // half faded in has no contrast
  return String(await answer.jsonValue());
};
const shownOnPurpose = 'shown on purpose';

for (const [theme, lang, width] of [['light', 'es', 1280], ['dark', 'es', 1280], ['light', 'en', 360], ['dark', 'en', 360]] as const) {
  test(`every page of the gallery comes to its state, ${theme} and ${width} wide: nothing sticks out and axe finds nothing`, async ({ page }) => {
    const stories = await storiesOf(page);
    await page.setViewportSize({ width, height: 800 });
    expect(stories.length).toBeGreaterThan(readdirSync('src/fields', { withFileTypes: true }).filter((entry) => entry.isDirectory()).length);
    const complaints: string[] = [];
    let story = '';
    page.on('pageerror', (error) => complaints.push(`${story}: uncaught: ${error.message}`));
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !message.text().includes(shownOnPurpose)) complaints.push(`${story}: ${message.text()}`); });
    const left = await openStage(page, theme, lang);
    const found: string[] = [];
    for (story of stories) {
      const state = await show(page, story);
      const shown = await page.evaluate(() => document.documentElement.scrollWidth);
      if (state === 'broken' || shown > width) found.push(`${story}: ${state}, ${shown} pixels wide`);
      found.push(...(await findings(page, state)).map((line) => `${story}: ${line}`));
    }
    expect(found).toEqual([]);
    expect(complaints, 'the console stays silent').toEqual([]);
    expect(left, 'nothing is asked of a server').toEqual([]);
  });
}

test('nothing of the gallery is in the product', async ({ request }) => {
  const files = readdirSync('dist/client', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => /gallery/i.test(file))).toEqual([]);
  const marks = ['gallery-stage', 'Carrera del Río', shownOnPurpose, 'specimens'];
  expect(readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js')).flatMap((name) => marks.filter((mark) => readFileSync(join(folder, 'assets', name), 'utf8').includes(mark))), 'the marks are those of the gallery').toEqual(expect.arrayContaining(marks));
  expect(files.filter((file) => /\.(js|css|html|json)$/.test(file)).filter((file) => marks.some((mark) => readFileSync(file, 'utf8').includes(mark)))).toEqual([]);
  const answer = await request.get(`${process.env['DORSAL_E2E_URL']}/gallery.html`);
  expect(await answer.text()).not.toContain('src="/src/gallery');
});
