import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: 'organizer' });

const shot = process.env['SHOTS'];

test('an organizer makes an API key, copies its secret once, a program uses it, and it stops when it is revoked', async ({
  page,
  playwright,
  baseURL,
  context,
}) => {
  test.slow(); // from the form to the revoked key
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api_keys');
  await page.getByRole('link', { name: 'Nueva llave de API' }).first().click();
  const form = page.getByRole('main');
  await form.getByLabel('Nombre').fill('Cronometraje del Norte');
  await form.getByLabel('Vence').fill('31/01/2027 12:00');
  await form.getByLabel('Vence').press('Tab');
  const permissions = form.getByRole('combobox', { name: 'Permisos' });
  for (const name of ['Eventos', 'Sin datos de contacto']) {
    await permissions.click();
    await permissions.pressSequentially(name);
    await expect(permissions).not.toHaveAttribute('aria-busy', 'true');
    await expect(page.locator('.asd-select-item-option').filter({ visible: true }).first()).toContainText(name);
    await permissions.press('Enter');
    await expect(form.locator('.asd-select-selection-item', { hasText: name })).toBeVisible();
  }
  if (shot) await page.screenshot({ path: `${shot}/apiKeyForm.png`, fullPage: true });
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: 'Cronometraje del Norte' })).toBeVisible();
  await expect(page.locator('.show-title .status')).toHaveText('Sin secreto');

  await page.getByRole('article').getByRole('button', { name: 'Generar secreto' }).press('Enter'); // the message about the new key lies over it for a moment
  const dialog = page.getByRole('dialog', { name: 'Generar secreto' });
  await expect(dialog).toContainText('El secreto se muestra una sola vez.');
  await dialog.getByRole('button', { name: 'Generar secreto' }).click();
  const secret = await dialog.locator('code').first().innerText();
  expect(secret).toMatch(/^dorsal_\d+_[\w-]{43}$/);
  if (shot) await page.screenshot({ path: `${shot}/apiKeySecret.png` });
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Copiar' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(page.locator('.show-title .status')).toHaveText('Activa');
  if (shot) await page.screenshot({ path: `${shot}/apiKeyRecord.png` });

  const program = await playwright.request.newContext({
    baseURL: baseURL!,
    storageState: { cookies: [], origins: [] },
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  expect((await program.get('/v2/event/events')).status()).toBe(200);
  expect((await program.get('/v2/organization/api_keys')).status()).toBe(403);
  await page.getByRole('article').getByRole('button', { name: 'Revocar' }).press('Enter');
  await page.getByRole('dialog', { name: 'Revocar' }).getByRole('button', { name: 'Revocar' }).click();
  await expect(page.locator('.show-title .status')).toHaveText('Revocada');
  expect((await program.get('/v2/event/events')).status()).toBe(401);
  await program.dispose();
  await page.reload();
  const use = page.getByRole('region', { name: 'Uso en los últimos 30 días' });
  await expect(use).toContainText('3 llamadas · 2 errores');
  await expect(use.getByRole('row', { name: /403 · sin permiso/ })).toBeVisible();
  expect(await findings(page, { only: '.key-use' })).toEqual([]);
  if (shot) {
    await page.screenshot({ path: `${shot}/apiKeyUse.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${shot}/apiKeyUsePhone.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.goto('/api_keys');
  await expect(
    page.getByRole('region', { name: 'Llaves de API' }).getByRole('row', { name: /Cronometraje del Norte.*Revocada/ }),
  ).toBeVisible();
  if (shot) await page.screenshot({ path: `${shot}/apiKeyList.png` });
});
