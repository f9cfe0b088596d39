import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, alfa: number, beta: number, event: number, distance: number, other: number;
let ana: Person, kira: Person, foreign: Person;
const ids: Record<string, number> = {};
const document =
  'query ($filter: Filter, $search: String, $sort: [String!], $page: Int = 1, $perpage: Int = 25) { inscriptions(filter: $filter, search: $search, sort: $sort, page: $page, perpage: $perpage) { items { inscriptionid } total } }';

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  const company = await add.organization(pool, 'Compañía', { is_platform: true });
  alfa = await add.organization(pool, 'Alfa');
  beta = await add.organization(pool, 'Beta');
  event = await add.event(pool, alfa, 'uno');
  other = await add.event(pool, beta, 'dos', { region: 'norte' });
  distance = await add.distance(pool, event, '10K');
  const second = await add.distance(pool, other, '5K');
  const people = [
    [
      'maria',
      {
        first_name: 'María',
        last_name: 'Núñez',
        email: 'maria@atleta.test',
        status: 'paid',
        paid_cents: 10_000,
        folio: 'AAAA2222',
        birth_date: '1990-01-01',
      },
    ],
    [
      'jose',
      {
        first_name: 'José',
        last_name: 'Ñandú',
        email: 'jose@atleta.test',
        status: 'cancelled',
        paid_cents: 0,
        folio: 'BBBB3333',
        birth_date: '1980-05-05',
      },
    ],
    [
      'pia',
      {
        first_name: 'Pía',
        last_name: 'Peña',
        email: null,
        status: 'started',
        paid_cents: 0,
        folio: 'CCCC4444',
        birth_date: '2000-12-12',
        comment: 'llega tarde',
      },
    ],
    [
      'luz',
      {
        first_name: 'Luz',
        last_name: 'Sol_100%',
        email: 'luz@atleta.test',
        status: 'paid',
        paid_cents: 25_000,
        folio: 'DDDD5555',
        birth_date: '1975-07-07',
        number: 7,
      },
    ],
  ] as const;
  for (const [name, row] of people)
    ids[name] = await add.inscription(pool, event, distance, await add.athlete(pool, name), { ...row, qr_token: name });
  ids['away'] = await add.inscription(pool, other, second, await add.athlete(pool, 'away'), {
    folio: 'EEEE6666',
    status: 'paid',
    paid_cents: 900,
    first_name: 'Lejos',
  });
  await addPerson(pool, 'ana', [{ org: company, profile: 'super-admin', regions: ['national'] }]);
  await addPerson(pool, 'kira', [{ org: alfa, profile: 'kit-delivery' }]);
  await addPerson(pool, 'fer', [{ org: beta, profile: 'organizer' }]);
  ana = world.as('ana', company);
  kira = world.as('kira', alfa);
  foreign = world.as('fer', beta);
});
afterAll(() => world.close());

const names = (found: readonly { inscriptionid: number }[]) =>
  found.map(({ inscriptionid }) => Object.keys(ids).find((name) => ids[name] === inscriptionid)).sort();
const find = async (variables: object, as = ana) => {
  const { body } = await as.query('inscription', document, variables);
  if (body.errors) throw Object.assign(new Error(JSON.stringify(body.errors)), body.errors[0].extensions);
  return names((body.data as any).inscriptions.items);
};
const refusal = async (variables: object, as = ana) => (await as.query('inscription', document, variables)).body.errors?.[0]?.extensions;
const filter = (value: unknown) => ({ filter: value });

describe('filters', () => {
  test('joins alternatives with or', async () =>
    expect(
      await find(
        filter({
          or: [
            { field: 'status', op: 'eq', value: 'cancelled' },
            { field: 'number', op: 'eq', value: 7 },
          ],
        }),
      ),
    ).toEqual(['jose', 'luz']));
  test('keeps two conditions on one field', async () =>
    expect(
      await find(
        filter({
          and: [
            { field: 'paid_cents', op: 'gte', value: 901 },
            { field: 'paid_cents', op: 'lte', value: 20_000 },
          ],
        }),
      ),
    ).toEqual(['maria']));
  test('negates what is nested, unknown values included', async () =>
    expect(
      await find(
        filter({
          not: {
            or: [
              { field: 'email', op: 'contains', value: 'atleta' },
              { field: 'status', op: 'eq', value: 'paid' },
            ],
          },
        }),
      ),
    ).toEqual(['pia']));
  test('compares between two bounds, both within', async () =>
    expect(await find(filter({ field: 'birth_date', op: 'between', value: ['1980-05-05', '1990-01-01'] }))).toEqual(['jose', 'maria']));
  test('takes a hundred keys', async () =>
    expect(
      await find(
        filter({ field: 'inscriptionid', op: 'in', value: [...Array.from({ length: 99 }, (_, index) => 5000 + index), ids['luz']] }),
      ),
    ).toEqual(['luz']));
  test('ignores accents and case, and takes percent signs as they are', async () => {
    expect(await find(filter({ field: 'email', op: 'contains', value: 'MARÍA' }))).toEqual(['maria']);
    expect(await find(filter({ field: 'email', op: 'contains', value: '%' }))).toEqual([]);
  });
  test('finds empty values and an empty list of values', async () => {
    expect(await find(filter({ field: 'email', op: 'null' }))).toEqual(['away', 'pia']);
    expect(await find(filter({ field: 'status', op: 'in', value: [] }))).toEqual([]);
  });
  test('refuses a value for what is empty, which would look like its opposite', async () => {
    expect(await refusal(filter({ field: 'number', op: 'null', value: false }))).toMatchObject({
      statusCode: 400,
      errors: [{ path: 'filter.number', code: 'INVALID_VALUE' }],
    });
    expect(await find(filter({ field: 'number', op: 'null', value: true }))).toEqual(await find(filter({ field: 'number', op: 'null' })));
  });
  test('reads numbers that came as text', async () =>
    expect(await find(filter({ field: 'number', op: 'eq', value: '7' }))).toEqual(['luz']));
  test.each([
    [{ field: 'nope', op: 'eq', value: 1 }, 'filter.nope'],
    [{ field: 'comment', op: 'contains', value: 'tarde' }, 'filter.comment'],
    [{ field: 'status', op: 'contains', value: 'paid' }, 'filter.status'],
    [{ field: 'status', op: 'eq', value: 'flying' }, 'filter.status'],
    [{ field: 'number', op: 'eq', value: 'siete' }, 'filter.number'],
    [{ field: 'birth_date', op: 'between', value: ['1980-05-05'] }, 'filter.birth_date'],
    [{ field: 'eventid.name', op: 'contains', value: 'uno' }, 'filter.eventid.name'],
    [{ field: 'status', op: 'eq', value: 'paid', more: 1 }, 'filter'],
  ])('refuses %j with its path', async (wrong, path) =>
    expect(await refusal(filter(wrong))).toMatchObject({ statusCode: 400, errors: [{ path }] }),
  );
  test('refuses a filter nested beyond measure', async () => {
    const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ not: inner }), { field: 'status', op: 'eq', value: 'paid' });
    expect(await refusal(filter(deep))).toMatchObject({ statusCode: 400 });
  });
});

describe('search', () => {
  test('needs every word, in any order, without accents', async () => {
    expect(await find({ search: 'nunez MARIA' })).toEqual(['maria']);
    expect(await find({ search: 'maria pena' })).toEqual([]);
    expect(await find({ search: 'ñandu' })).toEqual(['jose']);
  });
  test('takes signs of patterns as letters', async () => {
    expect(await find({ search: 'sol_100%' })).toEqual(['luz']);
    expect(await find({ search: '%' })).toEqual(['luz']);
  });
  test('finds by folio and by contact data', async () => {
    expect(await find({ search: 'cccc44' })).toEqual(['pia']);
    expect(await find({ search: 'luz@atleta' })).toEqual(['luz']);
  });
});

describe('pages', () => {
  test('sorts and breaks ties by the key, so that pages never overlap', async () => {
    const page = async (number: number) =>
      (
        (await ana.query('inscription', document, { sort: ['-paid_cents'], page: number, perpage: 2 })).body.data as any
      ).inscriptions.items.map((item: any) => item.inscriptionid);
    expect([...(await page(1)), ...(await page(2)), ...(await page(3))]).toEqual([
      ids['luz'],
      ids['maria'],
      ids['away'],
      ids['pia'],
      ids['jose'],
    ]);
  });
  test('refuses to sort by what is not declared', async () =>
    expect(await refusal({ sort: ['email'] })).toMatchObject({ statusCode: 400, errors: [{ path: 'sort.email' }] }));
  test('sorts by what a list is grouped by only inside one event', async () => {
    const within = { field: 'eventid', op: 'eq', value: event };
    expect(await refusal({ sort: ['distanceid'] })).toMatchObject({ errors: [{ path: 'sort.distanceid', code: 'NOT_SORTABLE' }] });
    expect(await refusal({ sort: ['distanceid'], filter: { or: [within, { field: 'eventid', op: 'eq', value: other }] } })).toMatchObject({
      errors: [{ code: 'NOT_SORTABLE' }],
    });
    expect(await refusal({ sort: ['city'], filter: within })).toMatchObject({ errors: [{ code: 'NOT_SORTABLE' }] });
    const sizes = 'query ($filter: Filter) { inscriptions(filter: $filter, sort: ["gender", "-created"]) { items { gender } } }';
    const { body } = await ana.query('inscription', sizes, { filter: within });
    expect(body.errors ?? []).toEqual([]);
  });
  test('refuses a page without size or beyond measure', async () => {
    expect(await refusal({ perpage: 0 })).toMatchObject({ statusCode: 400, errors: [{ path: 'perpage' }] });
    expect(await refusal({ perpage: 100_000 })).toMatchObject({ statusCode: 400, errors: [{ path: 'perpage' }] });
  });
  test('goes ten million rows far and no row further', async () => {
    expect(await find({ page: 10_000_001, perpage: 1 })).toEqual([]);
    expect(await refusal({ page: 10_000_002, perpage: 1 })).toMatchObject({ statusCode: 400, errors: [{ path: 'page' }] });
    expect(await find({ page: 10_001, perpage: 1000 })).toEqual([]);
    expect(await refusal({ page: 10_002, perpage: 1000 })).toMatchObject({ statusCode: 400, errors: [{ path: 'page' }] });
    expect(await refusal({ page: 0 })).toMatchObject({ statusCode: 400, errors: [{ path: 'page' }] });
    const rest = async (start: number) => (await ana.get(`/v2/inscription/inscriptions?_start=${start}&_end=${start + 1}`)).status;
    expect([await rest(10_000_000), await rest(10_000_001)]).toEqual([200, 400]);
  });
  test('holds a thousand rows and no more', async () => {
    expect(await find({ perpage: 1000 })).toHaveLength(5);
    expect(await refusal({ perpage: 1001 })).toMatchObject({ statusCode: 400, errors: [{ path: 'perpage' }] });
  });
  test('adds up the declared totals over the whole filter', async () => {
    const { body } = await ana.query<any>(
      'inscription',
      '{ inscriptions(perpage: 1, filter: { field: "status", op: "eq", value: "paid" }) { items { folio } total totals } }',
    );
    expect(body.data.inscriptions).toMatchObject({ total: 3, totals: { paid_cents: 35_900 } });
  });
  test('counts nothing that is not asked', async () => {
    const { body } = await ana.query<any>('inscription', '{ inscriptions(perpage: 1) { items { folio } } }');
    expect(body.data.inscriptions).toEqual({ items: [{ folio: 'EEEE6666' }] });
  });
  test('joins references with their titles in the language of the person', async () => {
    const text = `{ inscription(inscriptionid: ${ids['luz']}) { eventid event { eventid title } distance { title } couponid coupon { title } } }`;
    expect((await ana.query<any>('inscription', text)).body.data.inscription).toEqual({
      eventid: event,
      event: { eventid: event, title: 'Carrera uno' },
      distance: { title: '10K' },
      couponid: null,
      coupon: null,
    });
    const inEnglish = await world.as('kira', alfa, 'en-GB,en;q=0.9').query<any>('inscription', text);
    expect(inEnglish.body.data.inscription.event.title).toBe('Race uno');
  });
  test('leaves the title of a reference out for those who may not list it', async () => {
    const text = `{ inscription(inscriptionid: ${ids['luz']}) { web_userid web_user { web_userid title } } }`;
    const { body } = await kira.query<any>('inscription', text);
    expect(body.data.inscription.web_user).toEqual({ web_userid: body.data.inscription.web_userid, title: null });
    expect((await ana.query<any>('inscription', text)).body.data.inscription.web_user.title).toContain('luz');
  });
  test('answers lists and records by REST too, every operator included', async () => {
    const query = new URLSearchParams({
      filter: JSON.stringify({ not: { field: 'status', op: 'in', value: ['paid', 'started'] } }),
      _start: '0',
      _end: '10',
      _sort: 'folio',
      _order: 'DESC',
      q: 'jose',
    });
    const list = await ana.get(`/v2/inscription/inscriptions?${query}`);
    expect(list).toMatchObject({
      status: 200,
      headers: { 'x-total-count': '1' },
      body: [{ folio: 'BBBB3333', event: { title: 'Carrera uno' } }],
    });
    expect((await ana.get(`/v2/inscription/inscriptions/${ids['jose']}`)).body).toMatchObject({
      inscriptionid: ids['jose'],
      last_name: 'Ñandú',
      version: 1,
    });
  });
  test('attaches embedded rows of a page', async () => {
    await world.pool.query(
      `insert into age_categories (distanceid, name, branch, age_min, age_max, sort) values ($1, 'Libre', 'M', 18, 39, 1), ($1, 'Juvenil', 'M', 12, 17, 0)`,
      [distance],
    );
    const { body } = await ana.query<any>(
      'event',
      '{ distances(filter: { field: "code", op: "eq", value: "10K" }) { items { code age_categories { name distance { title } } } } }',
    );
    expect(body.data.distances.items).toEqual([
      {
        code: '10K',
        age_categories: [
          { name: 'Juvenil', distance: { title: '10K' } },
          { name: 'Libre', distance: { title: '10K' } },
        ],
      },
    ]);
  });
});

describe('what each person sees', () => {
  test('a row that was removed is in no list, search, count or total', async () => {
    const counts = async () => {
      const { body } = await ana.query<any>('inscription', '{ inscriptions(perpage: 100) { items { inscriptionid } total totals } }');
      const { items, total, totals } = body.data.inscriptions;
      return [items.length, total, totals.paid_cents];
    };
    const before = await counts();
    await add.inscription(world.pool, event, distance, await add.athlete(world.pool, 'ida'), {
      folio: 'FFFF7777',
      qr_token: 'ida',
      first_name: 'Ida',
      status: 'paid',
      paid_cents: 5,
      deleted_at: new Date(),
    });
    expect(await counts()).toEqual(before);
    expect(await find({ search: 'ida garcia' })).toEqual([]);
  });
  test('rows of another organization do not exist', async () => {
    expect(await find({}, kira)).toEqual(['jose', 'luz', 'maria', 'pia']);
    expect((await foreign.get(`/v2/inscription/inscriptions/${ids['luz']}`)).status).toBe(404);
    expect((await foreign.get(`/v2/inscription/inscriptions/${ids['luz']}/history`)).status).toBe(404);
  });
  test('a visible row without a key is forbidden', async () => {
    await addPerson(world.pool, 'wendy', [{ org: alfa, profile: 'web-editor' }]);
    const { body } = await world.as('wendy', alfa).get(`/v2/inscription/inscriptions/${ids['luz']}`);
    expect(body).toMatchObject({ statusCode: 403, message: 'No tienes permiso para esto.' });
  });
  test('contact data reads null everywhere for those who may not see it', async () => {
    const { body } = await kira.query<any>('inscription', `{ inscription(inscriptionid: ${ids['luz']}) { email phone last_name } }`);
    expect(body.data.inscription).toEqual({ email: null, phone: null, last_name: 'Sol_100%' });
    expect((await kira.get(`/v2/inscription/inscriptions/${ids['luz']}`)).body).toMatchObject({
      email: null,
      emergency_contact_phone: null,
    });
  });
  test('contact data is not filtered, sorted or searched by those who may not see it', async () => {
    expect(await refusal(filter({ field: 'email', op: 'eq', value: 'luz@atleta.test' }), kira)).toMatchObject({
      statusCode: 403,
      errors: [{ path: 'filter.email', message: 'No tienes acceso a este dato.' }],
    });
    expect(await refusal(filter({ not: { and: [{ field: 'email', op: 'null' }] } }), kira)).toMatchObject({ statusCode: 403 });
    expect(await find({ search: 'luz@atleta' }, kira)).toEqual([]);
    expect(await find({ search: 'luz' }, kira)).toEqual(['luz']);
  });
  test('a token without a live session is refused', async () => {
    await addPerson(world.pool, 'gone', [{ org: alfa, profile: 'kit-delivery' }]);
    expect((await world.as('gone', alfa).get('/v2/event/events')).status).toBe(200);
    await world.pool.query(`update auth_sessions set revoked_at = now() where sid = 'sid-gone'`);
    expect((await world.as('gone', alfa).get('/v2/event/events')).status).toBe(401);
    expect((await world.as('gone', alfa).query('event', '{ events { total } }')).body.errors?.[0].extensions).toEqual({
      statusCode: 401,
      code: 'UNAUTHENTICATED',
      errors: [],
    });
  });
  test('a token that names the session of somebody else is refused', async () => {
    await addPerson(world.pool, 'thief', [{ org: alfa, profile: 'kit-delivery' }]);
    const asThief = () => world.app.inject({ url: '/v2/event/events', headers: { authorization: `Bearer thief@${alfa}` } });
    expect((await asThief()).statusCode).toBe(200); // read once, and so remembered
    await world.pool.query(
      `update auth_sessions set userid = (select userid from users where asdeporteid = 'kira') where sid = 'sid-thief'`,
    );
    expect((await asThief()).statusCode).toBe(401);
    expect((await world.as('thief', alfa).get('/v2/event/events')).status).toBe(401);
  });
  test('a person whom only another authentication site knows gets a message, and is asked for no newer token', async () => {
    expect(await world.as('outside:stranger', alfa).get('/v2/event/events')).toMatchObject({
      status: 403,
      body: { message: 'Esta persona no está dada de alta aquí, o ya no está activa.' },
    });
    expect((await world.as('outside:kira', alfa).get('/v2/event/events')).status).toBe(200);
  });
  test('a key that is taken away stops counting at once', async () => {
    await addPerson(world.pool, 'short', [{ org: alfa, profile: 'kit-delivery' }]);
    const short = world.as('short', alfa);
    expect((await short.get('/v2/event/events')).status).toBe(200);
    await world.pool.query(
      `update membership_roles set deleted_at = now() where membershipid in (select membershipid from memberships join users using (userid) where asdeporteid = 'short')`,
    );
    expect((await short.get('/v2/event/events')).status).toBe(403);
  });
  test('an event-limited membership sees its events only', async () => {
    const second = await add.event(world.pool, alfa, 'tres');
    await addPerson(world.pool, 'limited', [{ org: alfa, profile: 'timing', events: [second] }]);
    const limited = world.as('limited', alfa);
    expect(await find({}, limited)).toEqual([]);
    expect((await limited.get('/v2/event/events')).body.map((row: any) => row.eventid)).toEqual([second]);
    expect((await limited.get(`/v2/event/events/${event}`)).status).toBe(404);
  });
});
