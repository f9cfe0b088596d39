import { expect, type Page } from '@playwright/test';
import { demoPassword } from '../../../server/demo/demoAccounts';
import type { Profile } from './profiles';

/** Signs in through the page of the authentication site and waits for the home page. */
export const signIn = async (page: Page, profile: Profile, password: string = demoPassword): Promise<void> => {
  await page.goto('/');
  await page.getByLabel('Correo electrónico').fill(`${profile}@demo.test`);
  await page.getByLabel('Contraseña').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
};
