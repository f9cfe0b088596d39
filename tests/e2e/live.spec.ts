import { expect, test as base } from './support/registration';
import type { Locator, Page } from '@playwright/test';
import { openRaceDay, type Json, type RaceDay } from './support/raceDay';

/** What a colleague does is on screen within this time. */
const soon = { timeout: 2000 * Number(process.env['TEST_PATIENCE'] ?? 1) };
let known: Promise<RaceDay> | undefined;
/** An event of these tests alone: others would change its lists meanwhile. */
const test = base.extend<{ readonly liveDay: RaceDay }>({
  liveDay: async ({ raceDay }, give) => give(await (known ??= openRaceDay(raceDay.admin))),
});
test.use({ profile: 'organizer' });

const openList = async (page: Page, { eventid }: RaceDay): Promise<Locator> => {
  const streaming = page.waitForResponse('**/v2/general/live');
  await page.goto(`/events/${eventid}/inscriptions`);
  await expect(page.getByRole('table')).toBeVisible();
  await streaming;
  return page.getByRole('table');
};
const rowOf = (table: Locator, { folio }: Json): Locator => table.getByRole('row').filter({ hasText: String(folio) });
const comment = ({ admin }: RaceDay, { inscriptionid }: Json, text: string) =>
  admin.post(`/v2/inscription/inscriptions/${inscriptionid}/update_comment`, { input: { comment: text } });

test('what one person does appears in the list and on the record of another, who sees that both have it open', async ({
  page,
  openPage,
  liveDay,
}) => {
  const first = await liveDay.paid();
  const table = await openList(page, liveDay);
  await expect(rowOf(table, first)).toBeVisible();

  const colleague = await openPage('customer-support');
  await colleague.goto(`/inscriptions/${first['inscriptionid']}`);
  await expect(colleague.getByRole('heading', { level: 1, name: first['name'] })).toBeVisible();

  const second = await liveDay.paid();
  await expect(rowOf(table, second), 'a new row comes by itself').toBeVisible(soon);

  await comment(liveDay, first, 'Llega en silla de ruedas');
  await expect(colleague.getByRole('article'), 'an open record follows').toContainText('Llega en silla de ruedas', soon);

  await page.goto(`/events/${liveDay.eventid}/inscriptions/${first['inscriptionid']}`);
  await expect(page.getByRole('heading', { level: 1, name: first['name'] })).toBeVisible();
});

test('people of one organization see by name who else has a record open, and that they have left', async ({ page, openPage, liveDay }) => {
  const runner = await liveDay.paid();
  const at = `/events/${liveDay.eventid}/inscriptions/${runner['inscriptionid']}`;
  await page.goto(at);
  await expect(page.getByRole('heading', { level: 1, name: runner['name'] })).toBeVisible();
  const present = page.getByRole('list', { name: 'Quién más tiene abierto este registro' });
  await expect(present).toBeHidden();
  const colleague = await openPage('kit-delivery');
  await colleague.goto(at);
  await expect(colleague.getByRole('heading', { level: 1, name: runner['name'] })).toBeVisible();
  await expect(present.getByRole('listitem')).toHaveCount(1);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/live-present.png` });
  await colleague.goto('/home');
  await expect(present).toBeHidden();
});

test('rows do not move under the hands of somebody who works with them: new ones are offered', async ({ page, liveDay }) => {
  const first = await liveDay.paid();
  const table = await openList(page, liveDay);
  await rowOf(table, first).hover();
  const second = await liveDay.paid();
  const offer = page.getByRole('button', { name: /^Mostrar 1 registro nuevo$/ });
  await expect(offer).toBeVisible(soon);
  await expect(rowOf(table, second)).toBeHidden();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/live-news.png` });
  await offer.click();
  await expect(rowOf(table, second)).toBeVisible();
  await expect(offer).toBeHidden();
});

test('a form that somebody fills in keeps what was typed while the record changes', async ({ page, liveDay }) => {
  const runner = await liveDay.paid();
  await page.goto(`/events/${liveDay.eventid}/inscriptions/${runner['inscriptionid']}/edit`);
  const city = page.getByRole('textbox', { name: 'Ciudad' });
  await city.fill('Campeche');
  const { admin } = liveDay;
  const { version } = await admin.get(`/v2/inscription/inscriptions/${runner['inscriptionid']}`);
  expect(version).toBeGreaterThan(0);
  const reread = page.waitForResponse('**/v2/inscription/_/graphql');
  await comment(liveDay, runner, 'Otra nota');
  await reread;
  await expect(city).toHaveValue('Campeche');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: runner['name'] })).toBeVisible();
  expect((await admin.get(`/v2/inscription/inscriptions/${runner['inscriptionid']}`))['city']).toBe('Campeche');
});

test('the board of the desk counts what another desk hands out', async ({ page, liveDay }) => {
  const { admin, eventid } = liveDay;
  await admin.post('/v2/kits/kits', { eventid, name: 'Kit', items: [{ name: { es: 'Medalla' }, type: 'medal' }] });
  const runner = await liveDay.paid();
  await page.goto(`/events/${eventid}/desk/board`);
  const counted = page.locator('.board-big b');
  await expect(counted).toHaveText('0');
  const answer = await admin.post('/v2/kits/kit_deliveries/actions/deliver', {
    input: {
      client_uuid: crypto.randomUUID(),
      eventid,
      inscriptionid: runner['inscriptionid'],
      delivered_at: new Date().toISOString(),
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await expect(counted).toHaveText('1', soon);
});
