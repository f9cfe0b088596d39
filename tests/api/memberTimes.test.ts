import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually';
import { openWorld, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World,
  org: number,
  made = 0,
  name: string,
  membershipid: number;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  name = `socia${(made += 1)}`;
  org = await add.organization(world.pool, `Casa ${made}`);
  await addPerson(world.pool, name, [{ org, profile: 'organizer' }]);
  membershipid = Number((await world.pool.query('select max(membershipid) as id from memberships')).rows[0].id);
});

const status = async (): Promise<number> => (await world.as(name, org).get('/v2/event/events')).status;

describe('a membership opens', () => {
  test.each([
    ['from its first moment on', `starts_at = now() - interval '1 minute'`],
    ['until its last', `expires_at = now() + interval '1 minute'`],
    ['without a first or a last', 'starts_at = null, expires_at = null'],
  ])('%s', async (_when, set) => {
    await world.pool.query(`update memberships set ${set} where membershipid = $1`, [membershipid]);
    expect(await status()).toBe(200);
  });
});

describe('a membership opens nothing', () => {
  test.each([
    ['before it starts', `starts_at = now() + interval '1 minute'`],
    ['after it is over', `expires_at = now() - interval '1 minute'`],
    ['while it waits for an answer', `status = 'invited', userid = null`],
    ['once it was revoked', `status = 'revoked'`],
    ['once it has expired', `status = 'expired'`],
    ['once it was removed', 'deleted_at = now()'],
  ])('%s, and opens again when that is taken back', async (_when, set) => {
    expect(await status()).toBe(200);
    await world.pool.query(`update memberships set ${set} where membershipid = $1`, [membershipid]);
    expect(await status()).toBe(403);
    await world.pool.query(
      `update memberships set starts_at = null, expires_at = null, status = 'active', deleted_at = null, userid = (select userid from users where asdeporteid = $2) where membershipid = $1`,
      [membershipid, name],
    );
    expect(await status()).toBe(200);
  });

  test('from its last moment on, while nobody changes it', async () => {
    await world.pool.query(`update memberships set expires_at = now() + interval '3 seconds' where membershipid = $1`, [membershipid]);
    expect(await status()).toBe(200);
    await eventually(async () => expect(await status()).toBe(403));
  });

  test('while its organization is suspended', async () => {
    await world.pool.query(`update organizations set status = 'suspended' where organizationid = $1`, [org]);
    expect(await status()).toBe(403);
  });

  test('to somebody who is suspended: nobody is known by that name', async () => {
    await world.pool.query(`update users set status = 'suspended' where asdeporteid = $1`, [name]);
    expect(await status()).toBe(401);
  });
});
