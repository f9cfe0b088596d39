import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadResults, type LoadOptions } from '../../scripts/load/loadResults';
import { openFile } from '../../scripts/load/readResults';
import { sourceOfBytes } from '../../server/features/imports/reading/Source';
import { registry } from '../../src/resources';
import { buildApp } from '../../server/app';
import { createPasswords } from '../../server/auth/passwords';
import { readConfig } from '../../server/config';
import type { Database } from '../../server/database/openDatabase';
import { demoPassword } from '../../server/demoAccounts';
import { seedDemo } from '../../demo/seedDemo';
import { expireHolds } from '../../server/features/registration/expireHolds';
import { openTestDatabase } from '../support/database';

const secret = 'a secret of tests that is long enough';
const head = 'ContactId\tOverall_Rank\tName\tGender\tDivision\tTotal_Time\tSwim\tBike\tRun\tCountry\tStatus';
const row = (id: string, name: string, gender: string, division: string, country: string): string =>
  [id, '1', name, gender, division, '5:00:00', '', '', '', country, 'FIN'].join('\t');
const dirty = [
  head,
  row('a-1', 'Rita Olmo Pardo', 'F', 'F30-34', 'Mexico'),
  row('a-2', 'Omar Pino', 'M', 'M35-39', 'MX'),
  row('a-3', 'Omar Pino', 'M', 'M35-39', ''),
  row('a-1', 'Rita Olmo', 'F', 'F45-49', 'Mexico'),
  row('a-4', 'Luz', 'F', 'F30-34', 'usa'),
  row('a-5', 'Ciro', 'Encino', 'M', 'MX'),
  'corrida\ta la mitad',
  row('a-6', 'Abeto Zúñiga, Íñigo', 'M', 'MPRO', 'Spain'),
  row('', 'Nadia Fresno', 'F', 'F30-34', 'Argentinia'),
  row('', 'Gala Haya', 'F', 'F30-34', 'CO'),
  row('', 'GALA HAYA', 'F', 'F30-34', 'CO'),
].join('\n');

let database: Database, app: FastifyInstance, host: string;
const query = async <T extends object>(text: string): Promise<readonly T[]> => (await database.pool.query<T>(text)).rows;
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

beforeAll(async () => {
  database = await openTestDatabase({ holding: 'reference' });
  await seedDemo(database.pool, { inscriptions: 100, passwords: createPasswords(secret) });
  const port = await freePort();
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', AUTH_SECRET: secret, PORT: String(port) });
  app = await buildApp({ pool: database.pool, config });
  await app.listen({ host: '127.0.0.1', port });
  host = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const load = async (text: string, more: Partial<LoadOptions> = {}, mapping: unknown = null) =>
  loadResults({
    file: await openFile(sourceOfBytes(new TextEncoder().encode(text)), mapping),
    host,
    email: 'super-admin@demo.test',
    password: demoPassword,
    organizationid: null,
    source: 'cronos',
    distance: 'Medio',
    onProgress: () => {},
    event: {
      slug: 'tri-prueba-2026',
      name: 'Tri Prueba 2026',
      startAt: '2026-03-01T07:00:00-06:00',
      city: 'Monterrey',
      state: 'NLE',
      sport: null,
      contact: 'resultados@example.com',
    },
    ...more,
  });

test('accounts for every row of a dirty file and tells each refusal with its line', async () => {
  const report = await load(dirty);
  expect(report.read).toBe(11);
  expect(report.created).toBe(5);
  expect(report.refused.map(({ line }) => line)).toEqual([5, 6, 7, 8, 11, 12]);
  expect(report.refused.map(({ reason }) => reason.slice(0, 24))).toEqual([
    'the id a-1 is repeated, ',
    'the name "Luz" is a sing',
    'the name "Ciro" is a sin',
    'malformed: 2 columns ins',
    'no id, and the same name',
    'no id, and the same name',
  ]);
  expect([...report.unknownCountries]).toEqual([['Argentinia', 1]]);
});

test('creates the event with its distance and divisions from its arguments', async () => {
  expect(
    await query(
      "select e.name, e.region, e.sport, e.organizationid, e.start_at, d.name as distance, d.code from events e join distances d on d.eventid = e.eventid where e.slug = 'tri-prueba-2026'",
    ),
  ).toEqual([
    {
      name: { es: 'Tri Prueba 2026' },
      region: 'noreste',
      sport: 'triathlon',
      organizationid: 1,
      start_at: '2026-03-01T13:00:00.000Z',
      distance: 'Medio',
      code: 'MEDIO',
    },
  ]);
  expect(
    await query(
      "select a.name, a.branch, a.age_min, a.age_max from age_categories a join distances d on d.distanceid = a.distanceid where d.code = 'MEDIO' order by a.sort",
    ),
  ).toEqual([
    { name: 'F30-34', branch: 'F', age_min: 30, age_max: 34 },
    { name: 'M35-39', branch: 'M', age_min: 35, age_max: 39 },
    { name: 'MPRO', branch: 'M', age_min: 0, age_max: 120 },
  ]);
});

test('invents no personal data: what the file does not say stays empty', async () => {
  const people = await query<
    Record<string, unknown>
  >(`select w.first_name, w.last_name, w.gender, c.code, w.email, w.birth_date, w.phone, w.stateid, w.source_ref, i.channel, i.status, i.email as copied, a.name as division
    from inscriptions i join web_users w on w.web_userid = i.web_userid left join countries c on c.countryid = i.countryid left join age_categories a on a.age_categoryid = i.age_categoryid where i.source = 'cronos' order by w.source_ref`);
  const nothing = {
    email: null,
    birth_date: null,
    phone: null,
    stateid: null,
    channel: 'import',
    status: 'no_assign_number',
    copied: null,
  };
  expect(people).toEqual([
    { ...nothing, first_name: 'Rita', last_name: 'Olmo Pardo', gender: 'F', code: 'MX', source_ref: 'a-1', division: 'F30-34' },
    { ...nothing, first_name: 'Omar', last_name: 'Pino', gender: 'M', code: 'MX', source_ref: 'a-2', division: 'M35-39' },
    { ...nothing, first_name: 'Omar', last_name: 'Pino', gender: 'M', code: null, source_ref: 'a-3', division: 'M35-39' },
    { ...nothing, first_name: 'Íñigo', last_name: 'Abeto Zúñiga', gender: 'M', code: 'ES', source_ref: 'a-6', division: 'MPRO' },
    {
      ...nothing,
      first_name: 'Nadia',
      last_name: 'Fresno',
      gender: 'F',
      code: null,
      source_ref: 'tri-prueba-2026/nadia fresno|f30-34',
      division: 'F30-34',
    },
  ]);
});

test('what was loaded has its seat for good: no sweep takes it, however late', async () => {
  expect(
    await query(
      "select status, expires_at, paid_at is not null as paid, count(*)::int as rows from inscriptions where source = 'cronos' group by 1, 2, 3",
    ),
  ).toEqual([{ status: 'no_assign_number', expires_at: null, paid: true, rows: 5 }]);
  expect(
    await query(
      "select distinct array_agg(l.status || ' ' || l.actor_type order by l.logid) as log from inscriptions i join inscription_log l on l.inscriptionid = i.inscriptionid where i.source = 'cronos' group by i.inscriptionid",
    ),
  ).toEqual([{ log: ['started import', 'paid import', 'no_assign_number import'] }]);
  await database.pool.query(
    "update inscriptions set expires_at = now() - interval '73 hours' where source = 'cronos' and status = 'started'",
  );
  expect(await expireHolds({ pool: database.pool, registry })).toMatchObject({ refused: [] });
  expect(await query("select status, count(*)::int as rows from inscriptions where source = 'cronos' group by 1")).toEqual([
    { status: 'no_assign_number', rows: 5 },
  ]);
});

test('creates nothing the second time, and still accounts for every row', async () => {
  const count =
    'select (select count(*) from web_users) as athletes, (select count(*) from inscriptions) as inscriptions, (select count(*) from events) as events, (select count(*) from age_categories) as categories';
  const before = await query(count);
  const report = await load(dirty);
  expect(report).toMatchObject({ read: 11, created: 0 });
  expect(report.refused).toHaveLength(11);
  expect(report.refused.filter(({ reason }) => reason === 'already loaded')).toHaveLength(5);
  expect(await query(count)).toEqual(before);
});

test('goes on where it stopped: adds rows and divisions, and knows athletes of other events by their id', async () => {
  const report = await load([dirty, row('a-7', 'Elio Roble', 'M', 'M70+', 'MX')].join('\n'));
  expect(report).toMatchObject({ read: 12, created: 1 });
  const other = await load([head, row('a-1', 'Rita Olmo Pardo', 'F', 'F35-39', 'MX')].join('\n'), {
    event: {
      slug: 'tri-prueba-2027',
      name: 'Tri Prueba 2027',
      startAt: '2027-03-01T07:00:00-06:00',
      city: 'Monterrey',
      state: '19',
      sport: null,
      contact: 'resultados@example.com',
    },
  });
  expect(other).toMatchObject({ read: 1, created: 1, refused: [] });
  expect(
    await query("select count(*)::int as athletes, max(inscriptions_count) as inscriptions from web_users where source_ref = 'a-1'"),
  ).toEqual([{ athletes: 1, inscriptions: 2 }]);
});

test('tells what the API refuses on the line of the row', async () => {
  await database.pool.query("update web_users set status = 'blocked' where source_ref = 'a-2'");
  const report = await load(
    [head, row('a-2', 'Omar Pino', 'M', 'M35-39', 'MX'), row('a-8', 'Vera Olivo', 'F', 'F30-34', 'MX')].join('\n'),
    {
      event: {
        slug: 'otra-2026',
        name: 'Otra',
        startAt: '2026-03-01T07:00:00-06:00',
        city: 'Monterrey',
        state: 'Nuevo León',
        sport: 'running',
        contact: 'resultados@example.com',
      },
    },
  );
  expect(report).toMatchObject({ read: 2, created: 1 });
  expect(report.refused).toEqual([{ line: 2, reason: expect.stringContaining('web_userid') }]);
});

test('stops with a clear message on a wrong password, an account without the key or a silent server', async () => {
  await expect(load(dirty, { password: 'no es esta' })).rejects.toThrow('super-admin@demo.test cannot sign in with this password');
  await expect(load([head, row('z-1', 'Vera Olivo', 'F', 'F30-34', 'MX')].join('\n'), { email: 'timing@demo.test' })).rejects.toMatchObject(
    { status: 403 },
  );
  await expect(load(dirty, { host: 'http://127.0.0.1:9' })).rejects.toThrow('http://127.0.0.1:9 does not answer');
});

test('refuses a column of places that is taken for divisions, and makes no event for it', async () => {
  const places = Array.from({ length: 121 }, (_, at) =>
    row(`p-${at}`, `Rita Olmo${'abcdefghijklmnopqrstuvwxyz'[at % 26]}`, 'F', `${at + 1}`, 'MX'),
  );
  const event = {
    slug: 'con-lugares',
    name: 'Con lugares',
    startAt: '2026-03-01T07:00:00-06:00',
    city: 'Monterrey',
    state: 'NLE',
    sport: null,
    contact: 'resultados@example.com',
  };
  await expect(load([head, ...places].join('\n'), { event })).rejects.toThrow('121 divisions are more than a distance has room for (120)');
  expect(await query("select 1 from events where slug = 'con-lugares'")).toEqual([]);
});

test('asks for what neither the file nor the person said', async () => {
  const event = {
    slug: 'sin-lugar',
    name: 'Sin lugar',
    startAt: '2026-03-01T07:00:00-06:00',
    city: null,
    state: null,
    sport: null,
    contact: 'resultados@example.com',
  };
  await expect(load(dirty, { event })).rejects.toThrow('give --city and --state');
  await expect(load(dirty, { event: { ...event, city: 'Ahí', state: 'Aztlán' } })).rejects.toThrow('no state is called "Aztlán"');
  await expect(load(dirty, { event: { ...event, startAt: null } })).rejects.toThrow('give --date');
});

test('loads any layout by a mapping file: names in parts, dates of the month first, a fixed gender and contact data', async () => {
  const mapping = {
    version: 1,
    target: 'inscriptions',
    columns: [
      { column: 'Clave', field: 'source_ref' },
      { column: 'Quien', field: 'first_name' },
      { column: 'Quien (2)', field: 'last_name' },
      { column: 'Nació', field: 'birth_date', dates: 'mdy' },
      { column: 'Donde escribirle', field: 'email' },
    ],
    fixed: { gender: 'Mujer' },
  };
  const text = 'Clave;Quien;Quien;Nació;Donde escribirle\nk-1;Rita;Olmo Pardo;03/25/1990;RITA@example.com\nk-2;Vera;Olivo;25/03/1990;\n';
  const report = await load(text, {}, mapping);
  expect(report).toMatchObject({
    read: 2,
    created: 1,
    refused: [{ line: 3, reason: '“25/03/1990” in the column “Nació” is not a date.' }],
  });
  expect(
    await query(
      "select w.first_name, w.last_name, w.gender, w.birth_date::text, w.email, i.email as copied from inscriptions i join web_users w on w.web_userid = i.web_userid where i.source_ref = 'k-1'",
    ),
  ).toEqual([
    {
      first_name: 'Rita',
      last_name: 'Olmo Pardo',
      gender: 'F',
      birth_date: '1990-03-25',
      email: 'rita@example.com',
      copied: 'rita@example.com',
    },
  ]);
});
