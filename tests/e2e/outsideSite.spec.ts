import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { barePerson, openBareAuthSite } from '../auth/support/bareAuthSite';
import { openNextAuthSite } from '../auth/support/nextAuthSite';
import { startServer, type RunningServer } from '../support/startServer';

// The services of this server do not know the tokens of that site, so the browser may complain of their 401.
interface Site { readonly origin: string; readonly close: () => Promise<void> }
const travelsOf = (page: Page): readonly string[] => {
  const travels: string[] = [];
  page.on('framenavigated', (frame) => { if (frame === page.mainFrame()) travels.push(frame.url()); });
  return travels;
};

// Both servers work on the same folder, one after the other: it is filled once.
const folder = mkdtempSync(join(tmpdir(), 'dorsal-outside-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const [library, open] of [['@auth/core', openBareAuthSite], ['next-auth 4', openNextAuthSite]] as const) {
  test.describe(`a site that is nothing but ${library}`, () => {
    let site: Site | undefined;
    let server: RunningServer | undefined;
    test.use({ baseURL: async ({}, give) => give(server?.url) });
    test.beforeAll(async () => {
      test.setTimeout(180_000);
      const appOrigins: string[] = [];
      site = await open({ appOrigins });
      server = await startServer({ DATA_DIR: join(folder, 'data'), DEMO_INSCRIPTIONS: '1000', SERVE: 'app', AUTH_ORIGIN: site.origin });
      appOrigins.push(server.url);
    });
    test.afterAll(async () => {
      await server?.stop();
      await site?.close();
    });

    test('signs in and out by configuration alone, without a circle', async ({ page }) => {
      const travels = travelsOf(page);
      await page.goto('/home?from=mail');
      await expect(page).toHaveURL(new RegExp(`^${site!.origin}/api/auth/signin\\?`));
      await page.locator('input[name="email"]').fill(barePerson.email);
      await page.locator('input[name="password"]').fill(barePerson.password);
      await page.locator('button[type="submit"]').click();
      await expect(page).toHaveURL(`${server!.url}/home?from=mail`);
      await page.getByRole('button', { name: `Cuenta de ${barePerson.email}` }).click();
      await page.getByRole('button', { name: 'Cerrar sesión' }).click();
      await expect(page).toHaveURL(new RegExp(`^${site!.origin}/api/auth/signin`));
      await page.goto('/home');
      await expect(page).toHaveURL(new RegExp(`^${site!.origin}/api/auth/signin\\?`));
      expect(travels.length).toBeLessThan(12);
    });
  });
}
