import { demoPassword, newcomer } from '../../server/demoAccounts';
import { findings } from './support/findings';
import { choose } from './support/registration';
import { expect, test } from './support/test';

test.use({ profile: 'organizer' });

test('a person is invited in one form, reads it in a letter, accepts on a phone and works in the organization', async ({
  page,
  browser,
  server,
}) => {
  test.slow(); // two people, from the form to the first list
  await page.goto('/users');
  await page.getByRole('link', { name: 'Invitar a una persona' }).first().click();
  await expect(page).toHaveURL(/\/memberships\/create$/);
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill(newcomer.email);
  await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Persona Nueva');
  await choose(page.getByRole('main'), 'Perfil', 'Entrega de kits');
  await page.getByRole('button', { name: 'Crear', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Persona Nueva' })).toBeVisible();
  await expect(page.getByText('Por aceptar').first()).toBeVisible();

  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'es-MX',
    viewport: { width: 360, height: 740 },
    storageState: { cookies: [], origins: [] },
  });
  const phone = await context.newPage();
  const isSound = async (): Promise<void> => {
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await findings(phone)).toEqual([]);
  };
  await phone.goto('/api/auth/outbox?lng=es');
  const letter = phone.getByRole('listitem').filter({ hasText: newcomer.email });
  await expect(async () => {
    await phone.reload();
    await expect(letter).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(letter).toContainText('Como: Entrega de kits');
  await letter.getByRole('link').click();
  await isSound();
  await phone.getByRole('link', { name: 'Entrar' }).click();
  await phone.getByLabel('Correo electrónico').fill(newcomer.email);
  await phone.getByLabel('Contraseña').fill(demoPassword);
  await phone.getByRole('button', { name: 'Entrar' }).click();
  await expect(phone.getByText('Entrega de kits')).toBeVisible();
  await isSound();
  await phone.getByRole('button', { name: 'Aceptar invitación' }).click();
  await expect(phone).toHaveURL(/\/home$/);
  await phone.goto('/inscriptions');
  await expect(phone.locator('.list [data-row-link]').first()).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByText('Activa').first()).toBeVisible();
  // Later tests of this worker need somebody who belongs to no organization.
  await page.getByRole('button', { name: 'Revocar', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar', exact: true }).click();
  await expect(page.getByText('Revocada').first()).toBeVisible();
});

test('an invitation waits on the home page of who is signed in, and is declined there', async ({ page, openPage }) => {
  const finance = await openPage('finance');
  await page.goto('/home');
  expect(
    await page.evaluate(async () => {
      const token = await (await fetch('/api/authenticate', { method: 'POST' })).text();
      const headers = { authorization: `Bearer ${token}.dorsal`, 'content-type': 'application/json' };
      const [profile] = await (await fetch('/v2/organization/profiles?q=kit-delivery', { headers })).json();
      return (
        await fetch('/v2/organization/memberships', {
          method: 'POST',
          headers,
          body: JSON.stringify({ email: 'finance@demo.test', name: 'Finanzas', profileid: profile.profileid, roles: [] }),
        })
      ).status;
    }),
  ).toBe(201);
  await finance.goto('/home');
  const invitation = finance.getByRole('region', { name: /te invita a/ });
  await expect(invitation).toContainText('Responde antes de');
  await invitation.getByRole('button', { name: 'Rechazar' }).click();
  await expect(finance.getByText('Rechazaste la invitación.')).toBeVisible();
  await expect(invitation).toBeHidden();
});

test('somebody gets the access of another person: the form has profile and events, and asks for name and e-mail', async ({ page }) => {
  await page.goto('/memberships?filter=' + encodeURIComponent(JSON.stringify({ field: 'status', op: 'eq', value: 'active' })));
  const row = page.locator('tr[data-row]').first();
  const profile = await row.locator('[data-column="profileid"]').textContent();
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Crear uno parecido' }).click();
  await expect(page).toHaveURL(/\/memberships\/create\?like=\d+$/);
  await expect(page.getByRole('textbox', { name: 'Correo' })).toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('');
  await expect(page.locator('.asd-select').filter({ has: page.getByRole('combobox', { name: 'Perfil' }) })).toContainText(profile ?? '');
});

test('an invitation copies the access of a colleague, seen before it is sent', async ({ page }) => {
  await page.goto('/memberships?filter=' + encodeURIComponent(JSON.stringify({ field: 'status', op: 'eq', value: 'active' })));
  const row = page.locator('tr[data-row]').filter({ hasText: 'Entrega de kits' }).first();
  const name = (await row.locator('[data-column="name"]').textContent()) ?? '';
  await page.goto('/memberships/create');
  const preview = page.getByRole('complementary', { name: 'Vista previa' });
  await choose(preview, 'Copiar acceso de', name);
  await expect(preview.getByText('Todavía no se guarda nada.')).toBeVisible();
  await expect(page.locator('.asd-select').filter({ has: page.getByRole('combobox', { name: 'Perfil' }) })).toContainText(
    'Entrega de kits',
  );
  await expect(preview.getByRole('table', { name: 'Eventos' }).getByRole('row', { name: /^Inscripciones/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
