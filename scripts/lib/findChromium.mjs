import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run, tools } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const onPath = (wanted) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => wanted.map((name) => join(folder, name)))
    .find((file) => existsSync(file));

/** The shell of Chromium, where it is installed: it draws pages with the same engine, without the windows around them that nobody sees in a test. */
export const findShell = () => (process.env.CHROMIUM_PATH ? undefined : onPath(['chromium-headless-shell']));

/** Playwright's own download, when there is one. */
const downloaded = async () => {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
};

/** The browser that is there already, if any. A wrong CHROMIUM_PATH is an error, not a reason to look elsewhere. */
const present = async () => {
  const asked = process.env.CHROMIUM_PATH;
  if (asked && !existsSync(asked)) throw new Error(`CHROMIUM_PATH is "${asked}", and there is no such file.`);
  return asked || onPath(names) || (await downloaded());
};

const install = async () => {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing the Debian packages "chromium" and "chromium-headless-shell".');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const updated = await run(['apt-get'], ['update', '-qq'], { env });
    if (updated.code === 0)
      return run(['apt-get'], ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-headless-shell'], { env });
  }
  console.log('No Chromium found: installing the one of Playwright.');
  return run(tools.playwright, ['install', 'chromium']);
};

/** Path of a Chromium for the browser tests; installs one when none is found. */
export const findChromium = async () => {
  const found = await present();
  if (found) return found;
  await install();
  const made = await present();
  if (made) return made;
  throw new Error(
    `No Chromium could be installed. Install one yourself and say where with CHROMIUM_PATH=/path/to/chromium (project: ${root}).`,
  );
};
