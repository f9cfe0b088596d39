import {
  test as base,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
  type Request,
  type TestInfo,
} from '@playwright/test';
import type { RunningServer } from '../../support/startServer';
import { createKeptContexts } from './keptContexts';
import type { Profile } from './profiles';
import { apiOf, openRaceDay, type RaceDay } from './raceDay';
import { isSignedIn, sendSignIn } from './signIn';
import { startSeeded } from './startSeeded';
import { patience } from '../../support/limits';

export { expect } from '@playwright/test';

type State = Awaited<ReturnType<APIRequestContext['storageState']>>;
interface Options {
  /** Who is signed in; nobody when null. */
  readonly profile: Profile | null;
  /** Answers that a test provokes on purpose, 0 for a network that it cuts: the browser writes each of them to its console. */
  readonly expectedStatuses: readonly number[];
}
interface Fixtures {
  /** Another tab, or another person, besides `page`. */
  readonly openPage: (profile: Profile) => Promise<Page>;
}
interface WorkerFixtures {
  /** A server with its own copy of the demo data: what a test writes is met by the later tests of its worker only. */
  readonly server: RunningServer;
  /** The contexts of the tests of a worker, with what the browser loaded and compiled. */
  readonly keptContexts: ReturnType<typeof createKeptContexts>;
  /** The cookies of a signed-in person of a profile. */
  readonly stateOf: (profile: Profile) => Promise<State>;
  /** One event for all the tests of a worker, made by the super administrator through the API. It is here so that every test can run in the same worker. */
  readonly raceDay: RaceDay;
}

const startMs = 60_000 * patience,
  firstPageMs = 30_000 * patience;

/** Opens one list, so that no test pays for what a server and a browser do only the first time. */
const openFirstPage = async (browser: Browser, baseURL: string): Promise<void> => {
  const context = await browser.newContext({ baseURL });
  try {
    await sendSignIn(context.request, baseURL, 'organizer');
    const page = await context.newPage();
    await page.goto('/events/1/inscriptions');
    await page.locator('.list [data-row-link]').first().waitFor({ timeout: firstPageMs });
  } finally {
    await context.close();
  }
};

const complaints = (page: Page, expected: readonly number[], into: string[]): void => {
  page.on('pageerror', (error) => into.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const status = /status of (\d+)/.exec(message.text())?.[1] ?? (message.text().includes('ERR_INTERNET_DISCONNECTED') ? '0' : undefined);
    if (!status || !expected.includes(Number(status))) into.push(`${message.type()}: ${message.text()}`);
  });
};

/** A browser test with one signed-in person and the real server, whose console may complain: for a network that is broken on purpose. */
export const noisyTest = base.extend<Options & Fixtures, WorkerFixtures>({
  server: [
    async ({ browser }, give) => {
      const server = await startSeeded();
      process.env['DORSAL_E2E_URL'] = server.url;
      try {
        await openFirstPage(browser, server.url);
        await give(server);
      } finally {
        await server.stop();
      }
    },
    { scope: 'worker', timeout: startMs },
  ],
  keptContexts: [
    async ({ browser }, give) => {
      const contexts = createKeptContexts(browser);
      await give(contexts);
      await contexts.close();
    },
    { scope: 'worker' },
  ],
  stateOf: [
    async ({ playwright, server: { url: baseURL } }, give) => {
      const contexts = new Map<Profile, APIRequestContext>();
      await give(async (profile) => {
        const known = contexts.get(profile);
        if (known && (await isSignedIn(known))) return known.storageState(); // a test may end every session of a person
        // Without cookies of its own it would take those of the test, and signing in ends the session that they belong to.
        const context = await playwright.request.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
        contexts.set(profile, context);
        await sendSignIn(context, baseURL, profile);
        return context.storageState();
      });
      for (const context of contexts.values()) await context.dispose();
    },
    { scope: 'worker' },
  ],
  raceDay: [
    async ({ playwright, server: { url: baseURL }, stateOf }, give) => {
      const context = await playwright.request.newContext({ baseURL, storageState: await stateOf('super-admin') });
      await give(await openRaceDay(await apiOf(context, baseURL)));
      await context.dispose();
    },
    { scope: 'worker', timeout: firstPageMs },
  ],
  profile: ['organizer', { option: true }],
  expectedStatuses: [[], { option: true }],
  baseURL: async ({ server }, give) => give(server.url),
  context: async (
    { keptContexts, baseURL, viewport, hasTouch, isMobile, locale, colorScheme, javaScriptEnabled, contextOptions, profile, stateOf },
    give,
  ) => {
    const options = { baseURL, viewport, hasTouch, isMobile, locale, colorScheme, javaScriptEnabled, contextOptions };
    const context = await keptContexts.take(options);
    if (profile) await context.addCookies((await stateOf(profile)).cookies);
    await give(context);
    await keptContexts.giveBack(options);
  },
  openPage: async ({ browser, baseURL, expectedStatuses, stateOf }, give) => {
    const contexts: BrowserContext[] = [];
    const found: string[] = [];
    await give(async (profile) => {
      const context = await browser.newContext({ storageState: await stateOf(profile), locale: 'es-MX', ...(baseURL && { baseURL }) });
      contexts.push(context);
      const page = await context.newPage();
      complaints(page, expectedStatuses, found);
      return page;
    });
    for (const context of contexts) await context.close();
    base.expect(found, 'the console of the other pages stays silent').toEqual([]);
  },
});

/** Keeps what a page asked the server to change, with the answer. */
const watchWrites = (page: Page): (() => readonly string[]) => {
  const answers = new Map<Request, string>();
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !request.url().endsWith('/graphql')) answers.set(request, 'no answer');
  });
  page.on('requestfailed', (request) => answers.has(request) && answers.set(request, request.failure()?.errorText ?? 'failed'));
  page.on('response', (response) => answers.has(response.request()) && answers.set(response.request(), String(response.status())));
  return () => [...answers].map(([request, answer]) => `${answer} ${request.method()} ${new URL(request.url()).pathname}`);
};
const attachedLetters = 280; // reporters cut longer texts
/** Attaches the dialogs and messages of a page on which a test failed, and its last writes, for logs that have no pictures. */
const attachWhatIsOpen = async (page: Page, writes: readonly string[], info: TestInfo): Promise<void> => {
  const texts = await page.locator('[role="dialog"], [role="alert"], .asd-toast').allInnerTexts();
  const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '');
  const parts = [page.url(), ...writes.slice(-3), ...texts.map((text) => text.replace(/\s+/g, ' ')), focused];
  for (const [at, body] of parts.entries())
    await info.attach(`open ${at}`, { body: body.slice(0, attachedLetters), contentType: 'text/plain' });
};

/** Every other browser test: not one complaint in the console. */
export const test = noisyTest.extend({
  page: async ({ page, expectedStatuses }, give, info) => {
    const found: string[] = [];
    complaints(page, expectedStatuses, found);
    const writes = watchWrites(page);
    await give(page);
    if (info.errors.length > 0) await attachWhatIsOpen(page, writes(), info);
    base.expect(found, 'the console stays silent').toEqual([]);
  },
});
