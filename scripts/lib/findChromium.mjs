import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run, tools } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const onPath = (wanted) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => wanted.map((name) => join(folder, name)))
    .find((file) => existsSync(file));

/** The headless shell of Chromium, if it is installed: it draws pages with the same engine, without windows that nobody sees in a test. */
export const findShell = () => (process.env.CHROMIUM_PATH ? undefined : onPath(['chromium-headless-shell']));

/** Installs Debian's packages of the browser; answers whether that worked. */
const installPackages = async (...packages) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await run(['apt-get'], ['update', '-qq'], { env });
  return (
    updated.code === 0 && (await run(['apt-get'], ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })).code === 0
  );
};

/** Playwright's own download, if there is one. */
const downloaded = async () => {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
};

/** The installed browser, if any. A wrong CHROMIUM_PATH is an error, not a reason to look elsewhere. */
const present = async () => {
  const asked = process.env.CHROMIUM_PATH;
  if (asked && !existsSync(asked)) throw new Error(`CHROMIUM_PATH is "${asked}", and there is no such file.`);
  return asked || onPath(names) || (await downloaded());
};

const install = async () => {
  console.log('No Chromium found: installing the Debian packages "chromium" and "chromium-headless-shell".');
  if (await installPackages('chromium', 'chromium-headless-shell')) return;
  console.log('No Chromium found: installing the one of Playwright.');
  await run(tools.playwright, ['install', 'chromium']);
};

/** Path of a Chromium for the browser tests. Installs one when none is found, and its shell when Debian's Chromium lacks it. */
export const findChromium = async () => {
  const found = await present();
  if (found === '/usr/bin/chromium' && !findShell()) await installPackages('chromium-headless-shell');
  if (found) return found;
  await install();
  const made = await present();
  if (made) return made;
  throw new Error(
    `No Chromium could be installed. Install one yourself and say where with CHROMIUM_PATH=/path/to/chromium (project: ${root}).`,
  );
};
