/** The product built and started with the plugin of `examples`, in a browser: its list, its form, its action, its tab in an event, its page and its report. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, expect, type Page } from '@playwright/test';
import { demoPassword } from '../../server/demoAccounts';
import { findChromium } from '../../scripts/lib/findChromium.mjs';
import { launchOptions } from '../e2e/support/launchOptions';
import { freePort } from '../support/startServer';
import { say } from './support/writers';

const root = fileURLToPath(new URL('../..', import.meta.url)),
  dataDir = mkdtempSync(join(tmpdir(), 'dorsal-plugin-')),
  startMs = 240_000;

const start = async (port: number) => {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      DORSAL_PLUGINS: 'examples/race-photos',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: String(port),
      DEMO_INSCRIPTIONS: '1000',
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the server was not ready in time:\n${output}`)), startMs);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (!/^ready /m.test(output)) return;
        clearTimeout(late);
        resolve();
      });
    child.once('close', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  return { stop: () => child.kill('SIGTERM') };
};

const signIn = async (page: Page): Promise<void> => {
  await page.goto('/');
  await page.getByLabel('Correo electrónico').fill('super-admin@demo.test');
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/home$/, { timeout: 30_000 });
};

const createPhoto = async (page: Page, title: string): Promise<void> => {
  await page.goto('/race_photos/create');
  await page.getByRole('combobox', { name: /^Evento/ }).click();
  await page.locator('.asd-select-item-option').first().click();
  await page.getByLabel('Título').fill(title);
  await page.getByLabel('Calificación').fill('5');
  await page.getByRole('button', { name: 'Crear' }).click();
  await expect(page).toHaveURL(/\/race_photos\/\d+$/);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
};

const walk = async (page: Page): Promise<void> => {
  await signIn(page);
  await createPhoto(page, 'Llegada');
  say('ok  the form of the plugin creates a record, with a field type of its own');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Publicada').first()).toBeVisible();
  say('ok  its action runs');
  await page.goto('/race_photos');
  await expect(page.getByRole('img', { name: '5' })).toHaveText('★★★★★');
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Mejores fotos' }).click();
  await expect(page.getByRole('heading', { name: 'Mejores fotos' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Llegada' })).toBeVisible();
  say('ok  its list, its place in the menu and its page');
  await page.goto('/events/1');
  await expect(page.getByRole('link', { name: 'Fotos' }).first()).toBeVisible();
  say('ok  its tab in an event');
  await page.goto('/reports-bi?from=2000-01-01&to=2099-12-31');
  await expect(page.getByRole('region', { name: 'Fotos' }).getByText('Meta')).toBeVisible();
  say('ok  its report');
};

const port = await freePort();
const server = await start(port);
const browser = await chromium.launch({ ...launchOptions, executablePath: await findChromium() });
try {
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'es-MX',
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await walk(page);
  expect(errors).toEqual([]);
} catch (error) {
  process.exitCode = 1;
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await browser.close();
  server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
