import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { startServer } from '../../support/startServer';
import { launchOptions } from './launchOptions';
import { profiles, stateOf } from './profiles';
import { signIn } from './signIn';

/** Starts one real server with its own data for the whole run, and signs one person of each profile in through the real page. */
export default async (): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-e2e-'));
  const server = await startServer({ DATA_DIR: join(folder, 'data'), DEMO_INSCRIPTIONS: '3000' });
  process.env['DORSAL_E2E_URL'] = server.url;
  process.env['DORSAL_E2E_FOLDER'] = folder;
  mkdirSync(join(folder, 'states'));
  const browser = await chromium.launch(launchOptions);
  for (const profile of profiles) {
    const context = await browser.newContext({ baseURL: server.url, locale: 'es-MX' });
    await signIn(await context.newPage(), profile);
    await context.storageState({ path: stateOf(profile) });
    await context.close();
  }
  await browser.close();
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
};
