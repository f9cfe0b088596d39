import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyUse } from '@/domain/keyUse';
import { cleanUp } from '../../server/features/jobs/cleanUp';
import { registry } from '@/resources';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const path = '/v2/organization/api_keys';
const dayMs = 24 * 60 * 60 * 1000;
let world: World, event: number, olga: Person, berta: Person, api_keyid: number, secret: string;

const make = async (name: string, days: number): Promise<number> => {
  const { rows } = await world.pool.query("select roleid from roles where slug in ('events', 'reports-wo-contact-info')");
  const { body } = await olga.post(path, {
    name,
    roleids: rows.map(({ roleid }) => roleid),
    access: 'view',
    expires_at: new Date(Date.now() + days * dayMs).toISOString(),
  });
  return body.api_keyid;
};
const issue = async (id: number): Promise<string> => (await olga.post(`${path}/${id}/issue_secret`)).body.result.secret;
const useOf = async (id: number, as = olga): Promise<KeyUse> => (await as.get(`${path}/${id}/use`)).body;
const call = async (url: string, payload?: object, bearer = secret): Promise<number> =>
  (
    await world.app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      headers: { authorization: `Bearer ${bearer}` },
      ...(payload && { payload }),
    })
  ).statusCode;

beforeAll(async () => {
  world = await openWorld({ mostRequests: 60 });
  const { pool } = world;
  const [alfa, beta] = [await add.organization(pool, 'Alfa'), await add.organization(pool, 'Beta')];
  event = await add.event(pool, alfa, 'uno');
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(pool, 'berta', [{ org: beta, profile: 'organizer' }]);
  [olga, berta] = [world.as('olga', alfa), world.as('berta', beta)];
  api_keyid = await make('Cronometraje', 100);
  secret = await issue(api_keyid);
});
afterAll(() => world.close());

test('calls of a key are counted by route and status, over REST and GraphQL, and shown by day', async () => {
  expect(await useOf(api_keyid)).toMatchObject({ errors: [], routes: [], limited: 0 });
  expect(await call('/v2/event/events')).toBe(200);
  expect(await call(`/v2/event/events/${event}`)).toBe(200);
  expect(await call('/v2/event/events/999999')).toBe(404);
  expect(await call(path)).toBe(403);
  expect(await call('/v2/event/_/graphql', { query: '{ events { total } }' })).toBe(200);
  expect(await call('/v2/event/_/graphql', { query: '{ nothing }' })).toBe(200);
  expect(await call('/v2/event/events', undefined, `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toBe(401);
  const { days, errors, routes } = await useOf(api_keyid);
  expect([days.length, days.at(-1), days.slice(0, -1).every(({ calls }) => calls === 0)]).toEqual([
    30,
    { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), calls: 6, errors: 3 },
    true,
  ]);
  expect(errors).toEqual([400, 403, 404].map((status) => ({ status, calls: 1 })));
  expect(routes).toContainEqual({ route: 'GET /v2/event/events/:id', calls: 2, errors: 1 });
  expect(routes).toContainEqual({ route: 'POST /v2/event/_/graphql events', calls: 1, errors: 0 });
  await call('/v2/event/events');
  expect((await useOf(api_keyid)).days.at(-1)).toMatchObject({ calls: 7 }); // a second batch adds to the same counters
});
test('the use of a key is open to those alone who see the key', async () => {
  expect((await berta.get(`${path}/${api_keyid}/use`)).status).toBe(404);
  expect(await call(`${path}/${api_keyid}/use`)).toBe(403);
});
test('keys that expire soon and keys without use for 90 days wait for those who manage keys', async () => {
  const ids = [await make('Por vencer', 5), await make('Sin uso', 100), await make('Nueva', 100)];
  for (const id of ids) await issue(id);
  await world.pool.query("update api_keys set created = now() - interval '91 days' where api_keyid = any($1)", [ids.slice(1)]);
  await world.pool.query('update api_keys set last_used_at = now() where api_keyid = $1', [ids[2]]);
  const { body } = await olga.get('/v2/general/inbox');
  expect(body.items.map(({ wait, id }: { wait: string; id: number }) => [wait, id]).sort()).toEqual([
    ['expiring', ids[0]],
    ['unused', ids[1]],
  ]);
  expect((await berta.get('/v2/general/inbox')).body.items).toEqual([]);
});
test('calls that the rate limit refuses are counted, and none is lost while the database refuses a batch', async () => {
  await world.pool.query('alter table auth_key_uses rename to auth_key_uses_away');
  const before: number[] = [];
  for (let at = 0; at < 70; at++) before.push(await call('/v2/event/events'));
  const refusals = before.filter((status) => status === 429).length;
  expect(refusals).toBeGreaterThan(0);
  const look = () =>
    world.app.inject({ url: `${path}/${api_keyid}/use`, headers: { authorization: olga.authorization }, remoteAddress: '10.0.0.9' });
  expect((await look()).statusCode).toBe(500);
  await world.pool.query('alter table auth_key_uses_away rename to auth_key_uses');
  expect((await look()).json()).toMatchObject({ limited: refusals });
});
test('counts older than 90 days are removed, and younger ones stay', async () => {
  await world.pool.query(
    "insert into auth_key_uses values ($1, now() - interval '91 days', 'GET /old', 200, 5), ($1, now() - interval '89 days', 'GET /young', 200, 5)",
    [api_keyid],
  );
  await cleanUp({ pool: world.pool, registry });
  const { rows } = await world.pool.query("select route from auth_key_uses where route in ('GET /old', 'GET /young')");
  expect(rows).toEqual([{ route: 'GET /young' }]);
});
