import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { build, type Plugin } from 'vite';
import { findChromium } from '../../scripts/lib/findChromium.mjs';
import { openDatabase } from '../../server/database/openDatabase';
import { launchOptions } from '../e2e/support/launchOptions';
import { fill, secret } from './database';
import { freePort, start } from './processes';
import { figure, tell, type Figure } from './report';
import { askers } from './servers';
import { signIn, type Session } from './session';

const most = 450, named = 12, kib = 1024, fewRows = 2000, patienceMs = 60_000;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Lengths of the modules in each file, before they are made small. */
type Contents = Map<string, readonly (readonly [module: string, length: number])[]>;
const listModules = (contents: Contents): Plugin => ({
  name: 'bench-modules',
  generateBundle: (_options, bundle) => {
    for (const [file, chunk] of Object.entries(bundle))
      if (chunk.type === 'chunk') contents.set(file, Object.entries(chunk.modules).map(([id, { renderedLength }]) => [id, renderedLength]));
  },
});

const buildTo = async (outDir: string): Promise<Contents> => {
  const contents: Contents = new Map();
  await build({ root, configFile: join(root, 'vite.config.ts'), mode: 'production', logLevel: 'error', plugins: [listModules(contents)], build: { outDir, emptyOutDir: true } });
  return contents;
};

/** Every script that a browser loads, by path, until the first row is there and nothing is on its way any more. */
const loadList = async (origin: string, session: Session): Promise<ReadonlyMap<string, Buffer>> => {
  const browser = await chromium.launch({ ...launchOptions, executablePath: await findChromium() });
  try {
    const context = await browser.newContext({ locale: 'es-MX' });
    await context.addCookies([...session.cookies].map(([name, value]) => ({ name, value, url: origin })));
    const page = await context.newPage();
    const loaded: Promise<readonly [string, Buffer]>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script' && response.ok()) loaded.push(response.body().then((body) => [new URL(response.url()).pathname, body] as const));
    });
    await page.goto(`${origin}/inscriptions`);
    await page.locator('tbody [data-row]').first().waitFor({ timeout: patienceMs });
    await page.waitForLoadState('networkidle', { timeout: patienceMs });
    return new Map(await Promise.all(loaded));
  } finally {
    await browser.close();
  }
};

const packageOf = (module: string): string => {
  const [, name] = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(module) ?? [];
  if (name) return name.replace(sep, '/');
  return module.startsWith(root) ? `own ${module.slice(root.length).split(sep).slice(0, 2).join('/')}` : 'bundler';
};
/** Shares the compressed size of each file among the packages in it by length. */
const contributors = (sizes: ReadonlyMap<string, number>, contents: Contents): readonly (readonly [name: string, size: number])[] => {
  const shares = new Map<string, number>();
  for (const [path, size] of sizes) {
    const modules = contents.get(path.slice(1)) ?? [];
    const all = modules.reduce((sum, [, length]) => sum + length, 0) || 1;
    for (const [module, length] of modules) shares.set(packageOf(module), (shares.get(packageOf(module)) ?? 0) + (size * length) / all);
  }
  return [...shares].sort(([, left], [, right]) => right - left);
};

/** What a browser loads of JavaScript, compressed, up to an interactive list of inscriptions, and where most of it comes from. */
export const measureBundle = async (): Promise<readonly Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-bench-'));
  const clientDir = join(folder, 'client');
  try {
    tell('bundle: building the client');
    const contents = await buildTo(clientDir);
    await fill(await openDatabase({ dataDir: folder }), fewRows);
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    // the build turns this process to production, where nobody signs in with a demo account
    const env = { DATABASE_URL: '', DATA_DIR: folder, HOST: '127.0.0.1', PORT: port, AUTH_SECRET: secret, LOG_LEVEL: 'warn', CLIENT_DIR: clientDir, NODE_ENV: 'development' };
    const server = await start(fileURLToPath(new URL('apiServer.ts', import.meta.url)), env, 'ready');
    try {
      const scripts = await loadList(origin, await signIn(origin, askers.tenant.email, askers.tenant.organizationid));
      const sizes = new Map([...scripts].map(([path, body]) => [path, gzipSync(body, { level: 9 }).length]));
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      return [
        figure('first load up to an interactive list: JavaScript, gzip', total / kib, 'KiB', `<= ${most}`),
        figure('first load: scripts', scripts.size, 'files'),
        ...contributors(sizes, contents).slice(0, named).map(([name, size]) => figure(`first load: ${name}`, size / kib, 'KiB')),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
