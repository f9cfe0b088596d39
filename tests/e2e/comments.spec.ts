import { apiOfPage, expect, openRecord, test } from './support/registration';

test.use({ profile: 'finance' });
const soon = { timeout: 5000 * Number(process.env['TEST_PATIENCE'] ?? 1) };

test('a member is mentioned from the keyboard, hears of it by the bell, answers, and both see it without a reload', async ({
  page,
  openPage,
  raceDay,
}) => {
  test.slow(); // two people do their part
  const registration = await raceDay.paid({ distance: 'dear' });
  const other = await openPage('organizer');
  await other.goto('/inbox');
  await expect(other.getByRole('heading', { level: 1, name: 'Bandeja' })).toBeVisible();
  await openRecord(page, registration);
  const api = await apiOfPage(page);
  const people = await api.get(`/v2/general/comments/people?resource=inscriptions&recordid=${registration['inscriptionid']}&q=`);
  const mine = await (await apiOfPage(other)).get('/v2/organization/permissions');
  const { name } = people.items.find(({ userid }: { readonly userid: number }) => userid === mine.userid);

  const thread = page.getByRole('region', { name: 'Comentarios' });
  const box = thread.getByRole('textbox', { name: 'Escribe un comentario' });
  await box.click();
  await page.keyboard.type(`Falta su responsiva, @${String(name).slice(0, 5).toLowerCase()}`);
  await expect(thread.getByRole('option', { name }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(`Falta su responsiva, @${name} `);
  await page.keyboard.press('Control+Enter');
  await expect(thread.getByRole('listitem')).toContainText(`Falta su responsiva, @${name}`);
  await expect(box).toHaveValue('');

  await expect(other.getByRole('link', { name: /^Bandeja: \d+ sin leer$/ })).toBeVisible(soon);
  const mention = other.getByRole('region', { name: 'Te mencionaron' }).getByRole('listitem').filter({ hasText: 'Falta su responsiva' });
  await mention.getByRole('link').click();
  await expect(other).toHaveURL(new RegExp(`/inscriptions/${registration['inscriptionid']}$`));
  const theirs = other.getByRole('region', { name: 'Comentarios' });
  await expect(theirs.getByRole('listitem')).toContainText('Falta su responsiva');
  await expect(theirs.getByRole('button', { name: /^Editar tu comentario/ })).toBeHidden();
  await theirs.getByRole('textbox').fill('Ya la firmó');
  await theirs.getByRole('button', { name: 'Enviar' }).click();
  await expect(thread.getByText('Ya la firmó')).toBeVisible(soon);

  await thread.getByRole('button', { name: /^Editar tu comentario/ }).press('Enter');
  await thread.getByRole('listitem').getByRole('textbox').press('Escape');
  await thread.getByRole('button', { name: /^Editar tu comentario/ }).click();
  await thread.getByRole('listitem').getByRole('textbox').fill('Falta la firma de su tutora');
  await page.keyboard.press('Control+Enter');
  await expect(thread.getByText('Falta la firma de su tutora')).toBeVisible();
  await thread.getByRole('button', { name: /^Eliminar tu comentario/ }).click();
  await thread.getByRole('group', { name: '¿Eliminar este comentario?' }).getByRole('button', { name: 'Eliminar' }).click();
  await expect(thread.getByText('Falta la firma de su tutora')).toBeHidden();
  await other.goto('/inbox');
  await expect(other.getByRole('heading', { level: 1, name: 'Bandeja' })).toBeVisible();
  await expect(other.getByText('Falta su responsiva')).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('a comment with a file fits, and so does the list of people', async ({ page, raceDay }) => {
    const registration = await raceDay.paid({ distance: 'dear' });
    await openRecord(page, registration);
    const thread = page.getByRole('region', { name: 'Comentarios' });
    await thread.locator('input[type=file]').setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
    await expect(thread.getByRole('button', { name: 'Quitar lista.csv' })).toBeVisible();
    await thread.getByRole('textbox').fill('Va la lista @');
    await expect(thread.getByRole('option').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await thread.getByRole('option').first().click();
    await thread.getByRole('button', { name: 'Enviar' }).click();
    await expect(thread.getByRole('listitem').getByRole('link', { name: 'lista.csv' })).toBeVisible();
  });
});
