import { apiOfPage, begin, expect, test } from './support/registration';

test.use({ profile: 'super-admin' });

test('an event is duplicated, and the dialog leads to the copy', async ({ page }) => {
  await page.goto('/home');
  const api = await apiOfPage(page);
  const [event] = await api.find('/v2/event/events', { status: 'draft' });
  await page.goto(`/events/${event!['eventid']}`);
  await expect(page.getByRole('article')).toBeVisible();
  const dialog = await begin(page, 'Duplicar edición');
  await expect(dialog).toContainText('Se crea un registro nuevo; este queda como está.');
  await dialog.getByRole('button', { name: 'Duplicar edición' }).click();
  const way = dialog.getByRole('link', { name: /^Abrir / });
  await expect(way).toBeVisible();
  const address = await way.getAttribute('href');
  await way.click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await api.get(`/v2/event${address}`)).toMatchObject({ status: 'draft', previous_eventid: event!['eventid'] });
});

test('social networks are typed by name, and a wrong address is named', async ({ page }) => {
  await page.goto('/home');
  const [event] = await (await apiOfPage(page)).find('/v2/event/events', { status: 'draft' });
  await page.goto(`/events/${event!['eventid']}/edit`);
  const networks = page.getByRole('group', { name: 'Redes sociales' });
  await networks.getByLabel('Instagram').fill('instagram.com/carrera');
  await networks.getByLabel('Sitio web').fill('no es una dirección');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('alert').getByRole('button', { name: /Redes sociales · Sitio web/ })).toBeVisible();
  await networks.getByLabel('Sitio web').fill('');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('link', { name: 'Instagram' })).toHaveAttribute('href', 'https://instagram.com/carrera');
});

test('a new race call takes a section with its words, and nothing complains', async ({ page }) => {
  await page.goto('/home');
  const [event] = await (await apiOfPage(page)).find('/v2/event/events', { status: 'draft' });
  await page.goto(`/events/${event!['eventid']}/convocatories/create`);
  await expect(page.locator('[data-field="eventid"]')).not.toContainText('#');
  const sections = page.locator('[data-field="sections"]');
  await sections.locator('[data-do="add"]').click();
  await expect(sections.getByRole('textbox', { name: 'Texto' })).toBeVisible(); // the last part of a row to come
  for (const word of ['Apartado', 'Título', 'Texto']) await expect(sections).toContainText(word);
  await sections.getByRole('textbox', { name: 'Título' }).fill('Reglas de la carrera');
  await expect(sections.getByRole('textbox', { name: 'Título' })).toHaveValue('Reglas de la carrera');
});

test.describe('a published race call', () => {
  test('offers no edit, and says why at its address', async ({ page }) => {
    await page.goto('/home');
    const api = await apiOfPage(page);
    const [{ convocatoryid }] = (await api.find('/v2/event/convocatories', { status: 'published' })) as [{ convocatoryid: number }];
    const { eventid } = await api.get(`/v2/event/convocatories/${convocatoryid}`);
    const place = `/events/${eventid}/convocatories/${convocatoryid}`;
    await page.goto(place);
    await expect(page.getByRole('article')).toBeVisible();
    await expect(page.getByRole('article').getByRole('link', { name: 'Editar' })).toHaveCount(0);
    await page.goto(`${place}/edit`);
    await expect(page.getByRole('alert')).toContainText('Una convocatoria publicada no se cambia: crea una nueva versión.');
  });
});

test.describe('at a small window', () => {
  test.use({ viewport: { width: 1280, height: 600 } });

  test('the menu scrolls to where one is', async ({ page }) => {
    const menu = page.getByRole('navigation', { name: 'Menú principal' });
    await page.goto('/home');
    const last = menu.getByRole('link').last();
    await expect(last).not.toBeInViewport();
    await page.goto((await last.getAttribute('href'))!);
    await expect(menu.getByRole('link').last()).toBeInViewport();
  });
});
