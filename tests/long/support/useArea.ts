/** Uses the area that `raceArea.ts` made, in the copy where it runs: list, form, record page and action in a browser, then REST and GraphQL. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { buildClient } from '../../../scripts/lib/buildClient.mjs';
import { findChromium } from '../../../scripts/lib/findChromium.mjs';
import { openApi } from '../../../scripts/load/apiClient';
import { demoPassword } from '../../../server/demoAccounts';
import { signIn } from '../../e2e/support/signIn';
import { startServer } from '../../support/startServer';

const slowMs = 90_000;
const patient = expect.configure({ timeout: slowMs });
const say = (line: string): void => void process.stdout.write(`          ${line}\n`);

const walkScreens = async (page: Page): Promise<void> => {
  await signIn(page, 'super-admin');
  await page.goto('/events/1');
  const tab = page.getByRole('navigation', { name: 'Áreas de Evento', exact: true }).getByRole('link', { name: 'Fotos de carrera' });
  await tab.click();
  await patient(page).toHaveURL(/\/events\/1\/race_photos$/);
  say('the tab "Fotos de carrera" of an event opens the list');
  await page.goto('/events/1/race_photos/create');
  await page.getByLabel(/^Título/).fill('Arco de salida');
  await page.getByRole('button', { name: 'Crear', exact: true }).click();
  await patient(page.getByRole('heading', { level: 1 })).toContainText('Arco de salida');
  say('the form "Nueva foto de carrera" keeps a record and shows its page');
  await page.goto('/events/1/race_photos');
  const row = page.getByRole('row').filter({ hasText: 'Arco de salida' });
  await patient(row).toContainText('Borrador');
  await row.getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Acciones sobre la selección' });
  await bar.getByRole('button', { name: 'Publicar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar' });
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await patient(row).toContainText('Publicad');
  say('the list shows it, and the action "Publicar" changes its state');
};

const folder = mkdtempSync(join(tmpdir(), 'dorsal-area-data-'));
const env = { DATA_DIR: join(folder, 'data'), DEMO: 'off' };
// Before the server starts, since a start has a limit and demo data on a busy machine may take longer.
const filled = spawnSync(process.execPath, ['scripts/runScript.mjs', 'demo/demo.ts', '--inscriptions', '1000'], {
  encoding: 'utf8',
  env: { ...process.env, ...env },
});
if (filled.status !== 0) throw new Error(filled.stderr);
await buildClient();
const server = await startServer(env);
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ baseURL: server.url, locale: 'es-MX' });
  page.setDefaultTimeout(slowMs);
  await walkScreens(page).catch(async (error: unknown) => {
    process.stdout.write(`${page.url()}\n${await page.locator('main').innerText()}\n`);
    throw error;
  });
  const api = await openApi({ host: server.url, email: 'super-admin@demo.test', password: demoPassword, organizationid: null });
  const made = await api.post<{ readonly race_photoid: number; readonly kind: string }>('/v2/event/race_photos', {
    eventid: 1,
    title: 'Meta',
    kind: 'finish',
    taken_at: '2027-05-01T15:00:00Z',
  });
  expect(made.kind).toBe('finish');
  await api.post(`/v2/event/race_photos/${made.race_photoid}/publish`, { input: {} });
  say('REST creates a record and runs the action');
  const { race_photos } = await api.query<{ readonly race_photos: { readonly items: readonly object[]; readonly total: number } }>(
    'event',
    'query ($filter: Filter) { race_photos(filter: $filter) { items { title kind status } total } }',
    { filter: { field: 'kind', op: 'eq', value: 'finish' } },
  );
  expect(race_photos).toEqual({ items: [{ title: 'Meta', kind: 'finish', status: 'published' }], total: 1 });
  say('GraphQL finds it by its kind');
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
