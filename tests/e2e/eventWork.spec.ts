import { apiOfPage, begin, expect, test } from './support/registration';

test.use({ profile: 'super-admin' });

test('an event is duplicated, and the dialog leads to the copy', async ({ page }) => {
  await page.goto('/home');
  const api = await apiOfPage(page);
  const [event] = await api.find('/v2/event/events', { status: 'draft' });
  await page.goto(`/events/${event!['eventid']}`);
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

  await page.goto(`${address}/edit`);
  const networks = page.getByRole('group', { name: 'Redes sociales' });
  await networks.getByLabel('Instagram').fill('instagram.com/carrera');
  await networks.getByLabel('Sitio web').fill('no es una dirección');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('alert').getByRole('link', { name: /Redes sociales · Sitio web/ })).toBeVisible();
  await networks.getByLabel('Sitio web').fill('');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('link', { name: 'Instagram' })).toHaveAttribute('href', 'https://instagram.com/carrera');
});

test.describe('a published race call', () => {
  test('offers no edit, and says why at its address', async ({ page }) => {
    await page.goto('/home');
    const api = await apiOfPage(page);
    const [call] = await api.find('/v2/event/convocatories', { status: 'published' });
    const place = `/events/${call!['eventid']}/convocatories/${call!['convocatoryid']}`;
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
