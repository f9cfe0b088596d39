import type { Locator, Page } from '@playwright/test';
import { apiOfPage, choose, expect, fact, openRecord, test } from './support/registration';
import { patience } from '../support/limits';

const where = (field: string, value: unknown): string => `filter=${encodeURIComponent(JSON.stringify({ field, op: 'eq', value }))}`;
const rows = (page: Page): Locator =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Acciones sobre la selección' });
/** Selects everything that the filter matches, also what is not on the page. */
const selectAll = async (page: Page, total: string): Promise<void> => {
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Seleccionar las filas de esta página' }).check();
  await bar(page)
    .getByRole('button', { name: `Seleccionar todos los que coinciden: ${total}` })
    .click();
  await expect(bar(page)).toContainText(`Seleccionados: ${total}`);
};
/** Opens the dialog of an action on the selection, from its button or from the menu. */
const beginOnSelection = async (page: Page, name: string): Promise<Locator> => {
  const standing = bar(page).getByRole('button', { name, exact: true });
  if ((await standing.count()) > 0) await standing.click();
  else {
    await bar(page).getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
  return page.getByRole('dialog', { name });
};

test('assigns numbers over a filter after a rehearsal that says whom it leaves out and why', async ({ page, raceDay }) => {
  test.slow(); // 28 people sign up first
  const distanceid = await raceDay.addDistance('Nocturna', 30_000);
  const numbered = 4,
    without = 2,
    unpaid = 22;
  for (let number = 0; number < numbered + without; number += 1) await raceDay.paid({ distanceid });
  for (let number = 0; number < unpaid; number += 1) await raceDay.started({ distanceid });
  await raceDay.addPool('Nocturna', distanceid, 20_001, 20_000 + numbered);

  await page.goto(`/events/${raceDay.eventid}/inscriptions?${where('distanceid', distanceid)}`);
  await selectAll(page, String(numbered + without + unpaid));
  const dialog = await beginOnSelection(page, 'Asignar dorsal');
  await choose(dialog, 'Por orden de', 'Apellido');
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog).toContainText(`${numbered} se cambian`);
  await expect(dialog).toContainText(`${without + unpaid} se omiten`);
  const left = dialog.getByRole('region', { name: 'Motivo' });
  await expect(
    left.getByRole('row').filter({ hasText: 'No quedan dorsales libres en las series de esta distancia.' }).getByRole('cell').last(),
  ).toHaveText(String(without));
  await expect(
    left.getByRole('row').filter({ hasText: 'No se puede mientras el registro está en «Iniciada».' }).getByRole('cell').last(),
  ).toHaveText(String(unpaid));
  expect(
    (await raceDay.admin.find('/v2/inscription/inscriptions', { distanceid, status: 'assign_number' })).length,
    'a rehearsal numbers nobody',
  ).toBe(0);

  await dialog.getByRole('button', { name: 'Asignar dorsal' }).click();
  await expect(dialog).toContainText(`${numbered} cambiados`);
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  await expect(bar(page), 'what was done is no longer selected').toBeHidden();
  await page.goto(`/events/${raceDay.eventid}/inscriptions?perpage=50&${where('distanceid', distanceid)}`);
  await expect(rows(page).filter({ hasText: 'Con dorsal' })).toHaveCount(numbered);
  await expect(rows(page).filter({ hasText: 'Sin dorsal' })).toHaveCount(without);
  await expect(rows(page).filter({ hasText: 'Iniciada' })).toHaveCount(unpaid);
});

test('removes a number from the menu of its row: the row tells at once, and the bib is damaged', async ({ page, raceDay }) => {
  const runner = await raceDay.paid();
  await page.goto(`/events/${raceDay.eventid}/inscriptions?q=${runner['folio']}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Con dorsal');
  const menu = rows(page).getByRole('button', { name: /^Acciones de/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Quitar dorsal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quitar dorsal' });
  await choose(dialog, 'Dorsal anterior', 'Se dañó');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Llegó mojado');
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog).toContainText('se puede aplicar');
  await dialog.getByRole('button', { name: 'Quitar dorsal' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toContainText('Sin dorsal');
  await expect(menu, 'the keyboard goes on where it was').toBeFocused();
  const [bib] = await raceDay.admin.find('/v2/event/bibs', { eventid: raceDay.eventid, number: runner['number'] });
  expect(bib!['state']).toBe('damaged');
});

test('runs over more than 500 registrations in the server: it is stopped, shows in its list and in the tray of any page, and goes on while the page is left', async ({
  page,
  raceDay,
}) => {
  test.setTimeout(90_000 * patience); // every registration of a race is rehearsed and then changed in portions
  const whole = { timeout: 30_000 * patience }; // all of a race, in portions
  const comment = `Mesa de la expo ${Date.now()}`;
  const mine = await apiOfPage(page),
    runs = '/v2/inscription/inscriptions/actions';
  for (const { runid, action } of (await mine.get(`${runs}/runs`)).items) await mine.remove(`${runs}/${action}/runs/${runid}`); // what a try before this one left
  const women = {
    and: [
      { field: 'eventid', op: 'eq', value: 1 },
      { field: 'gender', op: 'eq', value: 'F' },
    ],
  };
  const { data } = (
    await raceDay.admin.post('/v2/inscription/_/graphql', {
      query: 'query ($filter: Filter) { inscriptions(perpage: 1, filter: $filter) { total } }',
      variables: { filter: women },
    })
  ).body as { data: { inscriptions: { total: number } } };
  const { total } = data.inscriptions;
  expect(total).toBeGreaterThan(500);
  // A quick machine would be done before anybody can press: it is stopped as soon as it has begun.
  await page.route('**/actions/update_comment/runs', async (route) => {
    const response = await route.fetch();
    const { runid } = (await response.json()) as { runid: string };
    await mine.post(`${runs}/update_comment/runs/${runid}/stop`, {});
    await route.fulfill({ response });
  });
  await page.goto(`/events/1/inscriptions?${where('gender', 'F')}`);
  await selectAll(page, total.toLocaleString('es-MX'));
  const dialog = await beginOnSelection(page, 'Actualizar comentario');
  await dialog.getByRole('textbox', { name: 'Comentario' }).fill(comment);
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog).toContainText(`${total} se cambian`, whole);
  await dialog.getByRole('button', { name: 'Actualizar comentario' }).click();
  const progress = dialog.getByRole('progressbar', { name: 'Avance' });
  await expect(progress).toBeVisible();
  await expect(dialog).toContainText('En pausa.', whole);
  const done = Number(await progress.getAttribute('value'));
  expect(done, 'it was stopped on the way').toBeLessThan(total);
  await expect(dialog.getByRole('status')).toHaveText(`${done.toLocaleString('es-MX')} de ${total.toLocaleString('es-MX')}`);

  await page.reload();
  const notice = page.getByRole('status').filter({ hasText: '«Actualizar comentario» quedó a medias' });
  await expect(notice).toContainText(`${done.toLocaleString('es-MX')} de ${total.toLocaleString('es-MX')}`);
  await page.goto('/home');
  const tray = page.getByRole('banner').getByRole('button', { name: 'Procesos en curso: 1' });
  await tray.click();
  const job = page.getByRole('dialog', { name: 'Procesos en curso: 1' }).getByRole('listitem').first();
  await expect(job).toContainText('Actualizar comentario · Inscripciones');
  await expect(job).toContainText(`${done.toLocaleString('es-MX')} de ${total.toLocaleString('es-MX')}`);
  await job.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog).toContainText(/sigue en el servidor|cambiados/);
  await page.reload(); // it goes on by itself
  await expect(page.getByRole('banner').getByRole('button', { name: 'Procesos en curso', exact: true })).toBeVisible(whole);
  await page.getByRole('banner').getByRole('button', { name: 'Procesos en curso', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Procesos en curso' }).getByRole('listitem').first()).toContainText(
    `${total.toLocaleString('es-MX')} hechos`,
    whole,
  );
  await page.goto(`/events/1/inscriptions?${where('gender', 'F')}`);
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await expect(notice).toHaveCount(0);
  const [one] = await raceDay.admin.find('/v2/inscription/inscriptions', { eventid: 1, gender: 'F' });
  await openRecord(page, one!);
  await expect(fact(page, 'Comentario')).toHaveText(comment);
});
