import { demoPassword } from '../../server/demoAccounts';
import { expect, test } from './support/test';

test.describe('an organizer', () => {
  test.use({ profile: null });

  test('signs in, chooses an organization, opens an event, filters its registrations, opens one and corrects it', async ({ page }) => {
    test.slow(); // a whole visit
    await page.goto('/events');
    await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=SessionRequired/);
    await page.getByLabel('Correo electrónico').fill('organizer@demo.test');
    await page.getByLabel('Contraseña').fill(demoPassword);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page, 'and lands where they wanted to go').toHaveURL(/\/events$/);

    await page.getByRole('button', { name: /^Cambiar de organización/ }).click();
    await page.getByRole('button', { name: 'Triatlones del Caribe' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Triatlones del Caribe' })).toBeVisible();
    await page.getByRole('button', { name: /^Cambiar de organización/ }).click();
    await page.getByRole('button', { name: 'Kilómetro Cero Eventos' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kilómetro Cero Eventos' })).toBeVisible();

    await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Eventos' }).click();
    await page.getByRole('searchbox', { name: 'Buscar en Eventos' }).fill('maraton valle de anahuac');
    await expect(page, 'what was typed is looked for a moment later').toHaveURL(/[?&]q=maraton/);
    await page
      .getByRole('table')
      .getByRole('link', { name: /^Maratón Valle de Anáhuac/ })
      .first()
      .click();
    await page.getByRole('navigation', { name: 'Evento', exact: true }).getByRole('link', { name: 'Registro' }).click();

    const list = page.getByRole('region', { name: 'Inscripciones' });
    await list.getByRole('button', { name: 'Filtrar' }).click();
    await page.getByLabel('Buscar un campo').fill('estado');
    await page.getByRole('list').getByRole('button', { name: 'Estado', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Con dorsal' }).check();
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(list.getByRole('list', { name: 'Filtros aplicados' })).toContainText('Con dorsal');
    const rows = list.getByRole('row').filter({ has: page.getByRole('link') });
    await expect(rows.first()).toContainText('Con dorsal');
    await expect(list.getByRole('cell', { name: 'Iniciada' })).toHaveCount(0);

    await rows.first().getByRole('link').first().click();
    await expect(page.getByRole('article')).toBeVisible();
    await page.getByRole('link', { name: 'Editar', exact: true }).click();
    const club = page.getByLabel('Club', { exact: true });
    const written = `Corredores ${Date.now()}`;
    await club.fill(written);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Inscripción: guardado')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Atleta' }).getByRole('definition').filter({ hasText: written })).toBeVisible();
    await expect(
      page
        .getByRole('complementary', { name: 'Historial' })
        .or(page.getByRole('region', { name: 'Historial' }))
        .first(),
    ).toContainText(written);
  });
});

test('an organizer is refused what their keys do not allow, on the screen and by the server', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Atletas' })).toHaveCount(0);
  await page.goto('/web_users');
  await expect(page.getByRole('heading', { level: 1, name: 'No tienes permiso para ver esta página' })).toBeVisible();

  const token = await page.request.post('/api/authenticate', { headers: { origin: new URL(page.url()).origin } });
  expect(token.status()).toBe(200);
  const headers = { authorization: `Bearer ${await token.text()}.dorsal` };
  expect((await page.request.get('/v2/user/web_users', { headers })).status()).toBe(403);
  expect((await page.request.get('/v2/event/events/999999', { headers })).status()).toBe(404);
  expect((await page.request.get('/v2/event/events')).status(), 'and nobody gets anything without a bearer').toBe(401);
});
