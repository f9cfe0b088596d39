import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { bibsAtOnce, completePools } from '../../server/features/bibs/bib_pools.hooks';
import { drawBibs } from '../../server/features/registration/effects/bibs';
import { inSystemTransaction } from '../../server/kernel/transaction';
import { longer } from '../support/limits';
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

describe('a range of many thousands', () => {
  const size = bibsAtOnce * 2 + 500;
  /** The number of bibs that each transaction wrote, by the time of its beginning in the history. */
  const portions = async (verb: string): Promise<readonly number[]> =>
    (
      await world.pool.query(
        `select count(*)::int as count from audits where resource = 'bibs' and verb = $1 and recordid in (select bibid from bibs where eventid = $2) group by created order by created`,
        [verb, eventid],
      )
    ).rows.map(({ count }) => count);
  const tallies = async (id: number) =>
    (await world.pool.query('select bibs_count, free_count from bib_pools where bib_poolid = $1', [id])).rows[0];

  test('is made and taken away in short transactions, and the answer comes after the last of them', longer, async () => {
    const { status, body } = await create(1, size);
    expect(status).toBe(201);
    expect(await portions('create')).toEqual([bibsAtOnce, bibsAtOnce, 500]);
    expect(await tallies(body.bib_poolid)).toEqual({ bibs_count: size, free_count: size });
    expect((await edit(body.bib_poolid, { end: 10 })).status).toBe(200);
    expect(await portions('delete')).toEqual([bibsAtOnce, bibsAtOnce, 490]);
    expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await edit(body.bib_poolid, { end: bibsAtOnce + 30 })).status).toBe(200);
    expect((await tallies(body.bib_poolid)).bibs_count).toBe(bibsAtOnce + 30);
    const { version } = (await olga.get<{ version: number }>(`${base}/${body.bib_poolid}`)).body;
    expect((await olga.remove(`${base}/${body.bib_poolid}`, { version })).status).toBe(200);
    expect(await numbers()).toEqual([]);
  });

  test('keeps others out from its first part on, and no number beyond its end is given out while it shrinks', longer, async () => {
    const { bib_poolid } = (await create(1, size)).body;
    expect((await create(size, size + 3)).body.code).toBe('POOL_OVERLAPS');
    await world.pool.query('update bib_pools set "end" = 0, start = 0 where bib_poolid = $1', [bib_poolid]); // as if the call had stopped before the rest was removed
    const drawn = await inSystemTransaction({ pool: world.pool, registry }, (tx) =>
      drawBibs(tx, [{ wearer: { eventid, distanceid: 1, gender: null }, only: bib_poolid }]),
    );
    expect(drawn).toEqual([null]);
  });

  test('that broke off is completed later, in either direction', longer, async () => {
    const { bib_poolid } = (await create(1, 20)).body,
      gone = (await create(30_001, 30_000 + bibsAtOnce + 5)).body.bib_poolid;
    const past = "updated = now() - interval '2 minutes'";
    await world.pool.query(`update bib_pools set "end" = $2, ${past} where bib_poolid = $1`, [bib_poolid, size]);
    await world.pool.query(`update bib_pools set deleted_at = now(), ${past} where bib_poolid = $1`, [gone]);
    expect(await completePools({ pool: world.pool, registry })).toBe(2);
    expect((await numbers()).length).toBe(size);
    expect(await tallies(gone)).toEqual({ bibs_count: 0, free_count: 0 });
    expect(await completePools({ pool: world.pool, registry })).toBe(0);
  });
});
