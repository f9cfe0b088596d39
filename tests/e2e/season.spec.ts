import { findings } from './support/findings';
import { apiOfPage, begin, chip, choose, fact, review, type Json } from './support/registration';
import { expect, test } from './support/test';

test.use({ profile: 'fmtri-admin' });
const season = new Date().getUTCFullYear();

test('a season is renewed for a selection, and somebody is sanctioned with a term that suspends what they hold', async ({ page }) => {
  test.slow();
  await page.goto('/fmtri_affiliations');
  const api = await apiOfPage(page);
  const make = async (name: string, values: object): Promise<Json> => (await api.post(`/v2/fmtri/${name}`, values)).body;
  const mark = Date.now().toString(36).toUpperCase();
  const [now, next] = [0, 1].map((ahead) =>
    make('fmtri_affiliation_types', {
      name: { es: `Entrenador ${mark} ${season + ahead}` },
      slug: `entrenador-${mark.toLowerCase()}-${season + ahead}`,
      audience: 'entrenador',
      validity: 'calendar_year',
      season: season + ahead,
      price_cents: 50_000,
      status: 'active',
    }),
  );
  const { typeid } = (await now) ?? {};
  const { typeid: coming } = (await next) ?? {};
  const people: Json[] = [];
  for (const name of ['Renata', 'Ramiro']) {
    const person = await make('fmtri_affiliate_users', {
      fmtri_number: `T-${name}-${mark}`,
      first_name: name,
      last_name: `Temporada ${mark}`,
      gender: 'F',
      birth_date: '1990-05-06',
      stateid: 9,
    });
    const { affiliationid } = await make('fmtri_affiliations', {
      affiliate_userid: person['affiliate_userid'],
      typeid,
      starts_on: `${season}-01-01`,
    });
    await make(`fmtri_affiliations/${String(affiliationid)}/pay`, { input: { method: 'cash' } });
    people.push({ ...person, affiliationid });
  }

  await page.goto(`/fmtri_affiliations?filter=${encodeURIComponent(JSON.stringify({ field: 'typeid', op: 'eq', value: typeid }))}`);
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(2);
  await page.getByRole('columnheader').getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Acciones sobre la selección' });
  await bar.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Renovar', exact: true }).click();
  const renewing = page.getByRole('dialog', { name: 'Renovar' });
  await choose(renewing, 'Tipo de la nueva', `Entrenador ${mark} ${season + 1}`);
  await renewing.getByLabel('Desde').fill(`01/01/${season + 1}`);
  await page.keyboard.press('Tab');
  await review(renewing, 'Renovar', /2 /);
  await expect
    .poll(async () => (await api.find('/v2/fmtri/fmtri_affiliations', { typeid: coming })).map(({ status }) => status))
    .toEqual(['pending_payment', 'pending_payment']);

  const [renata] = people;
  await page.goto(`/fmtri_affiliate_users/${String(renata?.['affiliate_userid'])}`);
  const sanctioning = await begin(page, 'Sancionar');
  await sanctioning.getByLabel('Hasta').fill(`31/12/${season + 1}`);
  await page.keyboard.press('Tab');
  await sanctioning.getByLabel('Motivo').fill('Dopaje');
  await review(sanctioning, 'Sancionar', 'Afiliaciones que se suspenden: 1.');
  await expect(chip(page)).toHaveText('Sancionado');
  await expect(fact(page, 'Sancionado hasta')).toContainText(`31/12/${season + 1}`);
  await page.goto(`/fmtri_affiliations/${String(renata?.['affiliationid'])}`);
  await expect(chip(page)).toHaveText('Suspendida');
});

test('a season is renewed for everybody whom a filter finds, after a rehearsal that says who has theirs already', async ({ page }) => {
  test.slow(); // more people than a page of the list has
  await page.goto('/home');
  const api = await apiOfPage(page);
  const make = async (name: string, values: object): Promise<Json> => (await api.post(`/v2/fmtri/${name}`, values)).body;
  const mark = Date.now().toString(36).toUpperCase();
  const typeOf = (ahead: number): Promise<Json> =>
    make('fmtri_affiliation_types', {
      name: { es: `Juez ${mark} ${season + ahead}` },
      slug: `juez-${mark.toLowerCase()}-${season + ahead}`,
      audience: 'oficial_tecnico',
      validity: 'calendar_year',
      season: season + ahead,
      price_cents: 40_000,
      status: 'active',
    });
  const { typeid } = await typeOf(0),
    { typeid: coming } = await typeOf(1);
  const people = 27;
  const held: number[] = [];
  for (let at = 0; at < people; at += 1) {
    const { affiliate_userid } = await make('fmtri_affiliate_users', {
      fmtri_number: `J-${at}-${mark}`,
      first_name: `Julia ${at}`,
      last_name: `Filtro ${mark}`,
      gender: 'F',
      birth_date: '1985-01-09',
      stateid: 9,
    });
    const { affiliationid } = await make('fmtri_affiliations', { affiliate_userid, typeid, starts_on: `${season}-01-01` });
    await make(`fmtri_affiliations/${String(affiliationid)}/pay`, { input: { method: 'cash' } });
    await make(`fmtri_affiliations/${String(affiliationid)}/approve`, {});
    held.push(affiliationid);
  }
  const input = { typeid: coming, starts_on: `${season + 1}-01-01` };
  await make(`fmtri_affiliations/${String(held[0])}/renew`, { input }); // one has theirs before
  const renewed = async (): Promise<number> =>
    (
      await api.get(
        `/v2/fmtri/fmtri_affiliations?_start=0&_end=50&filter=${encodeURIComponent(JSON.stringify({ field: 'typeid', op: 'eq', value: coming }))}`,
      )
    ).length;
  expect(await renewed()).toBe(1);

  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Afiliaciones', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Buscar en Afiliaciones' }).fill(`Filtro ${mark}`);
  await expect(page).toHaveURL(/q=/);
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: new RegExp(mark) }) })
      .first(),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: 'Seleccionar las filas de esta página' }).check();
  const bar = page.getByRole('region', { name: 'Acciones sobre la selección' });
  await bar.getByRole('button', { name: `Seleccionar todos los que coinciden: ${people + 1}` }).click();
  await expect(bar).toContainText(`Seleccionados: ${people + 1}`);
  await bar.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Renovar', exact: true }).click();
  const renewing = page.getByRole('dialog', { name: 'Renovar' });
  await choose(renewing, 'Tipo de la nueva', `Juez ${mark} ${season + 1}`);
  await renewing.getByLabel('Desde').fill(`01/01/${season + 1}`);
  await page.keyboard.press('Tab');
  await renewing.getByRole('button', { name: 'Revisar' }).click();
  await expect(renewing).toContainText(`${people - 1} se cambian`);
  await expect(renewing).toContainText('2 se omiten');
  expect(await renewed(), 'a rehearsal renews nobody').toBe(1);
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
  await renewing.getByRole('button', { name: 'Renovar', exact: true }).click();
  await expect(renewing).toContainText(`${people - 1} cambiados`);
  await expect.poll(renewed).toBe(people);
  await renewing.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  await expect(bar, 'what was done is no longer selected').toBeHidden();
});
