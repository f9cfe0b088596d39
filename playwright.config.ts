import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/e2e/support/launchOptions';
import { patience } from './tests/support/limits';
import './scripts/lib/freshIndexes.mjs';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/globalSetup.ts',
  // Each worker has a server with its own data, so that tests of different workers do not affect each other.
  workers: 2,
  fullyParallel: true,
  retries: 0, // a test that passes at its second try proves nothing
  forbidOnly: true,
  // What a hang is; the few tests that take longer say why.
  timeout: 15_000 * patience,
  expect: { timeout: 5_000 * patience },
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    launchOptions,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // What moves while it waits is drawn at every frame, on the processors that the test needs.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
  },
});
