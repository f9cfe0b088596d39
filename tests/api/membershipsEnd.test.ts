import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endExpired } from '../../server/features/people/endExpired';
import { registry } from '@/resources';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World,
  org: number,
  boss: Person,
  made = 0,
  name: string,
  membershipid: number;
const hourMs = 3_600_000;
beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Casa');
  await addPerson(world.pool, 'jefa', [{ org, profile: 'organizer' }]);
  boss = world.as('jefa', org);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.pool.query('update memberships set expires_at = null');
  name = `temporal${(made += 1)}`;
  await addPerson(world.pool, name, [{ org, profile: 'kit-delivery' }]);
  membershipid = Number((await world.pool.query('select max(membershipid) as id from memberships')).rows[0].id);
  await until(`now() + interval '1 hour'`);
});

const until = (moment: string) =>
  world.pool.query(`update memberships set expires_at = ${moment}, status = 'active' where membershipid = $1`, [membershipid]);
/** The work of the server, some hours from now. */
const workIn = (hours: number): Promise<number> =>
  endExpired({ pool: world.pool, registry, clock: () => new Date(Date.now() + hours * hourMs) });
const url = () => `/v2/organization/memberships/${membershipid}`;
const shown = async (): Promise<string> => (await boss.get(url())).body.status;
const opens = async (): Promise<number> => (await world.as(name, org).get('/v2/event/events')).status;

test('a membership runs until its end, and then says that it has expired, which the audit keeps as work of the server', async () => {
  expect([await workIn(0), await shown(), await opens()]).toEqual([0, 'active', 200]);
  expect([await workIn(2), await shown(), await opens()]).toEqual([1, 'expired', 403]);
  expect(await workIn(2)).toBe(0);
  const { rows } = await world.pool.query(
    `select verb, source, actor_userid, organizationid::int, before, after from audits where resource = 'memberships' and recordid = $1`,
    [membershipid],
  );
  expect(rows).toEqual([
    { verb: 'edit', source: 'job', actor_userid: null, organizationid: org, before: { status: 'active' }, after: { status: 'expired' } },
  ]);
});

test('one without an end, one that was revoked and an invitation stay as they are', async () => {
  await until('null');
  expect([await workIn(100_000), await shown()]).toEqual([0, 'active']);
  for (const status of ['revoked', 'invited']) {
    await world.pool.query(
      `update memberships set status = $2, userid = case when $2 = 'invited' then null else userid end, expires_at = now() where membershipid = $1`,
      [membershipid, status],
    );
    expect([await workIn(1), await shown()]).toEqual([0, status]);
  }
});

test('after its end it is not restored, but it is once its end is later', async () => {
  await until(`now() - interval '1 minute'`);
  expect([await opens(), await workIn(0), await shown()]).toEqual([403, 1, 'expired']);
  expect(await boss.post(`${url()}/restore`)).toMatchObject({
    status: 409,
    body: { message: 'Su tiempo terminó: primero pon un fin posterior.' },
  });
  const { version } = (await boss.get(url())).body;
  expect((await boss.patch(url(), { version, expires_at: new Date(Date.now() + hourMs).toISOString() })).status).toBe(200);
  expect(await opens()).toBe(403);
  expect((await boss.post(`${url()}/restore`)).status).toBe(200);
  expect([await workIn(0), await shown(), await opens()]).toEqual([0, 'active', 200]);
});

test('the work begins no portion once the server ends', async () => {
  const deps = { pool: world.pool, registry, clock: () => new Date(Date.now() + 2 * hourMs) };
  expect([await endExpired(deps, () => true), await shown()]).toEqual([0, 'active']);
  expect([await endExpired(deps), await shown()]).toEqual([1, 'expired']);
});
