import type { Browser, BrowserContext } from '@playwright/test';

/** Everything that a page may leave on a device, save what the browser loaded and compiled. */
const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems,storage_buckets';

interface Kept {
  readonly context: BrowserContext;
  readonly origins: Set<string>;
}

/** Removes what a test left in a context: pages, cookies, storage, permissions and routes. */
const empty = async ({ context, origins }: Kept): Promise<void> => {
  const [page = await context.newPage(), ...others] = context.pages();
  for (const other of others) await other.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.goto('about:blank'); // a page that goes may still write
  const session = await context.newCDPSession(page);
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  origins.clear();
  await context.clearCookies();
  await context.clearPermissions();
  await page.close();
};

/**
 * Contexts that stay for the later tests of a worker, one for each set of options, with what the browser loaded and compiled:
 * Playwright's own `reuseContext` empties the cache as well, and each test would load and compile the whole product again.
 */
export const createKeptContexts = (browser: Browser) => {
  const kept = new Map<string, Kept>();
  return {
    /** A context without pages, cookies and storage. Its options are those of the running test; tests with equal `options` share it. */
    take: async (options: object): Promise<BrowserContext> => {
      const key = JSON.stringify(options);
      const known = kept.get(key);
      if (known) return known.context;
      const context = await browser.newContext();
      const origins = new Set<string>();
      context.on('page', (page) => page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin)));
      kept.set(key, { context, origins });
      return context;
    },
    /** Empties a context for the next test, or closes it where that is not possible. */
    giveBack: async (options: object): Promise<void> => {
      const key = JSON.stringify(options);
      const known = kept.get(key);
      if (!known) return;
      try {
        await empty(known);
      } catch {
        kept.delete(key); // a crashed page, or a browser that is gone
        await known.context.close().catch(() => undefined);
      }
    },
    close: async (): Promise<void> => {
      for (const { context } of kept.values()) await context.close();
      kept.clear();
    },
  };
};
