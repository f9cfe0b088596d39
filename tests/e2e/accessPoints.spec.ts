import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { encode } from 'uqr';
import { findings } from './support/findings';
import { launchOptions } from './support/launchOptions';
import type { Api, Json, RaceDay } from './support/raceDay';
import { enterPin, prepareDevice } from './support/preparedDevice';
import { expect, test } from './support/registration';

test.use({ profile: 'organizer' });

let points = 0;
const openPoint = async (raceDay: RaceDay, more: object = {}): Promise<Json> => {
  points += 1;
  const name = `Puerta ${process.pid} ${points}`;
  return (await raceDay.admin.post('/v2/kits/asenters', { eventid: raceDay.eventid, name, kind: 'start', mode: 'both', ...more })).body;
};
const scansOf = (admin: Api, { asenterid }: Json): Promise<readonly Json[]> => admin.find('/v2/kits/access_scans', { asenterid });
const addressOf = ({ eventid }: RaceDay, { asenterid }: Json): string => `/events/${eventid}/asenters/${asenterid}/scan`;
const box = (page: Page) => page.getByRole('textbox', { name: 'Código, folio, dorsal o nombre' });
const answer = (page: Page) => page.getByRole('region', { name: 'Respuesta a la lectura' });
const count = (page: Page, name: string) => page.locator(`.acc-counters [data-name="${name}"] dd`);
/** Types like a scanner: letters and Enter to whatever has the focus. */
const scan = async (page: Page, code: string): Promise<void> => {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
};
const openDoor = async (page: Page, raceDay: RaceDay, point: Json): Promise<void> => {
  await page.goto(addressOf(raceDay, point));
  await expect(page.getByText('Listo para trabajar sin conexión')).toBeVisible();
};

test('the list and the record of an access point lead to its door', async ({ page, raceDay }) => {
  const point = await openPoint(raceDay);
  await page.goto(`/events/${raceDay.eventid}/asenters/${point['asenterid']}`);
  await page.getByRole('link', { name: 'Escanear' }).click();
  await expect(page).toHaveURL(addressOf(raceDay, point));
  await expect(page.getByRole('heading', { level: 1, name: point['name'] })).toBeVisible();
  await page.goto(`/events/${raceDay.eventid}/asenters`);
  await page
    .getByRole('button', { name: new RegExp(`acciones.*${point['name']}|${point['name']}`, 'i') })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: 'Escanear' })).toHaveAttribute('href', addressOf(raceDay, point));
});

test('a scan is answered in one word and a colour, the second one says since when, and a reason lets people through', async ({
  page,
  raceDay,
}) => {
  const point = await openPoint(raceDay),
    runner = await raceDay.paid(),
    unpaid = await raceDay.started();
  await openDoor(page, raceDay, point);
  await expect(box(page)).toBeFocused();

  await scan(page, runner['folio']);
  await expect(answer(page)).toHaveAttribute('data-colour', 'go');
  await expect(answer(page)).toContainText('PASA');
  await expect(answer(page)).toContainText(runner['name']);
  await expect(answer(page)).toContainText(String(runner['number']));
  await expect(answer(page)).toContainText('10 km');
  await expect(box(page), 'the next code needs no press').toBeFocused();

  await scan(page, String(runner['number']));
  await expect(answer(page)).toContainText('YA ENTRÓ');
  await expect(answer(page)).toContainText(/Ya está adentro desde las \d\d:\d\d/);
  await expect(answer(page)).toHaveAttribute('data-colour', 'wait');

  await scan(page, unpaid['folio']);
  await expect(answer(page)).toContainText('NO PAGADO');
  await answer(page).getByRole('button', { name: 'Dejar pasar…' }).click();
  await answer(page).getByRole('button', { name: 'Dejar pasar' }).click();
  await expect(answer(page).getByRole('textbox', { name: '¿Por qué pasa?' })).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('Pagó en la mesa');
  await page.keyboard.press('Enter');
  await expect(answer(page)).toHaveAttribute('data-colour', 'go');
  await expect(answer(page)).toContainText('Pasa con autorización: Pagó en la mesa');

  await scan(page, 'ZZZZZZZZ');
  await expect(answer(page)).toContainText('DESCONOCIDO');
  await page.keyboard.press('Escape');
  await expect(answer(page)).toHaveCount(0);
  await expect(count(page, 'entries')).toHaveText('2');
  await expect(count(page, 'inside')).toHaveText('2');
  await expect(count(page, 'refused')).toHaveText('3');

  await page.getByRole('button', { name: 'Salida' }).click();
  await scan(page, runner['folio']);
  await expect(answer(page)).toContainText('SALE');
  await answer(page).getByRole('button', { name: 'Siguiente' }).click();
  await expect(count(page, 'inside')).toHaveText('1');
  await expect(page.getByRole('region', { name: 'Últimas lecturas' }).getByRole('listitem').first()).toContainText(runner['name']);
  const results = async () => (await scansOf(raceDay.admin, point)).map(({ result }) => result).sort();
  await expect
    .poll(results, 'the door answers before the server, which hears of every scan')
    .toEqual(['already_in', 'not_paid', 'ok', 'ok', 'ok', 'unknown']);
});

test('somebody without a code is found by the name', async ({ page, raceDay }) => {
  const point = await openPoint(raceDay),
    runner = await raceDay.paid();
  await openDoor(page, raceDay, point);
  await box(page).fill(String(runner['name']).replace('Prueba ', ''));
  await page.getByRole('list', { name: 'Personas que coinciden' }).getByRole('button').filter({ hasText: runner['name'] }).first().click();
  await expect(answer(page)).toContainText('PASA');
  await expect(answer(page)).toContainText(runner['name']);
});

test.describe('a point that is closed', () => {
  test.use({ expectedStatuses: [409] });
  test('says so and lets nobody pass', async ({ page, raceDay }) => {
    const point = await openPoint(raceDay, { status: 'closed' }),
      runner = await raceDay.paid();
    await openDoor(page, raceDay, point);
    await expect(page.getByText('El acceso está cerrado: ya no pasa nadie.')).toBeVisible();
    await scan(page, runner['folio']);
    await expect(answer(page)).toContainText('NO PASA');
    await expect(answer(page)).toHaveAttribute('data-colour', 'stop');
    expect(await scansOf(raceDay.admin, point)).toEqual([]);
  });
});

test.describe('scans without a connection', () => {
  test.use({ expectedStatuses: [0] });
  test('are judged at once, survive, and arrive once when it is back', async ({ page, context, raceDay }) => {
    const point = await openPoint(raceDay),
      [one, two] = [await raceDay.paid(), await raceDay.started()];
    await openDoor(page, raceDay, point);
    await context.setOffline(true);
    await scan(page, one['folio']);
    await expect(answer(page)).toContainText('PASA');
    await expect(answer(page)).toContainText('Sin conexión: se enviará después');
    await scan(page, two['folio']);
    await expect(answer(page)).toContainText('NO PAGADO');
    await scan(page, one['folio']);
    await expect(answer(page)).toContainText('YA ENTRÓ');
    await page.keyboard.press('Escape');
    await expect(page.getByText('3 por enviar')).toBeVisible();
    await expect(count(page, 'inside')).toHaveText('1');
    expect(await scansOf(raceDay.admin, point)).toEqual([]);

    await context.setOffline(false);
    await expect(page.getByText(/por enviar/)).toHaveCount(0);
    await expect
      .poll(async () => (await scansOf(raceDay.admin, point)).map(({ result }) => result).sort())
      .toEqual(['already_in', 'not_paid', 'ok']);
    await page.reload();
    await expect(count(page, 'inside')).toHaveText('1');
    await expect(count(page, 'refused')).toHaveText('2');
    expect(await scansOf(raceDay.admin, point)).toHaveLength(3);
  });
});

test.describe('a voucher without a connection', () => {
  test.use({ expectedStatuses: [0] });
  test('is answered with its athlete, redeemed once, and arrives when the connection is back', async ({ page, context, raceDay }) => {
    const { admin, eventid } = raceDay;
    const point = await openPoint(raceDay, { kind: 'expo', mode: 'entry' }),
      runner = await raceDay.paid();
    const code = `GORRA-${process.pid}-${points}`;
    const made = { organizationid: runner['organizationid'], eventid, name: { es: 'Gorra' }, kind: 'gift', redemption: 'code_pool' };
    const { benefitid } = (await admin.post('/v2/event/benefits', { ...made, terms: { es: 'Una' }, status: 'active' })).body;
    await admin.post(`/v2/event/benefits/${benefitid}/grant`);
    const grants = () => admin.find('/v2/event/benefit_grants', { benefitid });
    await expect(async () => {
      // Others of the event are due one too: codes follow until the runner of this test has one.
      await admin.post(`/v2/event/benefits/${benefitid}/add_codes`, { input: { codes: `${code}-${(await grants()).length}` } });
      expect((await grants()).some(({ inscriptionid }) => inscriptionid === runner['inscriptionid'])).toBe(true);
    }).toPass();
    const mine = (await grants()).find(({ inscriptionid }) => inscriptionid === runner['inscriptionid']);

    await openDoor(page, raceDay, point);
    await context.setOffline(true);
    await scan(page, String(mine?.['code']).toLowerCase());
    await expect(answer(page)).toContainText('CANJEADO');
    await expect(answer(page)).toContainText(runner['name']);
    await answer(page).getByRole('button', { name: 'Deshacer Gorra' }).click();
    await expect(answer(page), 'what was not sent is taken back without a connection').toContainText('PASA');
    await scan(page, String(mine?.['code']));
    await expect(answer(page)).toContainText('Gorra: se acaba de canjear.');
    await page.keyboard.press('Escape');
    await expect(page.getByText('3 por enviar')).toBeVisible();
    await scan(page, String(mine?.['code']));
    await expect(answer(page)).toContainText('YA CANJEADO');
    await scan(page, runner['folio']);
    await expect(answer(page), 'who came in before still gets what is theirs, once').toContainText('YA ENTRÓ');
    await expect(answer(page).getByRole('listitem').filter({ hasText: 'Gorra' })).toContainText('Canjeado');
    await page.keyboard.press('Escape');

    await context.setOffline(false);
    await expect(page.getByText(/por enviar/)).toHaveCount(0);
    await expect
      .poll(async () => (await grants()).filter(({ state }) => state === 'redeemed').map(({ code: read }) => read))
      .toEqual([mine?.['code']]);
    await expect
      .poll(async () => (await scansOf(admin, point)).map(({ result }) => result).sort())
      .toEqual(['already_in', 'already_in', 'already_in', 'ok']);
  });
});

test('axe finds nothing at a door, with an answer and without one', async ({ page, raceDay }) => {
  const point = await openPoint(raceDay),
    unpaid = await raceDay.started();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  /** An answer that still fades in has colours that nobody sees. */
  const settled = () => page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => undefined));
  await openDoor(page, raceDay, point);
  expect(await findings(page)).toEqual([]);
  for (const [code, word] of [
    [(await raceDay.paid())['folio'], 'PASA'],
    [unpaid['folio'], 'NO PAGADO'],
  ] as const) {
    await scan(page, code);
    await expect(answer(page)).toContainText(word);
    await settled();
    expect(await findings(page, { only: '.acc-answer' })).toEqual([]);
  }
  await answer(page).getByRole('button', { name: 'Dejar pasar…' }).click();
  expect(await findings(page, { only: '.acc-answer' })).toEqual([]);
  await page.keyboard.press('Escape');
  await answer(page).getByRole('button', { name: 'Siguiente' }).click();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await findings(page, { coloursOnly: true })).toEqual([]);
});

/** A film of one picture, as Chromium takes it in place of a camera: a QR code, black on white. */
const filmOf = (text: string): Buffer => {
  const [width, height, unit] = [640, 480, 10];
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const light = Buffer.alloc(width * height, 235);
  const [left, top] = [(width - size * unit) / 2, (height - size * unit) / 2].map(Math.floor) as [number, number];
  const paint = (x: number, y: number): void => {
    const from = (top + y * unit) * width + left + x * unit;
    for (let line = 0; line < unit; line += 1) light.fill(16, from + line * width, from + line * width + unit);
  };
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) paint(x, y);
    }),
  );
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), ...Array.from({ length: 5 }, () => frame)]);
};

test('the camera reads the code of a proof, once while it is held, and without a network on a prepared phone', async ({
  raceDay,
  stateOf,
  baseURL,
}) => {
  const point = await openPoint(raceDay),
    runner = await raceDay.paid();
  const [{ qr_token }] = (await raceDay.admin.get(
    `/v2/inscription/inscriptions?columns=qr_token&id=${runner['inscriptionid']}`,
  )) as readonly [Json];
  const folder = mkdtempSync(path.join(tmpdir(), 'film-')),
    film = path.join(folder, 'proof.y4m');
  writeFileSync(film, filmOf(qr_token));
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const context = await browser.newContext({ storageState: await stateOf('organizer'), locale: 'es-MX', ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    const readers: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('.wasm') && readers.push(new URL(request.url()).origin)));
    await openDoor(page, raceDay, point);
    expect(readers, 'nobody pays for a camera that is not opened').toEqual([]);
    await page.getByRole('button', { name: 'Leer con la cámara' }).click();
    await expect(answer(page)).toContainText('PASA');
    await expect(answer(page)).toContainText(runner['name']);
    await page.waitForTimeout(2_500); // the code is still in the picture: a second answer would come by now
    await expect
      .poll(async () => (await scansOf(raceDay.admin, point)).map(({ result, raw_code }) => [result, raw_code]))
      .toEqual([['ok', qr_token]]);
    expect(readers).toEqual([new URL(page.url()).origin]);

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cerrar la cámara' }).click();
    await prepareDevice(page);
    await context.setOffline(true);
    await page.reload();
    await enterPin(page);
    await page.getByRole('button', { name: 'Leer con la cámara' }).click();
    await expect(answer(page)).toContainText('YA ENTRÓ');
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
test('a camera that is not there is said in a sentence', async ({ page, raceDay }) => {
  await openDoor(page, raceDay, await openPoint(raceDay));
  await page.getByRole('button', { name: 'Leer con la cámara' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^(No encontramos una cámara|El navegador no dio permiso)/);
  await page.getByRole('button', { name: 'Cerrar la cámara' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
