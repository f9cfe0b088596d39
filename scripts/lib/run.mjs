import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Folder of the project, independent of the current folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The script behind a command of an installed package, run with this Node.js. */
export const bin = (path) => [process.execPath, fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))];

/** The commands that the scripts call. */
export const tools = {
  vite: bin('vite/bin/vite.js'),
  vitest: bin('vitest/vitest.mjs'),
  playwright: bin('@playwright/test/cli.js'),
  tsc: bin('typescript-native/bin/tsc'),
  tsx: bin('tsx/dist/cli.mjs'),
  oxlint: bin('oxlint/bin/oxlint'),
  oxfmt: bin('oxfmt/bin/oxfmt'),
  knip: bin('knip/bin/knip.js'),
  vitepress: bin('vitepress/bin/vitepress.js'),
  depcruise: bin('dependency-cruiser/bin/dependency-cruise.mjs'),
};

/** Runs a command to its end. With `quiet` its output is collected instead of shown. */
export const run = ([command, ...first], args = [], { env = {}, quiet = false } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    const out = [],
      all = [];
    child.stdout?.on('data', (chunk) => {
      out.push(chunk);
      all.push(chunk);
    });
    child.stderr?.on('data', (chunk) => all.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 1, signal, stdout: Buffer.concat(out).toString(), output: Buffer.concat(all).toString() }),
    );
  });
