import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { stateOf, type Profile } from './profiles';

export { expect } from '@playwright/test';

interface Options {
  /** Who is signed in; nobody when null. */
  readonly profile: Profile | null;
  /** Answers that a test provokes on purpose: the browser writes each of them to its console. */
  readonly expectedStatuses: readonly number[];
}
interface Fixtures {
  /** Another tab, or another person, beside `page`. */
  readonly openPage: (profile: Profile) => Promise<Page>;
}

const complaints = (page: Page, expected: readonly number[], into: string[]): void => {
  page.on('pageerror', (error) => into.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const status = /status of (\d+)/.exec(message.text())?.[1];
    if (!status || !expected.includes(Number(status))) into.push(`${message.type()}: ${message.text()}`);
  });
};

/** Every browser test: one signed-in person, the real server, and not one complaint in the console. */
export const test = base.extend<Options & Fixtures>({
  profile: ['organizer', { option: true }],
  expectedStatuses: [[], { option: true }],
  baseURL: async ({}, give) => give(process.env['DORSAL_E2E_URL']),
  storageState: async ({ profile }, give) => give(profile ? stateOf(profile) : undefined),
  page: async ({ page, expectedStatuses }, give) => {
    const found: string[] = [];
    complaints(page, expectedStatuses, found);
    await give(page);
    base.expect(found, 'the console stays silent').toEqual([]);
  },
  openPage: async ({ browser, baseURL, expectedStatuses }, give) => {
    const contexts: BrowserContext[] = [];
    const found: string[] = [];
    await give(async (profile) => {
      const context = await browser.newContext({ storageState: stateOf(profile), locale: 'es-MX', ...(baseURL && { baseURL }) });
      contexts.push(context);
      const page = await context.newPage();
      complaints(page, expectedStatuses, found);
      return page;
    });
    for (const context of contexts) await context.close();
    base.expect(found, 'the console of the other pages stays silent').toEqual([]);
  },
});
