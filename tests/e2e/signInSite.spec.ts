import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { demoPassword } from '../../server/demoAccounts';
import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: null });

const expectSound = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${page.url()} sticks out at the side`).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  );
  expect(await findings(page), page.url()).toEqual([]);
};
const goToAccount = async (page: Page, email: string): Promise<void> => {
  await page.goto('/api/auth/account?lng=es');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Tu cuenta' })).toBeVisible();
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page of the site is sound on a phone in the ${colorScheme}, in both languages`, async ({ page }) => {
    test.slow(); // sixteen pages
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme });
    for (const language of ['es', 'en']) {
      for (const path of [
        'signin',
        'signin?error=CredentialsSignin',
        'signin?error=INVALID_CALLBACK_URL_ERROR',
        'signout',
        'forgot',
        'forgot?done=sent',
        'outbox',
        'error?error=NO_SECRET&request=0b0d3c7e-4444-4444-8888-aaaaaaaaaaaa',
      ]) {
        await page.goto(`/api/auth/${path}${path.includes('?') ? '&' : '?'}lng=${language}`);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expectSound(page);
      }
    }
  });
}

test.describe('what is done to an account once', () => {
  test('a forgotten password is chosen again with the keyboard alone, through the letter that the demo shows', async ({ page }) => {
    await page.goto('/api/auth/signin?lng=es');
    await expect(page.getByLabel('Correo electrónico')).toBeFocused();
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Correo electrónico')).toBeFocused();
    await page.keyboard.type('timing@demo.test');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText('Si hay una cuenta con ese correo');
    await page.getByRole('link', { name: 'Correos de esta demo' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/api\/auth\/outbox/);
    const letter = page.getByRole('listitem').filter({ hasText: 'timing@demo.test' }).first();
    await expect(async () => {
      await page.reload();
      await expect(letter).toBeVisible({ timeout: 500 });
    }).toPass();
    await letter.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expectSound(page);
    for (const text of ['corta pero larga 1', 'otra distinta 1234']) {
      await page.keyboard.press('Tab');
      await page
        .getByLabel(text.startsWith('corta') ? 'Contraseña nueva' : 'Repite la contraseña nueva')
        .first()
        .focus();
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Las dos contraseñas no son iguales.');
    await expectSound(page);
    for (const label of ['Contraseña nueva', 'Repite la contraseña nueva'])
      await page.getByLabel(label, { exact: true }).fill(demoPassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText('Guardamos tu contraseña.');
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('timing@demo.test');
  });

  test('an invited person accepts and enters the product', async ({ page }) => {
    await page.goto('/api/auth/outbox?lng=es');
    const letter = page.getByRole('listitem').filter({ hasText: 'colaborador16@example.com' });
    await expect(async () => {
      await page.reload();
      await expect(letter).toBeVisible({ timeout: 500 });
    }).toPass();
    await letter.getByRole('link').click();
    await expectSound(page);
    for (const label of ['Contraseña nueva', 'Repite la contraseña nueva'])
      await page.getByLabel(label, { exact: true }).fill('una frase para entrar');
    await page.getByRole('button', { name: 'Aceptar invitación' }).click();
    await page.getByLabel('Contraseña').fill('una frase para entrar');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page).toHaveURL(/\/home$/);
  });

  test('two-step verification is turned on, asked for, and turned off again', async ({ page }) => {
    test.slow(); // the account is turned over twice
    await goToAccount(page, 'web-editor@demo.test');
    await expectSound(page);
    await page.getByRole('button', { name: 'Activar' }).click();
    await expect(page.getByRole('img', { name: 'Código QR para la aplicación' })).toBeVisible();
    await expectSound(page);
    const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '');
    await page.getByLabel('Contraseña').fill(demoPassword);
    await page.getByLabel('Código', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await page.getByRole('button', { name: 'Activar' }).click();
    await expect(page.getByRole('heading', { name: 'Tus códigos de recuperación' })).toBeVisible();
    await expectSound(page);
    const [first = '', second = ''] = await page.locator('.codes code').allInnerTexts();
    await page.getByRole('link', { name: 'Ya los guardé' }).click();
    await page.getByRole('button', { name: 'Cerrar sesión en todas partes' }).click();
    await page.getByLabel('Correo electrónico').fill('web-editor@demo.test');
    await page.getByLabel('Contraseña').fill(demoPassword);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('heading', { name: 'Segundo paso' })).toBeVisible();
    await expectSound(page);
    await expect(page.getByLabel('Código')).toBeFocused();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('El código no es correcto');
    await expect(page.getByLabel('Código')).toBeFocused();
    await page.keyboard.type(first);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.goto('/api/auth/account/second-factor?lng=es');
    await expectSound(page);
    await page.getByLabel('Contraseña').fill(demoPassword);
    await page.getByLabel('Código', { exact: true }).fill(second);
    await page.getByRole('button', { name: 'Desactivar' }).click();
    await expect(page.getByRole('status')).toHaveText('La verificación en dos pasos está desactivada.');
  });
});
