import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

let world: World, desk: Person;
beforeAll(async () => {
  world = await openWorld();
  const org = await add.organization(world.pool, 'Casa');
  await addEvent(world.pool, org, 'carrera', 'centro');
  await addPerson(world.pool, 'mesa', [{ org, profile: 'kit-delivery' }]);
  desk = world.as('mesa', org);
});
afterAll(() => world.close());

test('kits are read by REST alone, with the columns that are asked for', async () => {
  expect((await desk.query('kits', '{ service }')).status).toBe(404);
  const plain = await desk.get('/v2/kits/kits');
  expect(plain.headers['x-total-count']).toBe('1');
  expect(plain.body[0]).toMatchObject({ name: 'Kit', items_count: 1, distances: [{ title: '10 km' }] });
  expect(plain.body[0]).not.toHaveProperty('eventid');
  expect((await desk.get('/v2/kits/kits?columns=eventid,created')).body[0]).toMatchObject({ name: 'Kit', event: { title: 'carrera' } });
  expect((await desk.get('/v2/kits/kits?columns=name,nothing')).status).toBe(400);
});

test('a kit shows its items in their order', async () => {
  const [{ kitid }] = (await desk.get('/v2/kits/kits')).body;
  expect((await desk.get(`/v2/kits/kits/${kitid}`)).body.items).toMatchObject([
    { name: { es: 'Medalla' }, type: 'medal', qty: 1, required: true },
  ]);
});

test('who received a kit for somebody else is contact data', async () => {
  const [delivery] = (await desk.get('/v2/kits/kit_deliveries?columns=receiver_name,receiver_id_last4,receiver_type')).body;
  expect(delivery).toMatchObject({ receiver_type: 'third_party', receiver_name: null, receiver_id_last4: null });
});

test('a scan that a device sends twice is one row, and a kit is delivered once', async () => {
  const copy = (table: string, key: string, changes: string) =>
    world.pool.query(
      `insert into ${table} select (t).* from (select jsonb_populate_record(t, jsonb_build_object('${key}', 900) || ${changes}) as t from ${table} t limit 1) s`,
    );
  await expect(
    world.pool.query(
      `insert into access_scans (asenterid, eventid, raw_code, direction, result, scanned_at, client_uuid) select asenterid, eventid, raw_code, direction, result, scanned_at, client_uuid from access_scans limit 1`,
    ),
  ).rejects.toMatchObject({ code: '23505' });
  await expect(copy('kit_deliveries', 'kit_deliveryid', `jsonb_build_object('client_uuid', md5('otra')::uuid)`)).rejects.toMatchObject({
    code: '23505',
    constraint: expect.stringContaining('inscriptionid'),
  });
});
