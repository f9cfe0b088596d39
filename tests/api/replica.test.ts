import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../support/database';
import { openWorldOn, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

/** The database acts as its own replica; what a real one does is tried by tests/long/replica.ts. */
let world: World,
  alfa: number,
  olga: Person,
  asked = 0,
  near = true,
  fault: Error | null = null;
const suspected: unknown[] = [];
const connect = (pool: pg.Pool) => async (): Promise<pg.PoolClient> => {
  asked += 1;
  if (fault) throw fault;
  return pool.connect();
};
const list = (who = olga) => who.get('/v2/event/coupons');
const wroteLately = (): Promise<unknown> => world.pool.query("update user_writes set wrote = '9000000000000000'"); // a transaction that the replica does not have

beforeAll(async () => {
  const database = await openTestDatabase({ holding: 'reference' });
  const pool = { connect: connect(database.pool) } as Pick<pg.Pool, 'connect'>;
  world = await openWorldOn(database, { replica: { pool, isNear: () => near, suspect: (error) => suspected.push(error) } });
  alfa = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(world.pool, 'otto', [{ org: alfa, profile: 'organizer' }]);
  olga = world.as('olga', alfa);
});
afterAll(() => world.close());
beforeEach(async () => {
  [near, fault] = [true, null];
  if ((await list()).status !== 200) throw new Error('the first list was refused'); // from now on the server knows her
  suspected.length = 0;
  asked = 0;
});

test('lists over REST and GraphQL are read from the replica, records and writes are not', async () => {
  expect((await olga.post('/v2/event/coupons', { code: 'FIRST', type: 'percent', value: 15 })).status).toBe(201);
  expect(asked).toBe(0);
  expect((await list()).body).toMatchObject([{ code: 'FIRST' }]);
  expect((await olga.query('event', '{ coupons { items { code } total } }')).body.data).toMatchObject({
    coupons: { items: [{ code: 'FIRST' }], total: 1 },
  });
  expect(asked).toBe(2);
});

test('reports are read from the replica, until somebody wrote what it does not have', async () => {
  const ages = () => olga.get('/v2/general/reports-bi/ages');
  expect(await ages()).toMatchObject({ status: 200, body: { rows: expect.any(Array) } });
  expect(asked).toBe(1);
  await olga.post('/v2/event/coupons', { code: 'BEFOREAGES', type: 'percent', value: 15 });
  await wroteLately();
  expect((await ages()).status).toBe(200);
  expect(asked).toBe(2); // it was asked whether it has the write, and had not
  await world.pool.query('delete from user_writes');
});

test('somebody whose write the replica does not have reads from the primary, whatever process took it, and nobody else does', async () => {
  expect((await olga.post('/v2/event/coupons', { code: 'MINE', type: 'percent', value: 15 })).status).toBe(201);
  await wroteLately();
  expect((await list()).body.map(({ code }: { code: string }) => code)).toContain('MINE');
  const otto = world.as('otto', alfa),
    before = asked;
  await list(otto); // the server meets him
  await list(otto);
  expect(asked).toBe(before + 1);
  await world.pool.query('delete from user_writes');
});

test('a replica that is away or too far behind is not asked, and one that fails answers nothing: the primary does', async () => {
  near = false;
  expect((await list()).status).toBe(200);
  expect(asked).toBe(0);
  [near, fault] = [true, Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })];
  expect((await list()).status).toBe(200);
  expect([asked, suspected]).toEqual([1, [fault]]);
});

test('what was taken away is gone at the very next list, since the primary judges who asks', async () => {
  await world.pool.query("update auth_sessions set revoked_at = now() where sid = 'sid-olga'");
  expect((await list()).status).toBe(401);
  await world.pool.query("update auth_sessions set revoked_at = null where sid = 'sid-olga'");
  await world.pool.query("delete from membership_roles where roleid in (select roleid from roles where slug = 'events')");
  expect((await olga.get('/v2/event/events')).status).toBe(403);
  expect(asked).toBe(0);
});
