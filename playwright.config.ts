import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/e2e/support/launchOptions';
import './scripts/lib/freshIndexes.mjs';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/globalSetup.ts',
  // Each worker has a server with data of its own, so that tests of different workers never meet.
  workers: 2,
  fullyParallel: true,
  retries: 0, // a test that passes at its second try proves nothing
  forbidOnly: true,
  // What a hang is; the few tests that take longer say why.
  timeout: 15_000,
  expect: { timeout: 5_000 },
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    launchOptions,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
  },
});
