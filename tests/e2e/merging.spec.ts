import type { Page } from '@playwright/test';
import { findings } from './support/findings';
import { apiOfPage, begin, chip, choose, expect, review, test } from './support/registration';

test.use({ profile: 'super-admin' });
const look = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};

test('two accounts of one person are compared, merged with the values that were chosen, and the merge is undone', async ({ page }) => {
  await page.goto('/home');
  const api = await apiOfPage(page);
  const mark = Date.now().toString(36);
  const account = async (more: object): Promise<number> =>
    (
      await api.post('/v2/user/web_users', {
        first_name: 'Ximena',
        last_name: `Duarte ${mark}`,
        gender: 'F',
        birth_date: '1991-07-03',
        ...more,
      })
    ).body['web_userid'];
  const one = await account({ email: `ximena-${mark}@atleta.test`, club: 'Halcones' });
  const other = await account({ first_name: 'Jimena', email: `xime.${mark}@atleta.test`, city: 'Puebla' });
  await page.goto('/web_users/create');
  await page.getByRole('main').locator('[data-field="email"] input').fill(`ximena-${mark}@atleta.test`);
  await expect(page.getByRole('status').getByRole('link', { name: `Ximena Duarte ${mark}` })).toBeVisible(); // the likely twin

  await page.goto(`/web_users/${one}`);
  const dialog = await begin(page, 'Fusionar con otra cuenta');
  await choose(dialog, 'La otra cuenta', `Jimena Duarte ${mark}`);
  await dialog.getByRole('button', { name: 'Fusionar con otra cuenta' }).click();
  await dialog.getByRole('link', { name: /^Abrir / }).click();
  const compare = page.getByRole('region', { name: 'Las dos cuentas' }).first();
  await expect(compare.getByRole('row', { name: /Club/ })).toContainText('Halcones');
  await expect(compare.getByRole('row', { name: /Ciudad/ })).toContainText('Puebla');
  expect(await findings(page)).toEqual([]);
  await look(page, 'merge-compare');
  await page.getByRole('button', { name: 'Fusionar las dos cuentas' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible(); // a reason is missing
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Se registró dos veces');
  await page.getByRole('button', { name: 'Fusionar las dos cuentas' }).click();
  await expect(page.getByText('Hecha').first()).toBeVisible();
  await look(page, 'merge-done');
  const merged = [await api.get(`/v2/user/web_users/${one}`), await api.get(`/v2/user/web_users/${other}`)];
  const stays = merged.find(({ status }) => status === 'active')!;
  expect(stays).toMatchObject({ club: 'Halcones', city: 'Puebla' });
  await page.goto(`/web_users/${stays['web_userid'] === one ? other : one}`);
  await expect(page.getByRole('article')).toContainText(/Fusionad/);
  await page.goBack();
  await expect(page.getByRole('article').getByRole('button', { name: 'Deshacer la fusión' })).toBeVisible();
  const undo = await begin(page, 'Deshacer la fusión');
  await undo.getByRole('textbox', { name: 'Motivo' }).fill('Eran dos personas');
  const review = undo.getByRole('button', { name: 'Revisar' });
  if (await review.isVisible()) await review.click();
  await undo.getByRole('button', { name: 'Deshacer la fusión' }).click();
  await expect(page.getByText('Deshecha').first()).toBeVisible();
  expect(await api.get(`/v2/user/web_users/${other}`)).toMatchObject({ status: 'active' });
});

test('the certain pairs of a list are merged at once after a rehearsal that says who is left out and why, and one of them is undone', async ({
  page,
  raceDay,
}) => {
  test.slow(); // eight accounts, and two registrations that prevent a merge
  await page.goto('/home');
  const api = await apiOfPage(page);
  const mark = Date.now().toString(36);
  let made = 0;
  const since = Date.now();
  /** A day and a phone that only this pair has: a job looks for likely twins among everybody. */
  const ofPair = (nth: number) => ({
    birth_date: new Date(((since / 1000) % 7_000) * 86_400_000 + nth * 400 * 86_400_000).toISOString().slice(0, 10),
    phone: `55${String(since).slice(-7)}${nth}`,
  });
  const account = async (first_name: string, more: object = {}): Promise<number> => {
    made += 1;
    const person = {
      first_name,
      last_name: `Segura ${mark}`,
      gender: 'F',
      email: `segura-${mark}-${made}@atleta.test`,
    };
    return (await api.post('/v2/user/web_users', { ...person, ...more })).body['web_userid'];
  };
  /** Two accounts and their suggestion. */
  const pair = async (first_name: string, nth: number, more: object = {}) => {
    const ids = [await account(first_name, ofPair(nth)), await account(first_name, { ...ofPair(nth), ...more })] as const;
    const answer = await api.post(`/v2/user/web_users/${ids[0]}/suggest_merge`, { input: { other_userid: ids[1] } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return { ids, id: Number(answer.body['result'].mergeid) };
  };
  const certain = [await pair('Amparo', 0), await pair('Brenda', 1)] as const;
  const likely = await pair('Carmen', 2, { last_name: `Seguro ${mark}` });
  const blocked = await pair('Delia', 3);
  for (const web_userid of blocked.ids) await raceDay.paid({ web_userid });
  const statusOf = async ({ id }: { readonly id: number }): Promise<string> => (await api.get(`/v2/user/user_merges/${id}`)).status;
  const states = () => Promise.all([...certain, likely, blocked].map(statusOf));

  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Fusiones', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Buscar en Fusiones' }).fill(mark);
  await expect(page.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Seleccionar las filas de esta página' }).check();
  const bar = page.getByRole('region', { name: 'Acciones sobre la selección' });
  const named = bar.getByRole('button', { name: 'Fusionar las seguras' });
  if ((await named.count()) > 0) await named.click();
  else {
    await bar.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Fusionar las seguras', exact: true }).click();
  }
  const dialog = page.getByRole('dialog', { name: 'Fusionar las seguras' });
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Misma persona con otro correo');
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog).toContainText('2 se cambian');
  await expect(dialog).toContainText('2 se omiten');
  const left = dialog.getByRole('region', { name: 'Motivo' });
  await expect(left).toContainText('Solo se fusionan de una vez las que coinciden en nombre');
  await expect(left).toContainText('Las dos cuentas tienen una inscripción pagada en la misma distancia.');
  expect(await states(), 'a rehearsal merges nobody').toEqual(['suggested', 'suggested', 'suggested', 'suggested']);
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
  await look(page, 'merge-certain');
  await dialog.getByRole('button', { name: 'Fusionar las seguras' }).click();
  await expect(dialog).toContainText('2 cambiados');
  await expect.poll(states).toEqual(['done', 'done', 'suggested', 'suggested']);
  const people = async (of: readonly number[]): Promise<readonly string[]> =>
    (await Promise.all(of.map((id) => api.get(`/v2/user/web_users/${id}`)))).map(({ status }) => status).sort();
  expect(await people(certain[0].ids)).toEqual(['active', 'merged']);

  await page.goto(`/user_merges/${certain[0].id}`);
  const undo = await begin(page, 'Deshacer la fusión');
  await undo.getByRole('textbox', { name: 'Motivo' }).fill('Son primas');
  await review(undo, 'Deshacer la fusión', 'La cuenta que se integró vuelve');
  await expect(chip(page)).toHaveText('Deshecha');
  await expect.poll(() => people(certain[0].ids)).toEqual(['active', 'active']);
  expect(await states(), 'the other one stays merged').toEqual(['reverted', 'done', 'suggested', 'suggested']);
  expect(await people(certain[1].ids)).toEqual(['active', 'merged']);
  expect((await api.post(`/v2/user/user_merges/${certain[0].id}/revert`, { input: { reason: 'Otra vez' } })).status).toBe(409);
});

test.describe('what an undo meets', () => {
  test.use({ expectedStatuses: [409] }); // an undo that is prevented

  test('what moves is counted on the page, the old account leads to the new one, and what prevents an undo is said; two people stay two', async ({
    page,
    raceDay,
  }) => {
    test.slow(); // five accounts, three of which become one
    await page.goto('/home');
    const api = await apiOfPage(page);
    const mark = Date.now().toString(36);
    let made = 0;
    const account = async (first_name: string): Promise<number> => {
      made += 1;
      const person = {
        first_name,
        last_name: `Cuenta ${mark}`,
        gender: 'F',
        birth_date: '1993-02-01',
        email: `cuenta-${mark}-${made}@atleta.test`,
      };
      return (await api.post('/v2/user/web_users', person)).body['web_userid'];
    };
    const pair = async (one: number, other: number): Promise<number> =>
      Number((await api.post(`/v2/user/web_users/${one}/suggest_merge`, { input: { other_userid: other } })).body['result'].mergeid);
    const [one, other, third] = [await account('Elsa'), await account('Elza'), await account('Elsa')];
    await raceDay.paid({ web_userid: other });
    const first = await pair(one, other);
    const suggested = await api.get(`/v2/user/user_merges/${first}`);
    const goes = suggested['loser_userid'] === other ? other : one;
    await page.goto(`/user_merges/${first}`);
    if (goes !== other) await page.getByRole('button', { name: 'Intercambiar' }).click();
    const moves = page.locator('.merge-compare');
    await expect(moves).toContainText('Se traslada a la cuenta que se queda');
    await expect(
      moves.getByRole('listitem').filter({ hasText: /^Inscripciones: 1$/ }),
      'also after the accounts were swapped',
    ).toBeVisible();
    await expect(moves.getByRole('listitem').filter({ hasText: /^Pagos: 1$/ })).toBeVisible();
    await expect(moves.getByRole('listitem').filter({ hasText: /^Pagado en sus inscripciones: \$/ })).toBeVisible();
    await page.getByRole('textbox', { name: 'Motivo' }).fill('Se registró dos veces');
    await page.getByRole('button', { name: 'Fusionar las dos cuentas' }).click();
    await expect(chip(page)).toHaveText('Hecha');
    const { survivor_userid: stays, loser_userid: gone } = await api.get(`/v2/user/user_merges/${first}`);

    await page.goto(`/web_users/${gone}`);
    await expect(chip(page)).toHaveText('Fusionada');
    await page.getByRole('article').locator(`a[href$="/web_users/${stays}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`/web_users/${stays}$`));
    await expect(chip(page)).toHaveText(/^Activ/);

    const second = await pair(stays, third);
    const keep = (await api.get(`/v2/user/user_merges/${second}`))['survivor_userid'] === third ? 'survivor' : 'loser';
    expect((await api.post(`/v2/user/user_merges/${second}/merge`, { input: { keep, reason: 'La misma' } })).status).toBe(200);
    await page.goto(`/user_merges/${first}`);
    const undo = await begin(page, 'Deshacer la fusión');
    await undo.getByRole('textbox', { name: 'Motivo' }).fill('Eran dos');
    await undo.getByRole('button', { name: 'Revisar' }).click();
    await expect(undo).toContainText('se fusionó después con otra. Deshaz primero esa fusión.');
    expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
    await look(page, 'unmerge-blocked');

    const twins = await pair(await account('Nora'), await account('Nora'));
    await page.goto(`/user_merges/${twins}`);
    const apart = await begin(page, 'No es la misma persona');
    await apart.getByRole('textbox', { name: 'Motivo' }).fill('Son gemelas');
    const step = apart.getByRole('button', { name: 'Revisar' });
    if (await step.isVisible()) await step.click();
    await apart.getByRole('button', { name: 'No es la misma persona' }).click();
    await expect(chip(page)).toHaveText('Descartada');
  });
});
