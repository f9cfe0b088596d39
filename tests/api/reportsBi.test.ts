import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { biCharts } from '@/domain/reports/biFigures';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, national: Person, nora: Person, olga: Person, fer: Person, only: Person, kira: Person, cris: Person;
let alfa: number, before: number, after: number, sun: number, snow: number, next: number;
const root = '/v2/general/reports-bi',
  dayMs = 86_400_000;
const ask = async (as: Person, path: string, query = '') => {
  const { status, body } = await as.get(`${root}/${path}${query && `?${query}`}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const day = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
let made = 0;
/** A registration; the same athlete may have several. */
const inscribe = async (eventid: number, distanceid: number, athlete: number, more: object): Promise<number> => {
  made += 1;
  return add.inscription(world.pool, eventid, distanceid, athlete, {
    folio: `R${made}`,
    qr_token: `r${made}`,
    email: `secreto${made}@atleta.test`,
    phone: '5512345678',
    emergency_contact_name: 'Secreta',
    channel: 'web',
    ...more,
  });
};
const use = (couponid: number, eventid: number, inscriptionid: number, discount_cents: number, state = 'used') =>
  world.pool.query('insert into coupon_uses (couponid, eventid, inscriptionid, state, discount_cents) values ($1, $2, $3, $4, $5)', [
    couponid,
    eventid,
    inscriptionid,
    state,
    discount_cents,
  ]);
const dates = (start_at: string) => ({
  start_at,
  registration_open_at: '2019-01-01T00:00:00Z',
  registration_close_at: '2019-02-01T00:00:00Z',
  status: 'published',
});

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  alfa = await add.organization(pool, 'Alfa');
  const company = await add.organization(pool, 'Compañía', { is_platform: true }),
    beta = await add.organization(pool, 'Beta');
  before = await add.event(pool, alfa, 'rio-2020', dates('2020-05-03T13:00:00Z'));
  after = await add.event(pool, alfa, 'rio-2021', { ...dates('2021-05-02T13:00:00Z'), previous_eventid: before });
  sun = await add.event(pool, alfa, 'sol-2021', dates('2021-08-01T13:00:00Z'));
  snow = await add.event(pool, beta, 'rio-2022', { ...dates('2022-01-02T13:00:00Z'), region: 'norte' });
  const [old, race, sunny, snowy] = [
    await add.distance(pool, before, '10K'),
    await add.distance(pool, after, '10K'),
    await add.distance(pool, sun, '5K'),
    await add.distance(pool, snow, '5K'),
  ];
  const who: Record<string, number> = {};
  for (const name of ['ana', 'beto', 'carla', 'dario', 'eva', 'fany', 'hugo', 'iris']) who[name] = await add.athlete(pool, name);
  const club = await add.coupon(pool, alfa, 'CLUB'),
    gift = await add.coupon(pool, alfa, 'REGALO');

  await inscribe(before, old, who['ana']!, { status: 'paid', stateid: 9, birth_date: '1990-02-03', paid_at: '2020-03-02T18:00:00Z' });
  await inscribe(before, old, who['beto']!, {
    status: 'assign_number',
    stateid: 9,
    gender: 'M',
    birth_date: '1980-06-01',
    paid_at: '2020-03-04T05:00:00Z',
  }); // the 3rd in Mexico City
  const hugo = await inscribe(before, old, who['hugo']!, {
    status: 'paid',
    stateid: 19,
    gender: 'M',
    birth_date: '1950-01-01',
    channel: 'app',
    paid_at: '2020-04-01T18:00:00Z',
    paid_cents: 20_000,
  });
  await inscribe(before, old, who['dario']!, { status: 'cancelled', gender: 'M', created: '2020-03-01T18:00:00Z' });

  const ana = await inscribe(after, race, who['ana']!, {
    status: 'paid',
    stateid: 9,
    birth_date: '1990-02-03',
    paid_at: '2021-03-01T18:00:00Z',
    couponid: club,
    list_price_cents: 50_000,
    discount_cents: 10_000,
    paid_cents: 40_000,
  });
  const beto = await inscribe(after, race, who['beto']!, {
    status: 'assign_number',
    stateid: 9,
    gender: 'M',
    birth_date: '1980-06-01',
    channel: 'app',
    paid_at: '2021-03-02T18:00:00Z',
    couponid: club,
    paid_cents: 45_000,
    refunded_cents: 5_000,
  });
  const carla = await inscribe(after, race, who['carla']!, {
    status: 'no_assign_number',
    stateid: 15,
    birth_date: '2005-07-01',
    paid_at: '2021-03-01T20:00:00Z',
    couponid: gift,
  });
  const dario = await inscribe(after, race, who['dario']!, { status: 'cancelled', gender: 'M', couponid: gift });
  await inscribe(after, race, who['eva']!, { status: 'started' });
  await inscribe(after, race, who['fany']!, {
    status: 'paid',
    gender: 'X',
    channel: 'import',
    source: 'club',
    source_ref: '1',
    paid_at: null,
    created: '2021-03-05T18:00:00Z',
  });
  await use(club, after, ana, 10_000);
  await use(club, after, beto, 5_000);
  await use(gift, after, carla, 50_000);
  await use(gift, after, dario, 50_000, 'returned');
  await use(club, before, hugo, 1_000);

  await inscribe(sun, sunny, who['ana']!, { status: 'paid', stateid: 9, birth_date: '1990-02-03' });
  await inscribe(snow, snowy, who['iris']!, { status: 'paid', stateid: 19, birth_date: '1990-02-03' });
  await inscribe(snow, snowy, who['hugo']!, { status: 'paid', stateid: 19, gender: 'M', birth_date: '1950-01-01' });

  // An edition that starts in 60 days, and one before it that started 300 days ago: 360 days lie between the two.
  const last = await add.event(pool, beta, 'brisa-2001', dates(day(-300))),
    lastRace = await add.distance(pool, last, '5K');
  next = await add.event(pool, beta, 'brisa-2002', { ...dates(day(60)), previous_eventid: last });
  const nextRace = await add.distance(pool, next, '5K');
  await inscribe(last, lastRace, who['ana']!, { status: 'paid', paid_at: day(-400) }); // 100 days before it
  await inscribe(last, lastRace, who['beto']!, { status: 'paid', paid_at: day(-350) }); // 50 days before it: not yet, seen from today
  await inscribe(next, nextRace, who['ana']!, { status: 'paid', paid_at: day(-3) });

  await addPerson(pool, 'nat', [{ org: company, profile: 'national-admin', regions: ['national'] }]);
  await addPerson(pool, 'nora', [{ org: company, profile: 'regional-admin', regions: ['norte'] }]);
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(pool, 'fer', [{ org: beta, profile: 'organizer' }]);
  await addPerson(pool, 'oli', [{ org: alfa, profile: 'organizer', events: [sun] }]);
  await addPerson(pool, 'kira', [{ org: alfa, profile: 'kit-delivery' }]);
  await addPerson(pool, 'cris', [{ org: company, profile: 'customer-support', regions: ['national'] }]);
  [national, nora, olga, fer, only, kira, cris] = [
    world.as('nat', company),
    world.as('nora', company),
    world.as('olga', alfa),
    world.as('fer', beta),
    world.as('oli', alfa),
    world.as('kira', alfa),
    world.as('cris', company),
  ];
});
afterAll(() => world.close());

describe('the figures of an edition, against the last one', () => {
  const rio = () => `events=${after}`;
  test('are of the chosen event and name the edition before it', async () => {
    expect(await ask(olga, 'selection', rio())).toEqual({
      total: 1,
      compared: 1,
      events: [
        {
          eventid: after,
          name: { es: 'Carrera rio-2021', en: 'Race rio-2021' },
          day: '2021-05-02',
          previous: { eventid: before, name: { es: 'Carrera rio-2020', en: 'Race rio-2020' }, day: '2020-05-03' },
        },
      ],
    });
  });
  test('the pace adds up by the day of payment in Mexico City, the last edition moved to the same distance from its start', async () => {
    expect(await ask(olga, 'pace', rio())).toMatchObject({
      now: { current: 4, previous: 3 },
      days: [
        // 364 days lie between the two starts
        { day: '2021-03-01', current: 2, previous: 1 },
        { day: '2021-03-02', current: 3, previous: 2 },
        { day: '2021-03-05', current: 4, previous: 2 },
        { day: '2021-03-31', current: 4, previous: 3 },
      ],
    });
  });
  test('the mix counts every status, the other charts those who hold a place', async () => {
    const { total, rows } = await ask(olga, 'mix', rio());
    expect(total).toEqual({ current: 6, previous: 4 });
    expect(Object.fromEntries(rows.map(({ key, current, previous }: any) => [key, [current, previous]]))).toEqual({
      paid: [2, 2],
      assign_number: [1, 1],
      no_assign_number: [1, 0],
      cancelled: [1, 1],
      started: [1, 0],
    });
  });
  test('channels and states come most first, unknown ones too', async () => {
    expect((await ask(olga, 'channels', rio())).rows).toEqual([
      { key: 'web', current: 2, previous: 2 },
      { key: 'app', current: 1, previous: 1 },
      { key: 'import', current: 1, previous: 0 },
    ]);
    expect(await ask(olga, 'geography', rio())).toEqual({
      total: { current: 4, previous: 3 },
      rows: [
        { key: 9, label: 'Ciudad de México', current: 2, previous: 2 },
        { key: 15, label: 'Estado de México', current: 1, previous: 0 },
        { key: null, label: null, current: 1, previous: 0 },
        { key: 19, label: 'Nuevo León', current: 0, previous: 1 },
      ],
    });
  });
  test('ages are those of the day of each edition', async () => {
    expect((await ask(olga, 'ages', rio())).rows).toEqual([
      { group: 0, gender: 'F', current: 1, previous: 0 },
      { group: 30, gender: 'F', current: 1, previous: 1 },
      { group: 35, gender: 'M', current: 0, previous: 1 },
      { group: 40, gender: 'M', current: 1, previous: 0 },
      { group: 65, gender: 'M', current: 0, previous: 1 },
      { group: null, gender: 'X', current: 1, previous: 0 },
    ]);
  });
  test('coupons: what they gave away and what came in with them, without what was returned', async () => {
    const { total, previous, rows } = await ask(olga, 'coupons', rio());
    expect(total).toEqual({ coupons: 2, uses: 3, discount_cents: 65_000, income_cents: 80_000 });
    expect(previous).toEqual({ uses: 1, discount_cents: 1_000, income_cents: 20_000 });
    expect(rows.map(({ label, uses, discount_cents, income_cents }: any) => [label, uses, discount_cents, income_cents])).toEqual([
      ['CLUB', 2, 15_000, 80_000],
      ['REGALO', 1, 50_000, 0],
    ]);
  });
  test('retention counts the athletes of the last edition who came back', async () => {
    const { total, rows } = await ask(olga, 'retention', rio());
    expect(total).toEqual({ athletes: 3, returned: 2 });
    expect(rows).toMatchObject([{ eventid: after, previous_eventid: before, athletes: 3, returned: 2 }]);
  });
  test('an edition that is still to come is compared with what the last one had by now', async () => {
    const { today, now, days } = await ask(fer, 'pace', `events=${next}`);
    expect(now).toEqual({ current: 1, previous: 1 });
    expect(days.map(({ current, previous }: any) => [current, previous])).toEqual([
      [0, 1],
      [1, 1],
      [null, 2],
    ]);
    expect(days.at(-1).day > today).toBe(true);
    expect((await ask(fer, 'channels', `events=${next}`)).total).toEqual({ current: 1, previous: 1 });
  });
  test('nothing is compared when nobody asks for it', async () => {
    expect((await ask(olga, 'mix', `${rio()}&compare=false`)).total).toEqual({ current: 6, previous: null });
    expect((await ask(olga, 'pace', `${rio()}&compare=false`)).now).toEqual({ current: 4, previous: null });
    expect((await ask(olga, 'coupons', `${rio()}&compare=false`)).previous).toBeNull();
  });
});

describe('the filters', () => {
  const named = async (query: string) => (await ask(national, 'selection', query)).events.map(({ eventid }: any) => eventid);
  test('narrow to some events, a region, and days of the start, both included', async () => {
    expect(await named(`events=${sun},${before}`)).toEqual([before, sun]);
    expect(await named('region=norte')).toEqual([snow]);
    expect(await named('from=2021-05-02&to=2021-08-01')).toEqual([after, sun]);
    expect(await named('from=2021-05-03&to=2021-07-31')).toEqual([]);
    expect((await ask(national, 'channels', 'from=2021-01-01&to=2021-12-31&compare=false')).total.current).toBe(5);
  });
  test('count the same as the list that explains a figure', async () => {
    const filter = {
      and: [
        { field: 'eventid', op: 'in', value: [after] },
        { field: 'status', op: 'in', value: ['paid', 'assign_number', 'no_assign_number'] },
        { field: 'stateid', op: 'eq', value: 9 },
      ],
    };
    const { body } = await olga.query('inscription', 'query ($filter: Filter) { inscriptions(filter: $filter) { total } }', { filter });
    expect(body.data.inscriptions.total).toBe(2);
  });
  test.each([
    ['events=abc', 'events'],
    ['events=0', 'events'],
    ['region=marte', 'region'],
    ['from=2021-13-01', 'from'],
    ['from=2021-05-02&to=2021-05-01', 'to'],
    ['compare=maybe', 'compare'],
    ['organizationid=2', 'organizationid'],
  ])('%s is refused on %s', async (query, path) => {
    for (const chart of ['selection', ...biCharts]) {
      const { status, body } = await olga.get(`${root}/${chart}?${query}`);
      expect([status, body.errors.map((error: any) => error.path)]).toEqual([400, [path]]);
    }
  });
});

describe('what is counted is what the person may see', () => {
  const total = async (as: Person, query = '') => (await ask(as, 'channels', query && `${query}&compare=false`)).total.current;
  test('their organization and not another one, also where an event is asked for by its number', async () => {
    expect([await total(national), await total(olga), await total(fer)]).toEqual([13, 8, 5]);
    for (const chart of biCharts) {
      const { total: whole, now, rows = [] } = await ask(fer, chart, `events=${after}`);
      expect(JSON.stringify([whole ?? now, rows])).not.toMatch(/[1-9]/);
    }
    expect((await ask(fer, 'selection', `events=${after}`)).events).toEqual([]);
  });
  test('no edition of another organization passes for the last one of theirs, even where a row names it', async () => {
    await world.pool.query('update events set previous_eventid = $2 where eventid = $1', [snow, after]);
    try {
      expect((await ask(fer, 'selection', `events=${snow}`)).events[0].previous).toBeNull();
      expect((await ask(national, 'selection', `events=${snow}`)).events[0].previous).toMatchObject({ eventid: after });
    } finally {
      await world.pool.query('update events set previous_eventid = null where eventid = $1', [snow]);
    }
  });
  test('their region', async () => {
    expect([await total(nora), await total(nora, `events=${after}`), await total(nora, `events=${snow}`)]).toEqual([2, 0, 2]);
  });
  test('the events that a membership is narrowed to', async () => {
    expect([await total(only), await total(only, `events=${after}`)]).toEqual([1, 0]);
  });
  test('never contact data, no matter who asks', async () => {
    for (const as of [olga, national])
      for (const chart of ['selection', ...biCharts])
        expect(JSON.stringify(await ask(as, chart)), chart).not.toMatch(/secreto|Secreta|5512345678|atleta\.test|García/);
  });
  test('codes of coupons only for those who may list them', async () => {
    const analyst = await addPerson(world.pool, 'bia', [{ org: alfa, profile: 'organizer' }]);
    await world.pool.query(
      `delete from membership_roles using memberships m, roles r where m.membershipid = membership_roles.membershipid and r.roleid = membership_roles.roleid and m.userid = $1 and r.slug <> 'reports-bi'`,
      [analyst],
    );
    const bia = world.as('bia', alfa);
    expect((await ask(bia, 'coupons', `events=${after}`)).rows.map(({ label, uses }: any) => [label, uses])).toEqual([
      [null, 2],
      [null, 1],
    ]);
    expect(await total(bia)).toBe(8);
  });
  test('nothing without the key, and nothing for nobody', async () => {
    for (const as of [kira, cris])
      for (const path of ['selection', 'dashboards', ...biCharts]) expect((await as.get(`${root}/${path}`)).status, path).toBe(403);
    expect((await kira.post(`${root}/dashboards/pace/embed`)).status).toBe(403);
    for (const path of ['selection', 'dashboards', ...biCharts])
      expect((await world.app.inject({ url: `${root}/${path}` })).statusCode, path).toBe(401);
    expect((await olga.get(`${root}/secrets`)).status).toBe(404);
  });
});
