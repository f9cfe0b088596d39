import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/e2e/support/launchOptions';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/globalSetup.ts',
  workers: 1,
  // A real browser on a busy machine now and then misses its moment; whoever passes only at the second try is named by the run.
  retries: 1,
  forbidOnly: true,
  // The processors and the disk of a shared machine stand still for most of a minute now and then; whoever waits longer hangs.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  outputDir: 'test-results',
  use: { browserName: 'chromium', launchOptions, locale: 'es-MX', timezoneId: 'America/Mexico_City', viewport: { width: 1280, height: 900 }, trace: 'on-first-retry', screenshot: 'only-on-failure' },
});
