import { afterAll, beforeAll, expect, test } from 'vitest';
import { attention, hasRegion, within, type Counted } from '@/pages/home/counted';
import { registry } from '@/resources';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

const hourMs = 3_600_000,
  now = Date.now();
const at = (hours: number): string => new Date(now + hours * hourMs).toISOString();
let world: World, rosa: Person, otto: Person, kira: Person, boss: Person;

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  const company = await add.organization(pool, 'Compañía', { is_platform: true }),
    house = await add.organization(pool, 'Casa');
  const userid = await addPerson(pool, 'rosa', [{ org: house, profile: 'organizer' }]);
  const somebody = await addPerson(pool, 'otto', [{ org: house, profile: 'timing' }]);
  await addPerson(pool, 'kira', [{ org: house, profile: 'kit-delivery' }]);
  await addPerson(pool, 'boss', [{ org: company, profile: 'national-admin', regions: ['national'] }]);
  [rosa, otto, kira, boss] = [world.as('rosa', house), world.as('otto', house), world.as('kira', house), world.as('boss', company)];
  const south = await addEvent(pool, house, 'sur-2030', 'sur'),
    north = await addEvent(pool, house, 'norte-2030', 'norte');
  const importing = (eventid: number, status: string) =>
    pool.query(`insert into import_jobs (organizationid, eventid, file_name, type, status) values ($1, $2, 'a.csv', 'inscriptions', $3)`, [
      house,
      eventid,
      status,
    ]);
  await pool.query('delete from import_jobs');
  for (const status of ['uploaded', 'mapped', 'validating', 'validated', 'running', 'done', 'done_with_errors', 'failed', 'rolled_back'])
    await importing(south['events']!, status);
  await importing(north['events']!, 'validated');
  await pool.query('delete from result_claims');
  const claim = (of: Readonly<Record<string, number>>, status: string, due: string | null) =>
    pool.query(
      `insert into result_claims (resultid, result_setid, eventid, type, message, status, due_at, resolution) select resultid, result_setid, eventid, 'time', 'No es mi tiempo', $2, $3, case when $2 in ('accepted', 'rejected') then 'Listo' end from results where eventid = $1 limit 1`,
      [of['events'], status, due],
    );
  await claim(south, 'open', at(-2));
  await claim(south, 'in_review', at(20));
  await claim(south, 'open', at(30));
  await claim(south, 'open', null);
  await claim(south, 'accepted', at(-2));
  await claim(north, 'open', at(1));
  const report = (of: number, eventid: number | null, status: string) =>
    pool.query(
      `insert into report_jobs (organizationid, type, eventid, status, requested_by_userid) values ($1, 'inscriptions', $2, $3, $4)`,
      [house, eventid, status, of],
    );
  await report(userid, south['events']!, 'failed');
  await report(userid, null, 'failed');
  await report(userid, null, 'done');
  await report(somebody, south['events']!, 'failed');
  // Ten of each were received: the alert levels are eleven and ten, and one size has none.
  const shelf = (low: number | null) =>
    pool.query('insert into tshirt_stock (tshirt_modelid, size, low_stock_at) values ($1, $2, $3) returning tshirt_stockid', [
      south['tshirt_models'],
      low === 11 ? 'S' : low === 10 ? 'L' : 'XL',
      low,
    ]);
  for (const low of [11, 10, null])
    await pool.query(`insert into tshirt_movements (tshirt_stockid, type, qty, received_change) values ($1, 'receive', 10, 10)`, [
      (await shelf(low)).rows[0].tshirt_stockid,
    ]);
  await pool.query('update tshirt_stock set low_stock_at = 50 where tshirt_modelid = $1', [north['tshirt_models']]);
});
afterAll(() => world.close());

const credit = async (web_userid: number, pending: boolean): Promise<void> => {
  await world.pool.query('delete from wallets where web_userid = $1', [web_userid]);
  await world.pool.query(
    `insert into wallets (web_userid, pending_cents, pending_reason, pending_file, pending_by_userid, pending_at)
     select $1, case when $2 then 100000 end, case when $2 then 'Premio' end, case when $2 then '{"url": "/api/upload/a.pdf"}'::jsonb end, case when $2 then (select min(userid) from users) end, case when $2 then now() end`,
    [web_userid, pending],
  );
};
const count = async (as: Person, { resource, filter }: Counted): Promise<number | string> => {
  const { service } = registry.get(resource);
  const { body } = await as.query(service, `query ($filter: Filter) { ${resource}(filter: $filter) { total } }`, { filter });
  return body.data?.[resource]?.total ?? 'refused';
};
const figures = async (as: Person, keys: readonly string[], region: string | null = null): Promise<Record<string, number | string>> =>
  Object.fromEntries(
    await Promise.all(
      attention(registry, now)
        .filter(({ key }) => keys.includes(key))
        .map(async (counted) => [counted.key, await count(as, within(region, counted))]),
    ),
  );
const fresh = ['imports', 'failedImports', 'claims', 'failedReports', 'sizes'];

test('what waits is what nobody has settled yet', async () => {
  expect(await figures(rosa, fresh)).toEqual({ imports: 4, failedImports: 2, claims: 3, failedReports: 2, sizes: 2 });
});
test('a region narrows each of them to its events', async () => {
  expect(await figures(rosa, fresh, 'sur')).toEqual({ imports: 3, failedImports: 2, claims: 2, failedReports: 1, sizes: 1 });
  expect(await figures(boss, ['imports', 'claims', 'sizes'], 'norte')).toEqual({ imports: 1, claims: 1, sizes: 1 });
});
test('credits that wait are counted, and no other wallet', async () => {
  const before = await figures(boss, ['credits']);
  for (const [name, pending] of [
    ['Ana', true],
    ['Bea', false],
    ['Cata', false],
  ] as const)
    await credit(await add.athlete(world.pool, name), pending);
  expect(before).toEqual({ credits: 0 });
  expect(await figures(boss, ['credits'])).toEqual({ credits: 1 });
});
test('every figure of the queue takes a region', async () => {
  for (const counted of attention(registry, now))
    expect([counted.key, typeof (await count(hasRegion(counted) ? rosa : boss, within('sur', counted)))]).toEqual([counted.key, 'number']);
});
test('failed reports are those that the person asked for', async () => {
  expect((await figures(otto, ['failedReports']))['failedReports']).toBe(1);
});
test('lists that the keys do not open answer nothing', async () => {
  expect(await figures(kira, ['imports', 'claims', 'sizes'])).toEqual({ imports: 'refused', claims: 'refused', sizes: 2 });
});
