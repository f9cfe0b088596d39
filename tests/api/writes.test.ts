import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { openExamples } from '../support/exampleRows';
import { add, addPerson } from './support/world';

let world: World, company: number, alfa: number, beta: number, event: number, distance: number, athlete: number;
let sofia: Person, olga: Person, kira: Person, clara: Person, rene: Person;
let count = 0;
const word = () => `x${(count += 1)}`;
const code = () => `CODE${(count += 1)}`;

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  company = await add.organization(pool, 'Compañía', { is_platform: true });
  alfa = await add.organization(pool, 'Alfa');
  beta = await add.organization(pool, 'Beta');
  await addPerson(pool, 'sofia', [{ org: company, profile: 'super-admin' }]);
  await addPerson(pool, 'clara', [{ org: company, profile: 'customer-support', regions: ['national'] }]);
  await addPerson(pool, 'rene', [{ org: company, profile: 'regional-admin', regions: ['norte'] }]);
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(pool, 'kira', [{ org: alfa, profile: 'kit-delivery' }]);
  [sofia, clara, rene, olga, kira] = [
    world.as('sofia', company),
    world.as('clara', company),
    world.as('rene', company),
    world.as('olga', alfa),
    world.as('kira', alfa),
  ];
  athlete = await add.athlete(pool, 'Ana', { phone: '5511112222', club: 'Halcones' });
});
beforeEach(async () => {
  event = await add.event(world.pool, alfa, word());
  distance = await add.distance(world.pool, event, word().toUpperCase(), { capacity: 2 });
});
afterAll(() => world.close());

const monthMs = 30 * 86_400_000,
  now = Date.now();
/** A price from one month to another, both counted from now. */
const tier = (name: string, from: string, to: string, more: object = {}) => ({
  name,
  starts_at: new Date(now + Number(from) * monthMs).toISOString(),
  ends_at: new Date(now + Number(to) * monthMs).toISOString(),
  price_cents: 50_000,
  ...more,
});
const audits = async (resource: string, id: number) =>
  (
    await world.pool.query(
      'select verb, action, actor_name, before, after from audits where resource = $1 and recordid = $2 order by auditid',
      [resource, id],
    )
  ).rows;

describe('create and change', () => {
  test('keeps the row, its owner and who wrote it', async () => {
    const made = await olga.post('/v2/event/coupons', { code: ' abc-123 ', type: 'percent', value: 15, eventid: event });
    expect(made).toMatchObject({ status: 201, body: { code: 'ABC-123', version: 1, event: { eventid: event } } });
    const { rows } = await world.pool.query('select organizationid, created_by is not null as signed from coupons where couponid = $1', [
      made.body.couponid,
    ]);
    expect(rows).toEqual([{ organizationid: alfa, signed: true }]);
    expect(await audits('coupons', made.body.couponid)).toMatchObject([
      { verb: 'create', actor_name: 'olga Prueba', after: { code: 'ABC-123', value: 15 } },
    ]);
  });
  test('belongs to the chosen organization whatever a tenant says, and the platform must choose', async () => {
    const made = await olga.post('/v2/event/coupons', { code: 'FORCED', value: 5, organizationid: beta });
    expect((await world.pool.query('select organizationid from coupons where couponid = $1', [made.body.couponid])).rows).toEqual([
      { organizationid: alfa },
    ]);
    expect(await sofia.post('/v2/event/coupons', { code: 'NOOWNER', value: 5 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'organizationid' }] },
    });
    expect((await sofia.post('/v2/event/coupons', { code: 'CHOSEN', value: 5, organizationid: beta })).status).toBe(201);
  });
  test('refuses a stale version, an absent one, and changes nothing', async () => {
    expect((await olga.patch(`/v2/event/events/${event}`, { version: 1, city: 'Puebla' })).body).toMatchObject({
      city: 'Puebla',
      version: 2,
    });
    expect(await olga.patch(`/v2/event/events/${event}`, { version: 1, city: 'León' })).toMatchObject({
      status: 409,
      body: { message: 'Alguien más cambió este registro. Revisa sus cambios antes de guardar.', errors: [{ path: 'version' }] },
    });
    expect(await olga.patch(`/v2/event/events/${event}`, { city: 'León' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'version' }] },
    });
    expect((await olga.get(`/v2/event/events/${event}`)).body.city).toBe('Puebla');
  });
  test('judges a patch on top of the stored row and applies no default', async () => {
    const { body } = await olga.post('/v2/event/coupons', { code: code(), type: 'amount', value: 5000, max_uses_per_user: 7 });
    expect(await olga.patch(`/v2/event/coupons/${body.couponid}`, { version: 1, type: 'percent' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'value' }] },
    });
    expect((await olga.patch(`/v2/event/coupons/${body.couponid}`, { version: 1, comment: 'nota' })).body).toMatchObject({
      type: 'amount',
      value: 5000,
      max_uses_per_user: 7,
    });
  });
  test('empties fields whose condition no longer holds', async () => {
    const { body } = await olga.post('/v2/event/coupons', { code: code(), type: 'percent', value: 5, max_discount_cents: 900 });
    expect((await olga.patch(`/v2/event/coupons/${body.couponid}`, { version: 1, type: 'free' })).body).toMatchObject({
      value: null,
      max_discount_cents: null,
    });
  });
  test('tells errors field by field in the language of the person', async () => {
    const wrong = { code: 'a', value: 0, nope: 1, uses_count: 4 };
    const inSpanish = await olga.post('/v2/event/coupons', wrong);
    expect(inSpanish).toMatchObject({ status: 400, body: { message: 'Hay datos por corregir.' } });
    expect(inSpanish.body.errors.map(({ path }: any) => path).sort()).toEqual(['code', 'nope', 'uses_count', 'value']);
    expect((await world.as('olga', alfa, 'en').post('/v2/event/coupons', { value: 5 })).body.errors).toEqual([
      { path: 'code', code: 'REQUIRED', message: 'This is required.' },
    ]);
  });
  test('tells a taken value on its field, whatever its case', async () => {
    await olga.post('/v2/event/coupons', { code: 'TWICE', value: 5 });
    expect(await olga.post('/v2/event/coupons', { code: 'twice', value: 5 })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'code', message: 'Este valor ya está en uso.' }] },
    });
  });
  test('a taken value that the person may not see is not revealed', async () => {
    await sofia.post('/v2/user/web_users', {
      first_name: 'Uno',
      last_name: 'Uno',
      gender: 'M',
      birth_date: '1990-01-01',
      email: 'secreto@atleta.test',
    });
    await addPerson(world.pool, 'masked', [{ org: company, profile: 'customer-support', regions: ['reports-wo-contact-info'] }]);
    const refused = await world.as('masked', company).post('/v2/user/web_users', {
      first_name: 'Dos',
      last_name: 'Dos',
      gender: 'M',
      birth_date: '1990-01-01',
      email: 'secreto@atleta.test',
      source: 'a',
      source_ref: 'b',
    });
    expect(refused).toMatchObject({ status: 403, body: { errors: [{ path: 'email', message: 'No tienes acceso a este dato.' }] } });
  });
  test('refuses references to what the person cannot see, or that do not belong together', async () => {
    const away = await add.event(world.pool, beta, word());
    expect(await olga.post('/v2/event/coupons', { code: code(), value: 5, eventid: away })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'eventid' }] },
    });
    expect(await sofia.post('/v2/event/coupons', { code: code(), value: 5, eventid: away, organizationid: alfa })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'eventid' }] },
    });
    const strange = await add.distance(world.pool, away, word().toUpperCase());
    expect(await sofia.post('/v2/inscription/inscriptions', { eventid: event, distanceid: strange, web_userid: athlete })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'distanceid' }] },
    });
  });
  test('a masked field cannot be written', async () => {
    const id = await add.inscription(world.pool, event, distance, athlete, { folio: word().slice(0, 8), qr_token: word() });
    expect(await olga.patch(`/v2/inscription/inscriptions/${id}`, { version: 1, email: 'otro@prueba.test' })).toMatchObject({
      status: 403,
      body: { errors: [{ path: 'email' }] },
    });
  });
  test('a key to look does not change, and what is not visible does not exist', async () => {
    expect((await kira.patch(`/v2/event/events/${event}`, { version: 1, city: 'León' })).status).toBe(403);
    const away = await add.event(world.pool, beta, word());
    expect((await olga.patch(`/v2/event/events/${away}`, { version: 1, city: 'León' })).status).toBe(404);
    expect((await olga.patch('/v2/event/events/abc', { version: 1 })).status).toBe(404);
  });
  test('a regional key reads national events, changes its own region only, and moves nothing out of it', async () => {
    const [north, national, centre] = [
      await add.event(world.pool, alfa, word(), { region: 'norte' }),
      await add.event(world.pool, alfa, word(), { region: 'nacional' }),
      event,
    ];
    expect((await rene.get(`/v2/event/events/${national}`)).status).toBe(200);
    expect((await rene.patch(`/v2/event/events/${national}`, { version: 1, city: 'X' })).status).toBe(403);
    expect((await rene.patch(`/v2/event/events/${centre}`, { version: 1, city: 'X' })).status).toBe(404);
    expect((await rene.patch(`/v2/event/events/${north}`, { version: 1, region: 'sur' })).status).toBe(403);
    expect((await rene.patch(`/v2/event/events/${north}`, { version: 1, city: 'Monterrey' })).status).toBe(200);
  });
  test('removes a row that nothing points to, and keeps one that is used', async () => {
    const { body } = await olga.post('/v2/event/coupons', { code: 'GOODBYE', value: 5 });
    expect((await olga.remove(`/v2/event/coupons/${body.couponid}`, { version: 9 })).status).toBe(409);
    expect((await olga.remove(`/v2/event/coupons/${body.couponid}`, { version: 1 })).status).toBe(200);
    expect((await olga.get(`/v2/event/coupons/${body.couponid}`)).status).toBe(404);
    expect((await olga.post('/v2/event/coupons', { code: 'GOODBYE', value: 5 })).status).toBe(201);
    expect(await olga.remove(`/v2/event/events/${event}`, { version: 1 })).toMatchObject({
      status: 409,
      body: { message: 'No se puede eliminar porque otros registros dependen de este.' },
    });
  });
  test('publishes an event only when it is ready, and then its slug stays', async () => {
    await openExamples({ client: world.pool, organizationid: alfa, slug: 'aviso' }, { events: event })('exonerations');
    await world.pool.query(`update events set img_cover = 'https://example.com/portada.png' where eventid = $1`, [event]);
    await world.pool.query(
      `insert into convocatories (eventid, title, change_note, status) values ($1, 'Convocatoria', 'Primera', 'published')`,
      [event],
    );
    expect((await olga.patch(`/v2/event/events/${event}`, { version: 1, status: 'published' })).status).toBe(409);
    await olga.patch(`/v2/event/distances/${distance}`, { version: 1, price_tiers: [tier('Preventa', '1', '2')] });
    expect((await olga.patch(`/v2/event/events/${event}`, { version: 1, status: 'published' })).body).toMatchObject({
      status: 'published',
      published_at: expect.any(String),
    });
    expect((await olga.patch(`/v2/event/events/${event}`, { version: 2, slug: 'otro-nombre' })).body.errors).toMatchObject([
      { path: 'slug' },
    ]);
  });
});

test('a row that belongs to everybody is read by all and changed by the platform alone', async () => {
  const { rows } = await world.pool.query(`select profileid, version from profiles where slug = 'sponsor-viewer'`);
  const url = `/v2/organization/profiles/${rows[0].profileid}`;
  expect((await olga.get(url)).status).toBe(200);
  expect((await olga.patch(url, { version: rows[0].version, name: { es: 'Mío' } })).status).toBe(403);
  expect((await sofia.patch(url, { version: rows[0].version, name: { es: 'Patrocinio' } })).body).toMatchObject({
    name: { es: 'Patrocinio' },
  });
});

describe('embedded rows', () => {
  const url = () => `/v2/event/distances/${distance}`;
  test('are compared by key: changed, added, removed and ordered under the version of their parent', async () => {
    const first = await olga.patch(url(), {
      version: 1,
      price_tiers: [tier('Uno', '1', '2'), tier('Dos', '2', '3'), tier('Tres', '3', '4')],
    });
    expect(first.body.version).toBe(2);
    const [one, , three] = first.body.price_tiers;
    const row = ({ price_tierid, name, starts_at, ends_at }: any, more: object) => ({
      price_tierid,
      name,
      starts_at,
      ends_at,
      price_cents: 50_000,
      ...more,
    });
    const second = await olga.patch(url(), {
      version: 2,
      price_tiers: [row(three, { price_cents: 70_000 }), row(one, {}), tier('Cuatro', '4', '5')],
    });
    expect(second.body.price_tiers.map((each: any) => [each.price_tierid, each.name, each.price_cents, each.sort])).toEqual([
      [three.price_tierid, 'Tres', 70_000, 0],
      [one.price_tierid, 'Uno', 50_000, 1],
      [expect.any(Number), 'Cuatro', 50_000, 2],
    ]);
    const [, edited] = await audits('distances', distance);
    expect(edited.before.price_tiers).toHaveLength(3);
    expect(edited.after.price_tiers.map((each: any) => each.name)).toEqual(['Tres', 'Uno', 'Cuatro']);
  });
  test('keep what was not sent, without falling back to defaults', async () => {
    const first = await olga.patch(url(), {
      version: 1,
      price_tiers: [tier('Uno', '1', '2', { audience: 'club', service_fee_cents: 900 })],
    });
    const [{ price_tierid, starts_at, ends_at }] = first.body.price_tiers;
    const second = await olga.patch(url(), {
      version: 2,
      price_tiers: [{ price_tierid, name: 'Otro', starts_at, ends_at, price_cents: 1 }],
    });
    expect(second.body.price_tiers).toMatchObject([{ price_tierid, name: 'Otro', audience: 'club', service_fee_cents: 900 }]);
  });
  test('show their errors at their place and leave everything as it was', async () => {
    const backwards = await olga.patch(url(), { version: 1, name: 'Otra', price_tiers: [tier('Uno', '1', '2'), tier('Dos', '3', '2')] });
    expect(backwards).toMatchObject({ status: 400, body: { errors: [{ path: 'price_tiers.1.ends_at' }] } });
    expect(
      await olga.patch(url(), { version: 1, name: 'Otra', price_tiers: [tier('Uno', '1', '3'), tier('Dos', '2', '4')] }),
    ).toMatchObject({ status: 409, body: { errors: [{ path: expect.stringMatching(/^price_tiers\./) }] } });
    expect(await olga.patch(url(), { version: 1, price_tiers: [{ ...tier('Uno', '1', '3'), price_tierid: 99_999 }] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'price_tiers.0.price_tierid' }] },
    });
    expect((await olga.get(url())).body).toMatchObject({ version: 1, price_tiers: [] });
  });
});

describe('inscriptions', () => {
  const inscribe = (more: object = {}, as = clara) =>
    as.post('/v2/inscription/inscriptions', { eventid: event, distanceid: distance, web_userid: athlete, ...more });
  test('start with a folio, a token, a copy of the athlete and a line in the log', async () => {
    const { status, body } = await inscribe({ club: 'Otro club' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'started',
      first_name: 'Ana',
      last_name: 'García',
      phone: '5511112222',
      club: 'Otro club',
      folio: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
    });
    const log = await clara.query<any>(
      'inscription',
      `{ inscription_log(filter: { field: "inscriptionid", op: "eq", value: ${body.inscriptionid} }) { items { status actor_type permission_key actor_user { title } } } }`,
    );
    expect(log.body.data.inscription_log.items).toEqual([
      { status: 'started', actor_type: 'staff', permission_key: 'event-admin-inscription', actor_user: { title: 'clara Prueba' } },
    ]);
    expect((await world.pool.query('select organizationid from inscriptions where inscriptionid = $1', [body.inscriptionid])).rows).toEqual(
      [{ organizationid: alfa }],
    );
  });
  test('never oversell a distance', async () => {
    await add.inscription(world.pool, event, distance, await add.athlete(world.pool, word()), {
      folio: word(),
      qr_token: word(),
      status: 'paid',
    });
    expect((await inscribe()).status).toBe(201);
    expect(await inscribe({ web_userid: await add.athlete(world.pool, word()) })).toMatchObject({
      status: 409,
      body: { errors: [{ message: 'No quedan lugares en la distancia.' }] },
    });
  });
  test('comment: one change, one line in the log, one audit row', async () => {
    const { body } = await inscribe();
    const url = `/v2/inscription/inscriptions/${body.inscriptionid}/update_comment`;
    expect((await clara.post(url, { input: { comment: ' Llega tarde ' } })).body).toEqual({
      ok: 1,
      skipped: [],
      failed: [],
      undo: [body.inscriptionid],
    });
    const { rows } = await world.pool.query(
      `select action_label, changes, actor_userid is not null as signed from inscription_log where inscriptionid = $1 and status = 'comment_updated'`,
      [body.inscriptionid],
    );
    expect(rows).toEqual([
      { action_label: 'Update comment', changes: [{ field: 'comment', old: null, new: 'Llega tarde' }], signed: true },
    ]);
    expect((await audits('inscriptions', body.inscriptionid)).at(-1)).toMatchObject({
      verb: 'action',
      action: 'update_comment',
      before: { comment: null },
      after: { comment: 'Llega tarde' },
    });
    expect((await clara.post(url, { input: { comment: 'Llega tarde' } })).status).toBe(409);
    expect(await clara.post(url, { input: { comment: 'x'.repeat(1001) } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.comment' }] },
    });
  });
  test('comment on many: a rehearsal answers the same and leaves nothing behind', async () => {
    const one = (await inscribe()).body.inscriptionid;
    const away = await add.event(world.pool, beta, word());
    const other = await add.inscription(world.pool, away, await add.distance(world.pool, away, word().toUpperCase()), athlete, {
      folio: word(),
      qr_token: word(),
    });
    const body = { ids: [one, other, 999_999], input: { comment: 'Aviso' } };
    const url = '/v2/inscription/inscriptions/actions/update_comment';
    const rehearsed = await kira.post(url, { ...body, dry_run: true });
    expect(rehearsed.body).toEqual({
      ok: 1,
      skipped: [
        { id: other, code: 'NOT_FOUND', reason: 'No se encontró lo que buscas.' },
        { id: 999_999, code: 'NOT_FOUND', reason: 'No se encontró lo que buscas.' },
      ],
      failed: [],
    });
    expect((await clara.get(`/v2/inscription/inscriptions/${one}`)).body).toMatchObject({ comment: null, version: 1 });
    expect((await kira.post(url, body)).body).toEqual({ ...rehearsed.body, undo: [one] });
    expect((await clara.get(`/v2/inscription/inscriptions/${one}`)).body).toMatchObject({ comment: 'Aviso', version: 2 });
    expect((await kira.post(url, { ...body, ids: [one] })).body).toMatchObject({
      ok: 0,
      skipped: [{ id: one, reason: 'No hay ningún cambio que guardar.' }],
    });
  });
  test('comment on a filter reaches what the list shows and nothing else', async () => {
    const { body } = await inscribe();
    const url = '/v2/inscription/inscriptions/actions/update_comment';
    expect(
      (await clara.post(url, { filter: { field: 'eventid', op: 'eq', value: event }, search: 'halcones', input: { comment: 'a' } })).body
        .ok,
    ).toBe(0);
    expect(
      (await clara.post(url, { filter: { field: 'eventid', op: 'eq', value: event }, search: 'ana garcia', input: { comment: 'a' } })).body
        .ok,
    ).toBe(1);
    expect((await clara.post(url, { input: { comment: 'b' } })).status).toBe(400);
    expect((await clara.get(`/v2/inscription/inscriptions/${body.inscriptionid}`)).body.comment).toBe('a');
  });
  test('a correction is logged without the values that some readers may not see', async () => {
    const { body } = await inscribe();
    await clara.patch(`/v2/inscription/inscriptions/${body.inscriptionid}`, { version: 1, phone: '5599998888', city: 'Toluca' });
    const { rows } = await world.pool.query(`select changes from inscription_log where inscriptionid = $1 and status = 'data_updated'`, [
      body.inscriptionid,
    ]);
    expect(rows[0].changes).toEqual([{ field: 'phone' }, { field: 'city', old: null, new: 'Toluca' }]);
  });
  test('data of the athlete is frozen for organizers once changes have closed', async () => {
    const { body } = await inscribe();
    const url = `/v2/inscription/inscriptions/${body.inscriptionid}`;
    expect((await olga.patch(url, { version: 1, city: 'Toluca' })).status).toBe(200);
    await world.pool.query(`update events set changes_close_at = now() - interval '1 hour' where eventid = $1`, [event]);
    expect(await olga.patch(url, { version: 2, city: 'León' })).toMatchObject({ status: 403, body: { errors: [{ path: 'city' }] } });
    expect((await olga.patch(url, { version: 2, attention: true })).status).toBe(200);
    expect((await clara.patch(url, { version: 3, city: 'León' })).status).toBe(200);
  });
  test('history hides what the reader may not see', async () => {
    const { body } = await inscribe();
    await clara.patch(`/v2/inscription/inscriptions/${body.inscriptionid}`, { version: 1, email: 'nueva@atleta.test', city: 'Toluca' });
    const fields = async (as: Person) =>
      (await as.get(`/v2/inscription/inscriptions/${body.inscriptionid}/history`)).body.items[0].changes.map((change: any) => change.field);
    expect((await fields(clara)).sort()).toEqual(['city', 'email']);
    expect(await fields(kira)).toEqual(['city']);
    expect((await kira.get(`/v2/inscription/inscriptions/${body.inscriptionid}/history`)).body.items[0]).toMatchObject({
      verb: 'edit',
      actor: { name: 'clara Prueba' },
    });
  });
});

describe('coupon batches', () => {
  test('make as many readable codes as they say, once', async () => {
    const { body } = await olga.post('/v2/event/coupon_batches', {
      name: 'Club',
      owner_type: 'club',
      prefix: 'CLB-',
      code_length: 10,
      qty: 300,
      eventid: event,
    });
    const url = `/v2/event/coupon_batches/${body.coupon_batchid}/generate`;
    const input = { type: 'percent', value: 20 };
    expect((await olga.post(url, { input: { type: 'percent', value: 200 } })).body).toMatchObject({
      statusCode: 400,
      errors: [{ path: 'input.value' }],
    });
    expect((await olga.post(url, { input, dry_run: true })).body).toEqual({ ok: 1, skipped: [], failed: [], result: { created: 300 } });
    expect((await olga.post(url, { input })).body.result).toEqual({ created: 300 });
    const { rows } = await world.pool.query('select code from coupons where coupon_batchid = $1', [body.coupon_batchid]);
    expect(rows).toHaveLength(300);
    expect(rows.every(({ code }) => /^CLB-[A-HJ-NP-Z2-9]{6}$/.test(code))).toBe(true);
    expect((await olga.get(`/v2/event/coupon_batches/${body.coupon_batchid}`)).body).toMatchObject({
      status: 'active',
      coupons_count: 300,
    });
    expect((await olga.post(url, { input })).status).toBe(409);
  });
});
