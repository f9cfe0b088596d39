import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

let world: World,
  alfa: number,
  eventid: number,
  next = 0,
  name: string,
  organizer: Person;

beforeAll(async () => {
  world = await openWorld();
  alfa = await add.organization(world.pool, 'Alfa');
  eventid = (await addEvent(world.pool, alfa, 'alfa', 'centro'))['events']!;
});
afterAll(() => world.close());

/** Somebody whom the server has met: the next read starts before they are checked. */
beforeEach(async () => {
  name = `olga${(next += 1)}`;
  await addPerson(world.pool, name, [{ org: alfa, profile: 'organizer' }]);
  organizer = world.as(name, alfa);
  const { status } = await organizer.get('/v2/event/events');
  if (status !== 200) throw new Error(`the first read answered ${status}`);
});

const list = (who: Person) => who.query<any>('event', '{ events { items { eventid } total } }');
const keysGone = (profile: string) =>
  world.pool.query(
    'delete from membership_roles where roleid in (select roleid from roles where slug = $2) and membershipid in (select m.membershipid from memberships m join users u using (userid) where u.asdeporteid = $1)',
    [name, profile],
  );

test('a key that was taken away opens nothing at the very next read, over REST and over GraphQL', async () => {
  expect((await list(organizer)).body.data.events).toMatchObject({ items: [{ eventid }], total: 1 });
  await keysGone('events');
  const { body } = await list(organizer);
  expect([body.data?.events ?? null, body.errors?.[0].extensions.statusCode]).toEqual([null, 403]);
  expect((await organizer.get('/v2/event/events')).status).toBe(403);
});

test('a key that was given counts at the very next read, though the one before was refused', async () => {
  await keysGone('events');
  expect((await organizer.get('/v2/event/events')).status).toBe(403);
  await world.pool.query(
    `insert into membership_roles (membershipid, organizationid, roleid, access, source)
    select m.membershipid, m.organizationid, r.roleid, 'view', 'direct' from memberships m join users u using (userid), roles r where u.asdeporteid = $1 and r.slug = 'events'`,
    [name],
  );
  expect((await organizer.get('/v2/event/events')).status).toBe(200);
});

test.each([
  ['revoked', 'update auth_sessions set revoked_at = now() where sid = $1'],
  ['over', `update auth_sessions set expires = now() - interval '1 second' where sid = $1`],
  ['gone', 'delete from auth_sessions where sid = $1'],
])('a session that is %s answers 401 and no row', async (_, ending) => {
  await world.pool.query(ending, [`sid-${name}`]);
  const { body } = await list(organizer);
  expect([body.data?.events ?? null, body.errors?.[0].extensions.statusCode]).toEqual([null, 401]);
  const { status, body: answer } = await organizer.get(`/v2/event/events/${eventid}`);
  expect([status, answer.eventid]).toEqual([401, undefined]);
});

test('who is out hears that, and not that what they asked for is wrong', async () => {
  await world.pool.query('update auth_sessions set revoked_at = now() where sid = $1', [`sid-${name}`]);
  expect((await organizer.get('/v2/event/events/999999999')).status).toBe(401);
});

test('a read that fails leaves nothing behind for the next ones', async () => {
  for (let times = 0; times < 12; times += 1) expect((await organizer.get('/v2/event/events/999999999')).status).toBe(404);
  expect((await list(organizer)).body.data.events.total).toBe(1);
});

test('a look that is written down is written once, and not at all for who is out', async () => {
  const looks = async () =>
    (
      await world.pool.query<{ n: number }>(
        `select count(*)::int as n from audits where verb = 'read' and action is null and actor_name like $1`,
        [`${name}%`],
      )
    ).rows[0]!.n;
  const {
    rows: [athlete],
  } = await world.pool.query<{ web_userid: number }>('select web_userid from web_users limit 1');
  await world.pool.query(`update web_users set medical_notes = 'Alergia' where web_userid = $1`, [athlete!.web_userid]);
  await addPerson(world.pool, `cs-${name}`, [{ org: await company(), profile: 'super-admin' }]);
  const support = world.as(`cs-${name}`, await company());
  name = `cs-${name}`;
  expect((await support.get('/v2/user/web_users?perpage=1')).status).toBe(200);
  expect((await support.get(`/v2/user/web_users/${athlete!.web_userid}`)).status).toBe(200);
  expect(await looks()).toBe(1);
  await world.pool.query('delete from audits');
  await world.pool.query('update auth_sessions set revoked_at = now() where sid = $1', [`sid-${name}`]);
  expect((await support.get(`/v2/user/web_users/${athlete!.web_userid}`)).status).toBe(401);
  expect(await looks()).toBe(0);
});

let platform: Promise<number> | undefined;
const company = (): Promise<number> => (platform ??= add.organization(world.pool, 'Compañía', { is_platform: true }));
