import type { BrowserContext, Page } from '@playwright/test';

/** Closes the stream of live events at once: a connection that stays open never lets the network be idle. Other requests are as always. */
export const withoutLive = async (page: Page | BrowserContext): Promise<void> => {
  await page.route('**/v2/general/live', (route) => route.fulfill({ status: 204 }));
};
