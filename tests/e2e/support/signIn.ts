import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { demoPassword } from '../../../server/demoAccounts';
import type { Profile } from './profiles';

const emailOf = (profile: Profile): string => `${profile}@demo.test`;

/** Signs in through the page of the authentication site and waits for the home page. */
export const signIn = async (page: Page, profile: Profile, password: string = demoPassword): Promise<void> => {
  await page.goto('/');
  await page.getByLabel('Correo electrónico').fill(emailOf(profile));
  await page.getByLabel('Contraseña').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
};

/** Sends the form of that page without a browser: the cookies are the same ones. */
export const sendSignIn = async (context: APIRequestContext, origin: string, profile: Profile): Promise<void> => {
  const { csrfToken } = (await (await context.get('/api/auth/csrf')).json()) as { readonly csrfToken: string };
  const answer = await context.post('/api/auth/callback/credentials', {
    headers: { origin },
    form: { csrfToken, email: emailOf(profile), password: demoPassword, json: 'true' },
  });
  expect(answer.ok(), `${profile} signs in`).toBe(true);
  expect(await isSignedIn(context), `${profile} is signed in`).toBe(true);
};

/** Whether the cookies of a context still belong to a session. */
export const isSignedIn = async (context: APIRequestContext): Promise<boolean> =>
  (await (await context.get('/api/auth/session')).json()) !== null;
