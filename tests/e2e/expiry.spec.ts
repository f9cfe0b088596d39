import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword } from '../../server/demo/demoAccounts';
import { startServer, type RunningServer } from '../support/startServer';
import { expect, test } from './support/test';

const life = 12;
let server: RunningServer | undefined;
let folder: string;

test.use({ profile: null, baseURL: async ({}, give) => give(server?.url) });
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dorsal-expiry-'));
  server = await startServer({ DATA_DIR: join(folder, 'data'), DEMO_INSCRIPTIONS: '1000', SESSION_MAX_SECONDS: String(life) });
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a session that expires leads to the login page, which leads back to where one was', async ({ page }) => {
  await page.goto('/events');
  await page.getByLabel('Correo electrónico').fill('organizer@demo.test');
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(`${server!.url}/events`);
  await expect.poll(async () => (await page.request.get('/api/auth/session')).json(), { intervals: [1000] }).toBeNull();
  // The page may have noticed by itself and be on its way.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))).catch(() => undefined);
  await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=SessionRequired/);
  await page.getByLabel('Correo electrónico').fill('organizer@demo.test');
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(`${server!.url}/events`);
});
