import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World,
  olga: Person,
  org: number,
  eventid: number,
  made = 0;
beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org, profile: 'organizer' }]);
  olga = world.as('olga', org);
});
beforeEach(async () => {
  eventid = await add.event(world.pool, org, `series-${(made += 1)}`);
});
afterAll(() => world.close());

const base = '/v2/event/bib_pools';
const create = (start: number, end: number, more: object = {}) => olga.post(base, { eventid, name: `Serie ${start}`, start, end, ...more });
const edit = async (id: number, values: object) =>
  olga.patch(`${base}/${id}`, { version: (await olga.get<{ version: number }>(`${base}/${id}`)).body.version, ...values });
const numbers = async (): Promise<readonly number[]> =>
  (await world.pool.query('select number from bibs where eventid = $1 and deleted_at is null order by number', [eventid])).rows.map(
    ({ number }) => Number(number),
  );

test('a range makes each of its bibs once, both ends included', async () => {
  expect((await create(7, 11)).status).toBe(201);
  expect(await numbers()).toEqual([7, 8, 9, 10, 11]);
  expect((await create(20, 20)).status).toBe(201);
  expect(await numbers()).toEqual([7, 8, 9, 10, 11, 20]);
});

test('a range that meets another is refused on its end, and makes nothing', async () => {
  await create(1, 5);
  for (const [start, end] of [
    [5, 9],
    [3, 4],
  ] as const)
    expect(await create(start, end)).toMatchObject({ status: 409, body: { errors: [{ path: 'end' }] } });
  expect(await numbers()).toEqual([1, 2, 3, 4, 5]);
  expect((await create(6, 9)).status).toBe(201);
  expect((await create(1, 5, { prefix: 'A' })).status).toBe(201);
});

test('a pool grows and shrinks with its range', async () => {
  const { bib_poolid } = (await create(1, 3)).body;
  expect((await edit(bib_poolid, { end: 5 })).status).toBe(200);
  expect(await numbers()).toEqual([1, 2, 3, 4, 5]);
  expect((await edit(bib_poolid, { end: 2 })).status).toBe(200);
  expect(await numbers()).toEqual([1, 2]);
});

test('a bib that somebody wears stays: neither does its range shrink past it nor its pool go', async () => {
  const { bib_poolid } = (await create(1, 5)).body;
  await world.pool.query(`update bibs set state = 'restricted', reason = 'Invitada' where eventid = $1 and number = 4`, [eventid]);
  expect(await edit(bib_poolid, { end: 3 })).toMatchObject({
    status: 409,
    body: { errors: [{ path: 'end', message: expect.stringContaining('4') }] },
  });
  const { version } = (await olga.get<{ version: number }>(`${base}/${bib_poolid}`)).body;
  expect((await olga.remove(`${base}/${bib_poolid}`, { version })).status).toBe(409);
  expect(await numbers()).toEqual([1, 2, 3, 4, 5]);
  expect((await edit(bib_poolid, { end: 4 })).status).toBe(200);
});

test('a loose bib joins the pool that has its number', async () => {
  await world.pool.query(`insert into bibs (eventid, number) values ($1, 3)`, [eventid]);
  const { bib_poolid } = (await create(1, 4)).body;
  expect((await world.pool.query('select bib_poolid from bibs where eventid = $1 and number = 3', [eventid])).rows).toEqual([
    { bib_poolid },
  ]);
});
