import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/database/openDatabase';
import { withOwner } from '../../server/database/transaction';
import { asRole } from '../support/asRole';
import { openTestDatabase } from '../support/database';
import { inscribe, refusal, seed, sqlState, valueOf, type Seeded } from './seed';

let db: Database, world: Seeded;
beforeAll(async () => {
  db = await openTestDatabase();
  world = await seed(db.pool);
});
afterAll(() => db.close());
beforeEach(() => db.pool.query('delete from inscriptions'));

const seats = async (distanceid: number): Promise<readonly number[]> => {
  const { rows } = await db.pool.query<{ held_count: number; sold_count: number }>(
    'select held_count, sold_count from distances where distanceid = $1',
    [distanceid],
  );
  return [rows[0]!.held_count, rows[0]!.sold_count];
};
const revenue = (): Promise<number> =>
  valueOf<number>(db.pool, 'select revenue_cents from events where eventid = $1', [world.mine.eventid]);
const athletes = async (many: number): Promise<number[]> =>
  (
    await db.pool.query<{ web_userid: number }>(
      "insert into web_users (first_name, last_name, gender, source, source_ref) select 'A', 'B', 'F', gen_random_uuid()::text, n::text from generate_series(1, $1) n returning web_userid",
      [many],
    )
  ).rows.map((row) => row.web_userid);

describe('stored counts and sums', () => {
  test('follow adding, moving from one state to another, and removing', async () => {
    const id = await inscribe(db.pool, world.mine, world.athlete, { status: 'started' });
    expect(await seats(world.mine.distanceid)).toEqual([1, 0]);
    await db.pool.query("update inscriptions set status = 'paid', paid_cents = 45000 where inscriptionid = $1", [id]);
    expect(await seats(world.mine.distanceid)).toEqual([0, 1]);
    expect(await revenue()).toBe(45_000);
    await db.pool.query('delete from inscriptions where inscriptionid = $1', [id]);
    expect(await seats(world.mine.distanceid)).toEqual([0, 0]);
    expect(await revenue()).toBe(0);
  });

  test('leave soft-deleted children out and take them back', async () => {
    const id = await inscribe(db.pool, world.mine, world.athlete, { status: 'paid', paid_cents: 100 });
    await db.pool.query('update inscriptions set deleted_at = now() where inscriptionid = $1', [id]);
    expect([await seats(world.mine.distanceid), await revenue()]).toEqual([[0, 0], 0]);
    await db.pool.query('update inscriptions set deleted_at = null where inscriptionid = $1', [id]);
    expect([await seats(world.mine.distanceid), await revenue()]).toEqual([[0, 1], 100]);
  });

  test('move with a child that changes its parent', async () => {
    const other = await valueOf<number>(
      db.pool,
      "insert into distances (eventid, name, code) values ($1, '5 K', '5K') returning distanceid",
      [world.mine.eventid],
    );
    const id = await inscribe(db.pool, world.mine, world.athlete, { status: 'paid' });
    await db.pool.query('update inscriptions set distanceid = $1 where inscriptionid = $2', [other, id]);
    expect([await seats(world.mine.distanceid), await seats(other)]).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });

  test('count many rows of one statement at once', async () => {
    const keys = await athletes(8);
    await db.pool.query(
      "insert into inscriptions (eventid, distanceid, web_userid, first_name, last_name, gender, status) select $1, $2, k, 'A', 'B', 'F', 'paid' from unnest($3::bigint[]) k",
      [world.mine.eventid, world.mine.distanceid, keys],
    );
    expect(await seats(world.mine.distanceid)).toEqual([0, 8]);
  });

  test('change no parent when nothing that counts has changed', async () => {
    const id = await inscribe(db.pool, world.mine, world.athlete, { status: 'paid' });
    const before = await valueOf<string>(db.pool, 'select xmin::text from distances where distanceid = $1', [world.mine.distanceid]);
    await db.pool.query("update inscriptions set comment = 'x' where inscriptionid = $1", [id]);
    expect(await valueOf<string>(db.pool, 'select xmin::text from distances where distanceid = $1', [world.mine.distanceid])).toBe(before);
  });

  test('are kept for a tenant who may not write the parent itself', async () => {
    const who = { role: 'tenant', organizationid: world.mine.organizationid, userid: null } as const;
    await asRole(db.pool, who, (client) => inscribe(client, world.mine, world.athlete, { status: 'started' }));
    expect(await valueOf<number>(db.pool, 'select inscriptions_count from web_users where web_userid = $1', [world.athlete])).toBe(1);
  });

  test('never sell more seats than there are, however many ask at once', async () => {
    const keys = await athletes(25);
    const answers = await Promise.all(keys.map((key) => refusal(inscribe(db.pool, world.mine, key, { status: 'paid' }))));
    expect(await seats(world.mine.distanceid)).toEqual([0, 10]);
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(10);
    expect(answers.filter(({ code, constraint }) => code === sqlState.check && constraint === 'distances_seats_rule')).toHaveLength(15);
    expect(await valueOf<number>(db.pool, "select count(*) from inscriptions where status = 'paid'")).toBe(10);
  });

  test('agree with a fresh count after opposite transactions over the same parents', async () => {
    const keys = await athletes(8);
    const swap = (first: typeof world.mine, second: typeof world.mine, key: number) =>
      withOwner(db.pool, async (client) => {
        await client.query(
          "insert into inscriptions (eventid, distanceid, web_userid, first_name, last_name, gender) select e, d, $3, 'A', 'B', 'F' from unnest($1::bigint[], $2::bigint[]) as x (e, d)",
          [[first.eventid, second.eventid], [first.distanceid, second.distanceid], key],
        );
      });
    await Promise.all(keys.map((key, at) => (at % 2 ? swap(world.mine, world.theirs, key) : swap(world.theirs, world.mine, key))));
    for (const { distanceid } of [world.mine, world.theirs]) expect(await seats(distanceid)).toEqual([8, 0]);
  });
});

describe('the access stamp', () => {
  const stamp = (): Promise<number> => valueOf<number>(db.pool, 'select stamp from access_stamp');

  test.each([
    ['a membership is revoked', "update memberships set status = 'revoked'"],
    [
      'a key is granted',
      "with r as (insert into roles (category, slug, name) values ('EVENT', 'events', '{\"es\": \"Eventos\"}') returning roleid) insert into membership_roles (membershipid, roleid) select membershipid, roleid from memberships, r",
    ],
    ['a person is suspended', "update users set status = 'suspended'"],
    ['an organization is suspended', "update organizations set status = 'suspended'"],
  ])('rises when %s', async (_, statement) => {
    const before = await stamp();
    await db.pool.query(statement);
    expect(await stamp()).toBeGreaterThan(before);
  });

  test('stays when somebody signs in', async () => {
    const before = await stamp();
    await db.pool.query('update users set last_login_at = now()');
    expect(await stamp()).toBe(before);
  });

  test('can be read, and not raised, by a request', async () => {
    const who = { role: 'tenant', organizationid: world.mine.organizationid, userid: null } as const;
    expect(await asRole(db.pool, who, (client) => valueOf<number>(client, 'select stamp from access_stamp'))).toBeTypeOf('number');
    expect((await refusal(asRole(db.pool, who, (client) => client.query('update access_stamp set stamp = 0')))).code).toBe(
      sqlState.forbidden,
    );
  });
});
