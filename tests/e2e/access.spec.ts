import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { downloadList } from './support/downloadList';

const contactData = /@|\b\d{10}\b/;
const bearer = async (page: Page): Promise<Record<string, string>> => {
  const token = await page.request.post('/api/authenticate', { headers: { origin: new URL(page.url()).origin } });
  return { authorization: `Bearer ${await token.text()}.dorsal` };
};

test.describe('kit delivery', () => {
  test.use({ profile: 'kit-delivery', expectedStatuses: [400, 403] });

  test('sees no contact data on list, record, search, filter, order or history', async ({ page }) => {
    await page.goto('/events/1/inscriptions');
    const list = page.getByRole('region', { name: 'Inscripciones' });
    await expect(list.getByRole('link').first()).toBeVisible();
    await expect(list.getByRole('columnheader', { name: 'Correo' })).toHaveCount(0);
    expect(await list.innerText()).not.toMatch(contactData);
    await list.getByRole('button', { name: 'Filtrar' }).click();
    await expect(page.getByRole('list').getByRole('button', { name: 'Kit', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Correo', exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await list
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first()
      .getByRole('link')
      .first()
      .click();
    const record = page.getByRole('article');
    await expect(record).toBeVisible();
    for (const word of ['Correo', 'Teléfono', 'Contacto de emergencia', 'Tutor'])
      await expect(record.getByRole('term').filter({ hasText: new RegExp(`^${word}$`) })).toHaveCount(0);
    expect(await record.innerText()).not.toMatch(contactData);
    const id = new URL(page.url()).searchParams.get('open');

    const headers = await bearer(page);
    const ask = (query: string) => page.request.post('/v2/inscription/_/graphql', { headers, data: { query } });
    const whole = await (
      await ask('{ inscriptions(perpage: 100) { items { email phone emergency_contact_name emergency_contact_phone guardian_phone } } }')
    ).text();
    expect(whole).toContain('"items"');
    expect(whole).not.toMatch(contactData);
    const known = (await (await ask('{ inscriptions(perpage: 1, search: "@") { total } }')).json()) as {
      data: { inscriptions: { total: number } };
    };
    expect(known.data.inscriptions.total, 'a search cannot reveal what is masked').toBe(0);
    const filtered = await (await ask('{ inscriptions(filter: { field: "email", op: "contains", value: "a" }) { total } }')).text();
    expect(filtered, 'nor can a filter').toContain('"errors"');
    const sorted = await (await ask('{ inscriptions(sort: ["email"]) { items { inscriptionid } } }')).text();
    expect(sorted, 'nor an order').toContain('"errors"');
    const history = await (await page.request.get(`/v2/inscription/inscriptions/${id}/history`, { headers })).text();
    expect(history).toContain('"items"');
    expect(history).not.toMatch(contactData);
  });

  test('takes no contact data away in a file', async ({ page }) => {
    await page.goto('/events/1/inscriptions?columns=folio,name,email,phone,status');
    await expect(page.getByRole('region', { name: 'Inscripciones' }).getByRole('link').first()).toBeVisible();
    const download = await downloadList(page, 'CSV');
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.split('\n').length).toBeGreaterThan(10);
    expect(text).not.toMatch(contactData);
    expect(text).not.toContain('Correo');
  });
});

test.describe('a sponsor', () => {
  test.use({ profile: 'sponsor-viewer' });

  test('sees the two events of the membership and nothing else', async ({ page }) => {
    await page.goto('/events');
    await expect(page.getByRole('region', { name: 'Eventos' }).getByText('Registros: 2')).toBeVisible();
    await expect(
      page
        .getByRole('table')
        .getByRole('row')
        .filter({ has: page.getByRole('link') }),
    ).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Nuevo evento' })).toHaveCount(0);
    await page.goto('/events/7');
    await expect(page.getByRole('heading', { level: 1, name: 'No encontramos este registro' })).toBeVisible();
    const headers = await bearer(page);
    expect((await page.request.get('/v2/event/events/7', { headers })).status()).toBe(404);
    expect(((await (await page.request.get('/v2/event/events', { headers })).json()) as unknown[]).length).toBe(2);
  });
});

test('a record that does not exist, a page that does not exist and a page without key say so, each in its own words', async ({ page }) => {
  await page.goto('/events/999999');
  await expect(page.getByRole('heading', { level: 1, name: 'No encontramos este registro' })).toBeVisible();
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1, name: 'No encontramos esta página' })).toBeVisible();
  await page.getByRole('link', { name: 'Ir al inicio' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/web_users');
  await expect(page.getByRole('heading', { level: 1, name: 'No tienes permiso para ver esta página' })).toBeVisible();
});

test.describe('nobody', () => {
  test.use({ profile: null, expectedStatuses: [404] }); // what the server says of an unknown link

  test('reaches a path with followup without signing in, and nothing else', async ({ page }) => {
    await page.goto('/followup/anything');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/followup/anything');
    await page.goto('/inscriptions?name=followup');
    await expect(page, 'only the path counts').toHaveURL(/\/signin\?/);
  });

  test('sees the same message whether the account or the password is wrong', async ({ page }) => {
    const answers: string[] = [];
    for (const email of ['organizer@demo.test', 'nobody@demo.test']) {
      await page.goto('/api/auth/signin');
      await page.getByLabel('Correo electrónico').fill(email);
      await page.getByLabel('Contraseña').fill('not the password');
      await page.getByRole('button', { name: 'Entrar' }).click();
      answers.push(await page.getByRole('alert').innerText());
    }
    expect(answers[0]).toBe('El correo o la contraseña no son correctos. Revísalos e inténtalo de nuevo.');
    expect(answers[1]).toBe(answers[0]);
  });
});

test.describe('somebody who signs out', () => {
  test.use({ profile: null, expectedStatuses: [401] }); // what a page still asks when its session ends

  test('is out in every tab', async ({ page, context }) => {
    const { signIn } = await import('./support/signIn');
    await signIn(page, 'finance');
    const other = await context.newPage();
    await other.goto('/home');
    await expect(other.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
    await page.getByRole('button', { name: /^Cuenta de/ }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page).toHaveURL(/\/signin/);
    await expect(other).toHaveURL(/\/signin/);
  });
});
