import type { LaunchOptions } from '@playwright/test';

/** The Chromium of the machine, without anything that calls home. */
export const launchOptions: LaunchOptions = {
  ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
};
