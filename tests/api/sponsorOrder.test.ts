import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, event: number, foreign: number, olga: Person, viewer: Person, theirs: number;
const ids: number[] = [];
const insert = async (eventid: number, name: string, sort: number): Promise<number> =>
  Number(
    (
      await world.pool.query(
        `insert into sponsors (eventid, name, tier, logo, sort) values ($1, $2, 'gold', 'https://example.com/l.png', $3) returning sponsorid`,
        [eventid, name, sort],
      )
    ).rows[0].sponsorid,
  );

beforeAll(async () => {
  world = await openWorld();
  const alfa = await add.organization(world.pool, 'Alfa'),
    beta = await add.organization(world.pool, 'Beta');
  event = await add.event(world.pool, alfa, 'uno');
  foreign = await add.event(world.pool, beta, 'dos');
  for (const [at, name] of ['Agua', 'Banco', 'Calzado'].entries()) ids.push(await insert(event, name, at));
  theirs = await insert(foreign, 'Ajeno', 0);
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(world.pool, 'vera', [{ org: alfa, profile: 'sponsor-viewer' }]);
  [olga, viewer] = [world.as('olga', alfa), world.as('vera', alfa)];
});
afterAll(() => world.close());

const order = (who: Person, eventid: number, wanted: readonly number[]) =>
  who.post('/v2/event/sponsors/actions/order', { input: { eventid, sponsors: wanted.map((sponsorid) => ({ sponsorid })) } });
const stored = async (): Promise<readonly string[]> =>
  (
    await olga.get(
      `/v2/event/sponsors?${new URLSearchParams({ filter: JSON.stringify({ field: 'eventid', op: 'eq', value: event }), _sort: 'sort', _order: 'ASC' })}`,
    )
  ).body.map(({ name }: any) => name);

test('the sponsors of an event take the order in which they are sent, and those that moved leave a trace', async () => {
  const [agua, banco, calzado] = ids as [number, number, number];
  expect(await order(olga, event, [calzado, banco, agua])).toMatchObject({ status: 200, body: { result: { moved: 2 } } });
  expect(await stored()).toEqual(['Calzado', 'Banco', 'Agua']);
  const { rows } = await world.pool.query(
    `select recordid::int as id, before->>'sort' as before, after->>'sort' as after from audits where resource = 'sponsors' and verb = 'edit' order by recordid`,
  );
  expect(rows).toEqual([
    { id: agua, before: '0', after: '2' },
    { id: calzado, before: '2', after: '0' },
  ]);
});

test('an order that lacks somebody, says somebody twice or names a stranger changes nothing and says so', async () => {
  const [agua, banco, calzado] = ids as [number, number, number];
  for (const wanted of [
    [agua, banco],
    [agua, banco, banco],
    [agua, banco, theirs],
    [agua, banco, calzado, theirs],
  ])
    expect(await order(olga, event, wanted)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'input.sponsors', message: 'La lista cambió mientras la ordenabas. Vuelve a abrirla.' }] },
    });
  expect(await stored()).toEqual(['Calzado', 'Banco', 'Agua']);
});

test('nobody orders with a key that only looks, nor in an event that they do not see', async () => {
  expect((await order(viewer, event, ids)).status).toBe(403);
  expect(await order(olga, foreign, [theirs])).toMatchObject({ status: 400, body: { errors: [{ path: 'input.eventid' }] } });
  expect(await stored()).toEqual(['Calzado', 'Banco', 'Agua']);
});
