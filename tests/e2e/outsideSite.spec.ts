import type { Page } from '@playwright/test';
import { barePerson, openBareAuthSite, type BarePerson } from '../auth/support/bareAuthSite';
import { openNextAuthSite } from '../auth/support/nextAuthSite';
import { demoUserOf } from '../../server/demoAccounts';
import type { RunningServer } from '../support/startServer';
import { startSeeded } from './support/startSeeded';
import { expect, noisyTest as test } from './support/test';
import { patience } from '../support/limits';

interface Site {
  readonly origin: string;
  readonly close: () => Promise<void>;
}
const travelsOf = (page: Page): readonly string[] => {
  const travels: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) travels.push(frame.url());
  });
  return travels;
};

/** Somebody of the other company who has an account here, known by the number that both sides have. */
const person: BarePerson = {
  ...barePerson,
  asdeporteId: `ASD-U${String(demoUserOf('organizer')).padStart(6, '0')}`,
  organization: { organizationid: 2, name: 'Kilómetro Cero Eventos' },
};

for (const [library, open] of [
  ['@auth/core', openBareAuthSite],
  ['next-auth 4', openNextAuthSite],
] as const) {
  test.describe(`a site that is nothing but ${library}`, () => {
    let site: Site | undefined;
    let server: RunningServer | undefined;
    test.use({ baseURL: async ({}, give) => give(server?.url), profile: null });
    test.beforeAll(async () => {
      const appOrigins: string[] = [];
      site = await open({ appOrigins, people: [person] });
      server = await startSeeded({ SERVE: 'app', AUTH_ORIGIN: site.origin, AUTH_KEYS: `${site.origin}/keys.json` });
      appOrigins.push(server.url);
    });
    test.afterAll(async () => {
      await server?.stop();
      await site?.close();
    });

    test('signs in, shows what the person may see, keeps the chosen organization and signs out by configuration alone, without a circle', async ({
      page,
    }) => {
      const travels = travelsOf(page);
      await page.goto('/home?from=mail');
      await expect(page).toHaveURL(new RegExp(`^${site!.origin}/api/auth/signin\\?`));
      await page.locator('input[name="email"]').fill(barePerson.email);
      await page.locator('input[name="password"]').fill(barePerson.password);
      await page.locator('button[type="submit"]').click();
      await expect(page).toHaveURL(`${server!.url}/home?from=mail`);
      await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Eventos', exact: true }).click();
      await expect(page.getByRole('table').getByRole('link').first()).toBeVisible({ timeout: 15_000 * patience }); // the first list of a server of its own
      await page.getByRole('button', { name: /^Cambiar de organización/ }).click();
      await page.getByRole('button', { name: 'Triatlones del Caribe' }).click();
      await expect(page.getByRole('button', { name: /^Cambiar de organización/ })).toHaveText('Triatlones del Caribe');
      await page.reload();
      await expect(page.getByRole('button', { name: /^Cambiar de organización/ })).toHaveText('Triatlones del Caribe');
      const signIn = async (): Promise<void> => {
        await page.locator('input[name="email"]').fill(barePerson.email);
        await page.locator('input[name="password"]').fill(barePerson.password);
        await page.locator('button[type="submit"]').click();
      };
      const signOut = async (): Promise<void> => {
        await page.getByRole('button', { name: `Cuenta de ${barePerson.email}` }).click();
        await page.getByRole('button', { name: 'Cerrar sesión' }).click();
        await expect(page).toHaveURL(new RegExp(`^${site!.origin}/api/auth/signin`));
      };
      await signOut();
      await signIn();
      await expect(page, 'signing in again leads to the product').toHaveURL(`${server!.url}/home`);
      await signOut();
      await page.goto('/home');
      await expect(page).toHaveURL(new RegExp(`^${site!.origin}/api/auth/signin\\?`));
      expect(travels.length).toBeLessThan(20);
    });
  });
}
