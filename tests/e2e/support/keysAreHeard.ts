import type { Page } from '@playwright/test';

/** A row that was taken with the keyboard hears the next key after a turn of the timers of the page, which can be later than its words. */
export const keysAreHeard = (page: Page): Promise<void> => page.evaluate(() => new Promise<void>((done) => void setTimeout(done)));
