import type { LaunchOptions } from '@playwright/test';

/** What Playwright switches off by itself: Chromium heeds only the last list, so ours has to repeat it. */
const ofPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
];
/** Each window would load two pages for its address bar, which cost more than half of what our own page costs. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** A process for the next page that is started before anybody asks for one. */
const ahead = ['SpareRendererForSitePerProcess'];

/** The Chromium of the machine, without anything that calls home. */
export const launchOptions: LaunchOptions = {
  ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-gpu-rasterization',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // A page of a test lives for seconds: compiling its code a second and a third time costs more than it saves.
    '--js-flags=--no-opt --no-maglev',
    `--disable-features=${[...ofPlaywright, ...addressBar, ...ahead].join(',')}`,
  ],
};
