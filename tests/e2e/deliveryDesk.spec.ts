import { expect, test as base } from './support/registration';
import type { Page } from '@playwright/test';
import { openRaceDay, type Json, type RaceDay } from './support/raceDay';
import { findings } from './support/findings';

/** An event with a kit and a desk; other tests put waivers in force in the event that they share. */
const openKitDay = async ({ admin }: RaceDay): Promise<RaceDay> => {
  const kitDay = await openRaceDay(admin);
  const { eventid } = kitDay;
  const kit = await admin.post('/v2/kits/kits', {
    eventid,
    name: 'Kit del corredor',
    items: [
      { name: { es: 'Dorsal con chip', en: 'Bib with chip' }, type: 'bib' },
      { name: { es: 'Playera oficial', en: 'Official t-shirt' }, type: 'tshirt' },
      { name: { es: 'Morral', en: 'Bag' }, type: 'bag', stock: 100 },
    ],
  });
  if (kit.status !== 201) throw new Error(JSON.stringify(kit.body));
  await admin.post('/v2/kits/desks', { eventid, name: 'Mesa 1' });
  return kitDay;
};
let known: Promise<RaceDay> | undefined;
/** One such event for the tests of a worker: a fixture of the worker would start another worker for them. */
const test = base.extend<{ readonly kitDay: RaceDay }>({
  kitDay: async ({ raceDay }, give) => give(await (known ??= openKitDay(raceDay))),
});
test.use({ profile: 'kit-delivery', expectedStatuses: [400, 404, 409] });

const box = (page: Page) => page.getByRole('textbox', { name: 'Escanea o escribe folio, dorsal o nombre' });
const scan = async (page: Page, code: unknown): Promise<void> => {
  await box(page).fill(String(code));
  await box(page).press('Enter');
};
const openDesk = async (page: Page, { eventid }: RaceDay): Promise<void> => {
  await page.goto(`/events/${eventid}/desk`);
  await expect(box(page)).toBeFocused();
};
const result = (page: Page) => page.locator('.desk-result');
const press = (page: Page) =>
  page
    .getByRole('article')
    .getByRole('button', { name: /^Entregar/ })
    .click();
const kitOf = async ({ admin }: RaceDay, { inscriptionid }: Json): Promise<string> =>
  (await admin.get(`/v2/inscription/inscriptions/${inscriptionid}`))['kit_status'];
const deliveriesOf = ({ admin }: RaceDay, { inscriptionid }: Json): Promise<readonly Json[]> =>
  admin.find('/v2/kits/kit_deliveries', { inscriptionid });
/** Somebody who paid and whose waiver is not asked for. */
const arrive = async (raceDay: RaceDay): Promise<Json> => raceDay.paid();
const look = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};

test('the photograph of an affiliation is next to the person, and a picture that cannot be had leaves no gap', async ({ page, kitDay }) => {
  const [seen, lost] = [await arrive(kitDay), await arrive(kitDay)];
  // What the desk reads of photographs is tested where the server is; here they are put into its answer.
  const photos: Readonly<Record<number, string>> = {
    [seen['inscriptionid']]: '/api/upload/demo-logo-cumbre.webp',
    [lost['inscriptionid']]: '/api/upload/nothing.webp',
  };
  await page.route('**/actions/list_people', async (route) => {
    const answer = await route.fetch();
    const said = await answer.json();
    for (const person of said.result.people) person.photo = photos[person.inscriptionid] ?? null;
    await route.fulfill({ response: answer, json: said });
  });
  await openDesk(page, kitDay);
  const card = page.getByRole('article');
  await scan(page, seen['folio']);
  const photo = card.getByRole('img', { name: `Foto de ${seen['name']}` });
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((picture) => picture instanceof HTMLImageElement && picture.naturalWidth > 0)).toBe(true);
  expect(await findings(page)).toEqual([]);
  await look(page, 'desk-photo');
  await scan(page, lost['folio']);
  await expect(card.getByRole('heading', { name: lost['name'] })).toBeVisible();
  await expect(card.getByRole('img', { name: /^Foto de/ })).toHaveCount(0);
});

test('from home to the desk: a folio is scanned, the kit handed out and taken back', async ({ page, kitDay }) => {
  const runner = await arrive(kitDay);
  await page.goto('/home');
  const first = page.getByRole('main').getByRole('region').first();
  await expect(first.getByRole('link', { name: 'Mesa de entrega' }).first()).toHaveAttribute('href', /^\/events\/\d+\/desk$/);
  await page.goto(`/events/${kitDay.eventid}`);
  await page.getByRole('link', { name: 'Mesa de entrega' }).click();
  await scan(page, runner['folio']);
  const card = page.getByRole('article');
  await expect(card.getByRole('heading', { name: runner['name'] })).toBeVisible();
  await expect(card).toContainText('Morral');
  expect(await findings(page)).toEqual([]);
  await look(page, 'desk-card');
  await press(page);
  await expect(result(page)).toContainText('Entregado');
  await expect(box(page)).toBeFocused();
  await look(page, 'desk-result');
  expect(await kitOf(kitDay, runner)).toBe('delivered');
  await scan(page, runner['folio']);
  await expect(card.getByRole('alert')).toContainText(/entreg/i);
  await expect(card.getByRole('button', { name: /^Entregar/ })).toBeHidden();
  const other = await arrive(kitDay);
  await expect
    .poll(async () => {
      await scan(page, other['folio']);
      return card.getByRole('heading', { name: other['name'] }).isVisible();
    })
    .toBe(true);
  await press(page);
  await result(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(result(page)).toContainText('Entrega anulada');
  expect(await kitOf(kitDay, other)).toBe('pending');
});

test('a code that is scanned after somebody was found by name is alone in the box', async ({ page, kitDay }) => {
  const [typed, scanned] = [await arrive(kitDay), await arrive(kitDay)];
  await openDesk(page, kitDay);
  await box(page).pressSequentially('prueba');
  await page.getByRole('button', { name: new RegExp(`${typed['folio']}`) }).click();
  await expect(page.getByRole('article').getByRole('heading', { name: typed['name'] })).toBeVisible();
  await expect(box(page)).toHaveValue('');
  await box(page).pressSequentially(`${scanned['folio']}`);
  await box(page).press('Enter');
  await expect(page.getByRole('article').getByRole('heading', { name: scanned['name'] })).toBeVisible();
  await scan(page, 'GOMC900101MDFRRL07');
  await expect(page.getByText('Tu acceso no permite buscar por CURP.')).toBeVisible();
});

test('a piece that is missing leaves the kit open, and the next visit completes it', async ({ page, kitDay }) => {
  const runner = await arrive(kitDay);
  await openDesk(page, kitDay);
  await scan(page, runner['number']);
  await page.getByRole('checkbox', { name: /^Morral/ }).uncheck();
  await press(page);
  await expect(result(page)).toContainText('Entregado en parte');
  expect(await kitOf(kitDay, runner)).toBe('partial');
  await scan(page, runner['number']);
  await expect(page.getByRole('article')).toContainText('Ya recibió: Dorsal con chip, Playera oficial');
  await press(page);
  await expect(result(page)).toContainText('Entregado');
  expect(await kitOf(kitDay, runner)).toBe('delivered');
});

test('another size, another bib and somebody else who receives it: what is missing is said on its field', async ({ page, kitDay }) => {
  const runner = await arrive(kitDay);
  await openDesk(page, kitDay);
  await scan(page, runner['folio']);
  await page.getByText('Cambiar talla, dorsal o quién recibe').click();
  await page.getByRole('combobox', { name: 'Talla' }).selectOption('L');
  await page.getByRole('button', { name: 'Leer el dorsal o su chip' }).click();
  await expect(box(page)).toBeFocused();
  await scan(page, 'no es un dorsal');
  await expect(page.getByRole('textbox', { name: 'Dorsal que se entrega' })).toHaveValue('no es un dorsal');
  await page.getByRole('button', { name: 'Leer el dorsal o su chip' }).click();
  await scan(page, 987);
  await expect(page.getByRole('textbox', { name: 'Dorsal que se entrega' })).toHaveValue('987');
  await page.getByRole('radio', { name: 'Otra persona' }).check();
  await look(page, 'desk-options');
  await press(page);
  await expect(page.getByText('Falta la foto de la carta poder.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Nombre de quien recibe' }).fill('Eva Luna');
  await page.getByLabel('Foto de la carta poder').setInputFiles({
    name: 'carta.png',
    mimeType: 'image/png',
    buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64'),
  });
  await expect(page.getByText('1 foto', { exact: true })).toBeVisible();
  await press(page);
  await expect(result(page)).toContainText('Entregado');
  const [row] = await deliveriesOf(kitDay, runner);
  expect(row).toMatchObject({ receiver_type: 'third_party', receiver_name: 'Eva Luna' });
  expect(await kitDay.admin.get(`/v2/inscription/inscriptions/${runner['inscriptionid']}`)).toMatchObject({
    tshirt_size: 'L',
    number: 987,
  });
});

test('a club is picked up in one go, by the name of who takes it: one is scanned and the others follow', async ({ page, kitDay }) => {
  const runners = [await arrive(kitDay), await arrive(kitDay)];
  const ids = new Set(runners.map(({ inscriptionid }) => inscriptionid));
  await page.route('**/actions/list_people', async (route) => {
    const answer = await route.fetch();
    const said = await answer.json();
    for (const person of said.result.people) if (ids.has(person.inscriptionid)) person.club = 'Correcaminos';
    await route.fulfill({ response: answer, json: said });
  });
  await openDesk(page, kitDay);
  await scan(page, runners[0]?.['folio']);
  await page.getByRole('article').getByRole('button', { name: 'Agregar a un grupo' }).click();
  await page.getByRole('button', { name: 'Agregar 1 más de Correcaminos' }).click();
  const group = page.getByRole('region', { name: 'Grupo (2)' });
  await group.getByRole('textbox').fill('Club Correcaminos');
  await look(page, 'desk-group');
  await group.getByRole('button', { name: 'Entregar a los 2' }).click();
  await expect(result(page)).toContainText('Entregado');
  const [first, second] = await Promise.all(runners.map(async (runner) => (await deliveriesOf(kitDay, runner))[0]));
  const whole = await kitDay.admin.get(`/v2/kits/kit_deliveries/${second!['kit_deliveryid']}`);
  expect(whole['group_deliveryid'] ?? whole['group_delivery']?.['id']).toBe(first!['kit_deliveryid']);
  expect(first?.['receiver_name']).toBe('Club Correcaminos');
});

test.describe('without a network', () => {
  test.use({ expectedStatuses: [0, 400, 409] });
  test('on a phone the head of the desk is two lines, also without a network, with the desk, what waits and every tool', async ({
    page,
    context,
    kitDay,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const runner = await arrive(kitDay);
    await openDesk(page, kitDay);
    const head = page.locator('.desk-top');
    const expectTwoLines = async (): Promise<void> => {
      const { height = 0 } = (await head.boundingBox()) ?? {};
      expect(height).toBeLessThan(110);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    };
    await expect(head.getByRole('status').first()).toHaveText('En línea');
    await expectTwoLines();
    await context.setOffline(true);
    await scan(page, runner['folio']);
    await press(page);
    await expect(head.getByText('1 por enviar')).toBeInViewport({ ratio: 1 });
    await expectTwoLines();
    await head.getByRole('combobox').selectOption({ label: 'Mesa 1' });
    for (const name of ['Quitar el sonido', 'Preparar sin red', 'Listas y etiquetas']) {
      const tool = head.getByRole('button', { name });
      await expect(tool).toBeInViewport({ ratio: 1 });
      const { width = 0, height = 0 } = (await tool.boundingBox()) ?? {};
      expect([width >= 48, height >= 48], name).toEqual([true, true]);
    }
    await expect(head.getByRole('link', { name: 'Tablero' })).toBeInViewport({ ratio: 1 });
    expect(await findings(page)).toEqual([]);
    await context.setOffline(false);
    await expect(head.getByText('por enviar')).toBeHidden();
  });
  test('kits are handed out and wait on the device; with the network they arrive once, and a second desk is a conflict', async ({
    browser,
    baseURL,
    kitDay,
    stateOf,
  }) => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }), storageState: await stateOf('kit-delivery'), locale: 'es-MX' });
    const page = await context.newPage();
    const runners = [await arrive(kitDay), await arrive(kitDay), await arrive(kitDay)];
    await openDesk(page, kitDay);
    await context.setOffline(true);
    for (const runner of runners) {
      await scan(page, runner['folio']);
      await press(page);
      await expect(result(page)).toContainText('se envía al volver la red');
    }
    await expect(page.getByText('3 por enviar')).toBeVisible();
    await look(page, 'desk-offline');
    const [shared] = runners;
    const { eventid, admin } = kitDay;
    await admin.post('/v2/kits/kit_deliveries/actions/deliver', {
      input: {
        client_uuid: crypto.randomUUID(),
        eventid,
        inscriptionid: shared!['inscriptionid'],
        delivered_at: new Date(Date.now() - 3_600_000).toISOString(),
        queued: true,
      },
    });
    await context.setOffline(false);
    await expect(page.getByText('3 por enviar')).toBeHidden();
    await expect(page.getByText('1 entregas en conflicto')).toBeVisible();
    for (const runner of runners) {
      expect(await kitOf(kitDay, runner)).toBe('delivered');
      const rows = await deliveriesOf(kitDay, runner);
      expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(1);
    }
    expect((await deliveriesOf(kitDay, shared!)).map(({ status }) => status).sort()).toEqual(['conflict', 'delivered']);
    await page.reload();
    await expect(box(page)).toBeFocused();
    await expect(page.getByText('por enviar')).toBeHidden();
    await context.close();
  });
});

test('a waiver that is missing is signed by a QR code at the desk, and the kit is free as soon as it is signed', async ({
  page,
  kitDay,
}) => {
  const { admin, eventid, distances } = kitDay;
  const waiver = await admin.post('/v2/event/exonerations', {
    eventid,
    title: 'Carta del 21',
    body_html: { es: '<p>Asumo los riesgos.</p>', en: '<p>I accept the risks.</p>' },
    require_signature: 'typed',
    distanceids: [distances.dear],
  });
  expect((await admin.post(`/v2/event/exonerations/${waiver.body['exonerationid']}/activate`)).status).toBe(200);
  const runner = await kitDay.paid({ distance: 'dear' });
  await openDesk(page, kitDay);
  await scan(page, runner['folio']);
  const card = page.getByRole('article');
  await expect(card.getByRole('alert')).toContainText('Falta firmar la carta responsiva.');
  await card.getByRole('button', { name: 'Firmar la carta responsiva' }).click();
  await expect(card.getByRole('img', { name: 'Código QR del enlace para firmar' })).toBeVisible();
  await look(page, 'desk-sign');
  const signed = await admin.post('/v2/inscription/exoneration_signatures', {
    inscriptionid: runner['inscriptionid'],
    exonerationid: waiver.body['exonerationid'],
    signer_type: 'athlete',
    signer_name: runner['name'],
    channel: 'desk',
  });
  expect(signed.status, JSON.stringify(signed.body)).toBe(201);
  await expect(card.getByRole('alert')).toBeHidden();
  await press(page);
  await expect(result(page)).toContainText('Entregado');
});

test('the board counts what was handed out, large', async ({ page, kitDay }) => {
  const runner = await arrive(kitDay);
  await openDesk(page, kitDay);
  await scan(page, runner['folio']);
  await press(page);
  await expect(result(page)).toContainText('Entregado');
  await page.getByRole('link', { name: 'Tablero' }).click();
  await expect(page.getByRole('heading', { name: 'Tablero de entrega' })).toBeVisible();
  for (const name of ['Por mesa', 'Por persona', 'Por hora']) await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await look(page, 'desk-board');
});

/** The last digit of a CURP follows from the others. */
const withCheckDigit = (code: string): string => {
  const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
  const sum = [...code].reduce((total, letter, at) => total + alphabet.indexOf(letter) * (18 - at), 0);
  return `${code}${(10 - (sum % 10)) % 10}`;
};
test.describe('a supervisor', () => {
  test.use({ profile: 'super-admin' });
  test('finds somebody by CURP, and hands out a kit whose waiver is missing with a reason', async ({ page, kitDay }) => {
    const { admin, eventid, distances } = kitDay;
    const mark = String.fromCodePoint(...Array.from({ length: 3 }, () => 66 + Math.floor(Math.random() * 3)));
    const curp = withCheckDigit(`GOMC900101MDF${mark}0`);
    const athlete = await admin.post('/v2/user/web_users', {
      first_name: 'Prueba',
      last_name: `Curp ${mark}`,
      gender: 'F',
      birth_date: '1990-01-01',
      email: `curp-${crypto.randomUUID()}@atleta.test`,
      curp,
    });
    expect(athlete.status, JSON.stringify(athlete.body)).toBe(201);
    const runner = await kitDay.paid({ web_userid: athlete.body['web_userid'], distance: 'five' });
    const waiver = await admin.post('/v2/event/exonerations', {
      eventid,
      title: 'Carta del 5',
      body_html: { es: '<p>Asumo los riesgos.</p>' },
      require_signature: 'typed',
      distanceids: [distances.five],
    });
    expect((await admin.post(`/v2/event/exonerations/${waiver.body['exonerationid']}/activate`)).status).toBe(200);
    await openDesk(page, kitDay);
    await scan(page, curp);
    await page.getByRole('button', { name: new RegExp(`${runner['folio']}`) }).click();
    const card = page.getByRole('article');
    await expect(card.getByRole('alert')).toContainText('Falta firmar la carta responsiva.');
    await expect(card.getByRole('button', { name: /^Entregar/ })).toBeDisabled();
    await card.getByRole('textbox', { name: 'Motivo del supervisor' }).fill('Firma en papel');
    await press(page);
    await expect(result(page)).toContainText('Entregado');
    const [row] = await deliveriesOf(kitDay, runner);
    expect(await kitDay.admin.get(`/v2/kits/kit_deliveries/${row?.['kit_deliveryid']}`)).toMatchObject({
      void_reason: 'Firma en papel',
      exoneration_checked: false,
    });
  });
});

test.describe('people without the key', () => {
  test.use({ profile: 'finance', expectedStatuses: [403] });
  test('find neither a link nor the page', async ({ page, kitDay }) => {
    await page.goto(`/events/${kitDay.eventid}/desk`);
    await expect(box(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
