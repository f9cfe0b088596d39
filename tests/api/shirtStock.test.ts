import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

let world: World, olga: Person, url: string, sizes: readonly any[];

beforeAll(async () => {
  world = await openWorld();
  const alfa = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(world.pool, 'kira', [{ org: alfa, profile: 'kit-delivery' }]);
  olga = world.as('olga', alfa);
  const { events: eventid } = await addEvent(world.pool, alfa, 'carrera', 'centro');
  const { body } = await olga.post('/v2/event/tshirt_models', {
    eventid,
    name: 'Oficial',
    sizes: [
      { size: 'S', ordered: 100, low_stock_at: 10 },
      { size: 'M', ordered: 200, low_stock_at: 20 },
    ],
  });
  url = `/v2/event/tshirt_models/${body.tshirt_modelid}`;
  sizes = body.sizes;
});
afterAll(() => world.close());

/** One cell, as the grid sends it: all sizes by key, one of them with its new figure. */
const cell = (version: number, at: number, change: object) => ({
  version,
  sizes: sizes.map(({ tshirt_stockid, size }, place) => ({ tshirt_stockid, size, ...(place === at && change) })),
});

test('one figure of one size changes and every other stays, under the version of the shirt', async () => {
  const { body } = await olga.patch(url, cell(1, 0, { ordered: 150 }));
  expect(body).toMatchObject({
    version: 2,
    sizes: [
      { size: 'S', ordered: 150, low_stock_at: 10 },
      { size: 'M', ordered: 200, low_stock_at: 20 },
    ],
  });
  expect((await olga.patch(url, cell(2, 1, { low_stock_at: null }))).body.sizes).toMatchObject([
    { ordered: 150 },
    { ordered: 200, low_stock_at: null },
  ]);
});
test('a stale version is refused and changes nothing', async () => {
  expect((await olga.patch(url, cell(1, 0, { ordered: 1 }))).status).toBe(409);
  expect((await olga.get(url)).body.sizes).toMatchObject([{ ordered: 150 }, { ordered: 200 }]);
});
test('an impossible value is refused on its cell', async () => {
  expect((await olga.patch(url, cell(3, 1, { ordered: -1 }))).body.errors).toMatchObject([{ path: 'sizes.1.ordered' }]);
});
test('what came in is not written here: only the ledger adds to it', async () => {
  expect((await olga.patch(url, cell(3, 0, { received: 500 }))).status).toBe(400);
  expect((await olga.post(`/v2/event/tshirt_stock/${sizes[0].tshirt_stockid}/receive`, { input: { qty: 40 } })).status).toBe(200);
  expect((await olga.get(url)).body.sizes[0]).toMatchObject({ received: 40, available: 40 });
  expect(
    (await world.pool.query('select type, qty from tshirt_movements where tshirt_stockid = $1', [sizes[0].tshirt_stockid])).rows,
  ).toEqual([{ type: 'receive', qty: 40 }]);
});
test('anyone who only looks at shirts writes none of it', async () => {
  const { rows } = await world.pool.query('select organizationid from organizations where name = $1', ['Alfa']);
  expect((await world.as('kira', rows[0].organizationid).patch(url, cell(3, 0, { ordered: 1 }))).status).toBe(403);
});
