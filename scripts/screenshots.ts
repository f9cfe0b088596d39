/**
 * `npm run screenshots`: pictures of the built product with its own demo data, in both languages and colour schemes, on a desktop and on a
 * phone.
 *
 * `--out DIR` chooses the folder, a new temporary one by default; `--only NAME` takes one picture; `--readme` rewrites the pictures of the
 * README instead.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { buildClient } from './lib/buildClient.mjs';
import { commandLine } from './lib/commandLine.mjs';
import { findChromium } from './lib/findChromium.mjs';
import { demoPassword } from '../server/demoAccounts';
import { startServer } from '../tests/support/startServer';
import { readmeShots, shots, sizes, type Look, type Shot } from './lib/shots';
import { withoutLive } from '../tests/support/withoutLive';

const { values } = commandLine({
  usage: `npm run screenshots [-- --out DIR] [--only NAME] [--readme]

Pictures of the built product with demo data of its own, in both languages, on both grounds, on a desk and on a phone.
  --out DIR     where they go; a new temporary folder by default
  --only NAME   one of: ${shots.map(({ name }) => name).join(', ')}
  --readme      rewrites the pictures of the README instead`,
  options: { out: { type: 'string' }, only: { type: 'string' }, readme: { type: 'boolean', default: false } },
});
const demoSize = '3000',
  readmeColours = 128,
  person = 'super-admin@demo.test';

const openContext = (browser: Browser, base: string, { size, ground, lang }: Look, state?: Parameters<Browser['newContext']>[0]) =>
  browser.newContext({
    baseURL: base,
    viewport: sizes[size],
    colorScheme: ground,
    locale: lang === 'es' ? 'es-MX' : 'en-GB',
    timezoneId: 'America/Mexico_City',
    reducedMotion: 'reduce',
    ...state,
  });

/** Signs in through the authentication site once; every picture then uses that session. */
const signedIn = async (browser: Browser, base: string) => {
  const context = await browser.newContext({ baseURL: base });
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('input[type="email"]').fill(person);
  await page.locator('input[type="password"]').fill(demoPassword);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/home$/);
  const state = await context.storageState();
  await context.close();
  return state;
};

const take = async (
  browser: Browser,
  base: string,
  session: Awaited<ReturnType<typeof signedIn>>,
  shot: Shot,
  look: Look,
): Promise<Buffer> => {
  const context = await openContext(browser, base, look, shot.isPublic ? {} : { storageState: session });
  await context.addInitScript((lang) => localStorage.setItem('dorsal.lang', lang), look.lang);
  await withoutLive(context);
  const page = await context.newPage();
  await page.goto(shot.isPublic ? `${shot.path}?lng=${look.lang}` : shot.path);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('.asd-skeleton, [aria-busy="true"], .input-loading'));
  if (shot.press) {
    await page.locator(shot.press).first().click();
    if (shot.brings) await page.locator(shot.brings).first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await context.close();
  return picture;
};

await buildClient();
const data = mkdtempSync(join(tmpdir(), 'dorsal-screenshots-data-'));
const server = await startServer({ DATA_DIR: join(data, 'data'), DEMO_INSCRIPTIONS: demoSize });
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  const session = await signedIn(browser, server.url);
  const folder = values.readme ? 'docs/screenshots' : resolve(values.out ?? mkdtempSync(join(tmpdir(), 'dorsal-screenshots-')));
  mkdirSync(folder, { recursive: true });
  if (values.readme) {
    for (const { file, shot, look } of readmeShots)
      await sharp(await take(browser, server.url, session, shot, look))
        .png({ palette: true, colours: readmeColours, effort: 10, compressionLevel: 9 })
        .toFile(join(folder, file));
  } else {
    for (const shot of shots.filter(({ name }) => !values.only || name === values.only)) {
      for (const size of ['desk', 'phone'] as const)
        for (const ground of ['light', 'dark'] as const)
          for (const lang of ['es', 'en'] as const) {
            await sharp(await take(browser, server.url, session, shot, { size, ground, lang })).toFile(
              join(folder, `${shot.name}-${size}-${ground}-${lang}.png`),
            );
          }
    }
  }
  process.stdout.write(`${folder}\n`);
} finally {
  await browser.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}
