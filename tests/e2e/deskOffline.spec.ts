import type { BrowserContext, Page } from '@playwright/test';
import { effort } from '../support/effort';
import { patience } from '../support/limits';
import { findings } from './support/findings';
import { enterPin as openWithPin, pin, prepareDevice as prepare } from './support/preparedDevice';
import type { Json, RaceDay } from './support/raceDay';
import { expect, test } from './support/registration';
import { signIn } from './support/signIn';

test.use({ profile: 'kit-delivery', expectedStatuses: [400, 409] });

const box = (page: Page) => page.getByRole('textbox', { name: 'Escanea o escribe folio, dorsal o nombre' });
const result = (page: Page) => page.locator('.desk-result');
const look = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};
const handOut = async (page: Page, folio: unknown): Promise<void> => {
  await box(page).fill(String(folio));
  await box(page).press('Enter');
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Entregar/ })
    .click();
  await expect(page.getByRole('article')).toBeHidden();
};
const enterPin = async (page: Page): Promise<void> => {
  await openWithPin(page);
  await expect(box(page)).toBeFocused();
};
const deliveriesOf = ({ admin }: RaceDay, { inscriptionid }: Json): Promise<readonly Json[]> =>
  admin.find('/v2/kits/kit_deliveries', { inscriptionid });

/** Gives the athlete of a registration a number of the federation, with a photograph. */
const affiliate = async ({ admin }: RaceDay, { web_userid }: Json, photo: string): Promise<void> => {
  const [state] = await admin.get('/v2/general/states?_start=0&_end=1');
  const { status, body } = await admin.post('/v2/fmtri/fmtri_affiliate_users', {
    web_userid,
    fmtri_number: `DESK-${process.pid}-${web_userid}`,
    first_name: 'Ana',
    last_name: 'Mesa',
    gender: 'F',
    birth_date: '1990-05-06',
    stateid: state?.['stateid'],
    photo,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
};

/** A phone of its own: its storage and its worker go with it. */
const device = async (
  browser: { newContext: (options: object) => Promise<BrowserContext> },
  baseURL: string | undefined,
  storageState: object,
): Promise<BrowserContext> =>
  browser.newContext({ ...(baseURL && { baseURL }), storageState, locale: 'es-MX', viewport: { width: 390, height: 844 } });

test('a phone that was prepared opens its desk without a network: the PIN, a kit, and what waits arrives once', async ({
  browser,
  baseURL,
  raceDay,
  stateOf,
}) => {
  const [first, second] = [await raceDay.paid(), await raceDay.paid()];
  await affiliate(raceDay, first, '/api/upload/demo-logo-cumbre.webp');
  const context = await device(browser, baseURL, await stateOf('kit-delivery'));
  const page = await context.newPage();
  await page.goto(`/events/${raceDay.eventid}/desk`);
  await page.getByRole('button', { name: 'Preparar sin red' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('PIN de 6 a 12 dígitos').fill('1234');
  await dialog.getByRole('button', { name: 'Preparar', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('El PIN lleva de 6 a 12 dígitos.');
  expect(await findings(page)).toEqual([]);
  await look(page, 'pass-prepare');
  await page.keyboard.press('Escape');
  await prepare(page);
  await expect(page.getByText('Listo sin red')).toBeVisible();
  await expect(page.getByText('fotos: 1 de 1')).toBeVisible();
  await look(page, 'pass-ready');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sin conexión' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await look(page, 'pass-door');
  await page.getByLabel('PIN de este dispositivo').fill('999999');
  await page.getByLabel('PIN de este dispositivo').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('El PIN no es correcto. Quedan 9 intentos.');
  await enterPin(page);
  await box(page).fill(String(first['folio']));
  await box(page).press('Enter');
  const photo = page.getByRole('img', { name: `Foto de ${first['name']}` });
  await expect.poll(() => photo.evaluate((picture) => picture instanceof HTMLImageElement && picture.naturalWidth)).toBe(192);
  await look(page, 'pass-photo');
  await handOut(page, first['folio']);
  await expect(result(page)).toContainText('se envía al volver la red');
  await look(page, 'pass-offline');
  await page.reload(); // and again: what waits is still there
  await enterPin(page);
  await expect(page.getByText('1 por enviar')).toBeVisible();
  await handOut(page, second['folio']);
  await expect(page.getByText('2 por enviar')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('por enviar')).toBeHidden();
  for (const runner of [first, second]) expect((await deliveriesOf(raceDay, runner)).map(({ status }) => status)).toEqual(['delivered']);
  await page.reload();
  await expect(box(page)).toBeFocused();
  await page.getByRole('button', { name: 'Abrir con PIN' }).click();
  await page.getByRole('dialog').getByLabel('PIN de este dispositivo').fill(pin);
  await page.getByRole('dialog').getByLabel('PIN de este dispositivo').press('Enter');
  await expect(page.getByText('Listo sin red')).toBeVisible();
  await context.close();
});

test('a door of a prepared phone asks for the PIN, opens without a network too, and what it let in arrives', async ({
  browser,
  baseURL,
  raceDay,
  stateOf,
}) => {
  const runner = await raceDay.paid();
  const point = { eventid: raceDay.eventid, name: `Puerta ${process.pid}`, kind: 'start', mode: 'both' };
  const { asenterid } = (await raceDay.admin.post('/v2/kits/asenters', point)).body;
  const context = await device(browser, baseURL, await stateOf('kit-delivery'));
  const page = await context.newPage();
  await page.goto(`/events/${raceDay.eventid}/desk`);
  await prepare(page);
  await page.goto(`/events/${raceDay.eventid}/asenters/${asenterid}/scan`);
  await expect(page.getByText('Listo para trabajar sin conexión')).toBeVisible();
  const askedAgain = async (): Promise<void> => {
    await page.reload();
    await page.getByLabel('PIN de este dispositivo').fill(pin);
    await page.getByLabel('PIN de este dispositivo').press('Enter');
  };
  await context.setOffline(true);
  await askedAgain();
  // Without its PIN the page that was online left nothing on the device.
  await expect(page.getByText('Este dispositivo aún no puede trabajar sin conexión.')).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Abrir con PIN' }).click();
  expect(await findings(page)).toEqual([]);
  await look(page, 'door-pin');
  await page.getByRole('dialog').getByLabel('PIN de este dispositivo').fill('999999');
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'El PIN no es correcto.' })).toBeVisible();
  await expect(page.getByText('Listo para trabajar sin conexión')).toBeVisible();
  await page.getByRole('dialog').getByLabel('PIN de este dispositivo').fill(pin);
  await page.getByRole('dialog').getByLabel('PIN de este dispositivo').press('Enter');
  await expect(page.getByText('Listo sin red')).toBeVisible();
  await look(page, 'door-kept');
  await context.setOffline(true);
  await askedAgain();
  const code = page.getByRole('textbox', { name: 'Código, folio, dorsal o nombre' });
  await code.fill(String(runner['folio']));
  await code.press('Enter');
  await expect(page.getByRole('region', { name: 'Respuesta a la lectura' })).toContainText('PASA');
  await look(page, 'door-offline');
  await context.setOffline(false);
  await expect(async () => expect(await raceDay.admin.find('/v2/kits/access_scans', { asenterid })).toHaveLength(1)).toPass();
  await context.close();
});

test('a phone is prepared at a door as well, where somebody only scans', async ({ browser, baseURL, raceDay, stateOf }) => {
  const runner = await raceDay.paid();
  const point = { eventid: raceDay.eventid, name: `Puerta sola ${process.pid}`, kind: 'start', mode: 'both' };
  const { asenterid } = (await raceDay.admin.post('/v2/kits/asenters', point)).body;
  const context = await device(browser, baseURL, await stateOf('kit-delivery'));
  const page = await context.newPage();
  await page.goto(`/events/${raceDay.eventid}/asenters/${asenterid}/scan`);
  await expect(page.getByText('Listo para trabajar sin conexión')).toBeVisible();
  await prepare(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel('PIN de este dispositivo').fill(pin);
  await page.getByLabel('PIN de este dispositivo').press('Enter');
  const code = page.getByRole('textbox', { name: 'Código, folio, dorsal o nombre' });
  await code.fill(String(runner['folio']));
  await code.press('Enter');
  await expect(page.getByRole('region', { name: 'Respuesta a la lectura' })).toContainText('PASA');
  await context.close();
});

test('signing out warns of what waits, takes what was fetched from the device, and leaves the rest for a supervisor to send', async ({
  browser,
  baseURL,
  raceDay,
  stateOf,
}) => {
  const runner = await raceDay.paid();
  const context = await device(browser, baseURL, await stateOf('kit-delivery'));
  const page = await context.newPage();
  await page.goto(`/events/${raceDay.eventid}/desk`);
  await prepare(page);
  const kept = (): Promise<readonly number[]> =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const asked = indexedDB.open('dorsal-scan');
          asked.onsuccess = () => {
            const { result: database } = asked;
            const stores = ['copies', 'passes'].map((name) => database.transaction(name).objectStore(name).count());
            database.transaction('passes').oncomplete = () => resolve(stores.map(({ result: count }) => count));
          };
        }),
    );
  expect(await kept()).toEqual([1, 1]);
  await page.route('**/actions/deliver', (route) => route.abort());
  await handOut(page, runner['folio']);
  await expect(page.getByText('1 por enviar')).toBeVisible();
  await page.getByRole('button', { name: /^Cuenta de|^Menú de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Faltan 1 entregas o accesos por enviar.' })).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar sesión de todos modos' }).click();
  await expect(page).toHaveURL(/signin/);
  expect(await kept()).toEqual([0, 0]);

  await page.unroute('**/actions/deliver');
  await page.setViewportSize({ width: 1024, height: 800 });
  await signIn(page, 'organizer');
  await page.goto(`/events/${raceDay.eventid}/desk`);
  await expect(page.getByText('1 entregas de otra persona esperan en este dispositivo.')).toBeVisible();
  expect(await deliveriesOf(raceDay, runner)).toEqual([]);
  await page.getByRole('button', { name: 'Enviarlas yo' }).click();
  await expect(page.getByText('1 entregas de otra persona')).toBeHidden();
  await expect(async () => expect((await deliveriesOf(raceDay, runner)).map(({ status }) => status)).toEqual(['delivered'])).toPass();
  await context.close();
});

declare global {
  var shakes: string[];
}
/** A phone shakes together with the tone; the long one is that of a refusal. */
const noteShakes = (): void => {
  globalThis.shakes = [];
  navigator.vibrate = (pattern) => {
    globalThis.shakes.push(String(pattern));
    return true;
  };
};
const each = effort(6, 100);
test('two desks without a network, one of them killed: every kit is handed out once, and both hear of the conflicts', async ({
  browser,
  baseURL,
  raceDay,
  stateOf,
}) => {
  test.setTimeout((30_000 + each * 4000) * patience);
  const shared = 2;
  const distanceid = await raceDay.addDistance('Mesa', 50_000);
  const runners: Json[] = [];
  for (let made = 0; made < Math.min(2 * each - shared, 98); made += 1) runners.push(await raceDay.paid({ distanceid }));
  const half = Math.ceil((runners.length + shared) / 2);
  const [mine, theirs] = [runners.slice(0, half), runners.slice(half - shared)];
  const state = await stateOf('kit-delivery');
  const [here, there] = [await device(browser, baseURL, state), await device(browser, baseURL, state)];
  const [one, other] = [await here.newPage(), await there.newPage()];
  for (const context of [here, there]) await context.addInitScript(noteShakes);
  for (const page of [one, other]) {
    await page.goto(`/events/${raceDay.eventid}/desk`);
    await prepare(page);
  }
  await Promise.all([here.setOffline(true), there.setOffline(true)]);
  for (const runner of mine) await handOut(one, runner['folio']);
  for (const runner of theirs) await handOut(other, runner['folio']);
  await one.close(); // its page dies with everything that waits
  await there.setOffline(false);
  await expect(other.getByText('por enviar')).toBeHidden({ timeout: 30_000 * patience });
  const again = await here.newPage();
  await again.goto(`/events/${raceDay.eventid}/desk`);
  await enterPin(again);
  await expect(again.getByText(`${mine.length} por enviar`)).toBeVisible();
  await here.setOffline(false);
  await expect(again.getByText('por enviar')).toBeHidden({ timeout: 30_000 * patience });
  for (const page of [again, other])
    await expect(page.getByText(`${shared} entregas en conflicto`)).toBeVisible({ timeout: 15_000 * patience });
  for (const page of [again, other])
    await expect.poll(() => page.evaluate(() => globalThis.shakes), 'a conflict is heard').toContain('250');
  for (const [at, runner] of runners.entries()) {
    const statuses = (await deliveriesOf(raceDay, runner)).map(({ status }) => status).sort();
    const isShared = at >= half - shared && at < half;
    expect(statuses, String(at)).toEqual(isShared ? ['conflict', 'delivered'] : ['delivered']);
  }
  await Promise.all([here.close(), there.close()]);
});
