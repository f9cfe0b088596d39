import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { build, type Plugin } from 'vite';
import { findChromium } from '../../scripts/lib/findChromium.mjs';
import { openDatabase } from '../../server/database/openDatabase';
import { launchOptions } from '../e2e/support/launchOptions';
import { fill, secret } from './database';
import { freePort, start } from './processes';
import type { Session } from './session';
import { withoutLive } from '../support/withoutLive';

/** The folder of the product. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
const fewRows = 4000;

/** A Chromium and the address of a server with the client as it was just built, and little data. */
export interface Built {
  readonly browser: Browser;
  readonly origin: string;
}

/** Builds the client into a folder of its own, serves it with data of its own, lends both and takes everything away. */
export const withBuiltClient = async <T>(plugins: readonly Plugin[], work: (built: Built) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-bench-'));
  const clientDir = join(folder, 'client');
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      mode: 'production',
      logLevel: 'error',
      plugins: [...plugins],
      build: { outDir: clientDir, emptyOutDir: true },
    });
    await fill(await openDatabase({ dataDir: folder }), fewRows);
    const port = String(await freePort());
    // the build turns this process to production, where nobody signs in with a demo account
    const env = {
      DATABASE_URL: '',
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: port,
      AUTH_SECRET: secret,
      LOG_LEVEL: 'warn',
      CLIENT_DIR: clientDir,
      NODE_ENV: 'development',
    };
    const server = await start(fileURLToPath(new URL('apiServer.ts', import.meta.url)), env, 'ready');
    try {
      const browser = await chromium.launch({ ...launchOptions, executablePath: await findChromium() });
      try {
        return await work({ browser, origin: `http://127.0.0.1:${port}` });
      } finally {
        await browser.close();
      }
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A window of its own, with nothing kept from another, where somebody is signed in. */
export const openWindow = async ({ browser, origin }: Built, session?: Session): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL: origin, locale: 'es-MX', viewport: { width: 1440, height: 900 } });
  await withoutLive(context);
  // what runs in a page was compiled by tsx, which names functions through a helper that pages do not have
  await context.addInitScript('globalThis.__name = (named) => named');
  if (session) await context.addCookies([...session.cookies].map(([name, value]) => ({ name, value, url: origin })));
  return context;
};
