import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, alfa: number, beta: number, beto: number, shared: number;
const reset = (who: string, org: number, userid: number, body: object = {}) =>
  world.as(who, org).post(`/v2/user/users/${userid}/reset_second_factor`, body);
const enrol = async (userid: number): Promise<void> => {
  await world.pool.query(`insert into auth_second_factors (userid, sealed_secret, confirmed_at) values ($1, 'x', now())`, [userid]);
  await world.pool.query(`insert into auth_recovery_codes (code_hash, userid) values ($1, $2)`, [`code-${userid}`, userid]);
  await world.pool.query('update users set mfa_enabled = true where userid = $1', [userid]);
};
const left = async (userid: number): Promise<readonly number[]> => {
  const { rows } = await world.pool.query<Record<string, number>>(
    `select (select count(*)::int from auth_second_factors where userid = $1) as factors, (select count(*)::int from auth_recovery_codes where userid = $1) as codes,
            (select count(*)::int from auth_notices where userid = $1) as letters, (select count(*)::int from auth_sessions where userid = $1 and revoked_at is null) as sessions`,
    [userid],
  );
  const { factors, codes, letters, sessions } = rows[0]!;
  return [factors!, codes!, letters!, sessions!];
};
beforeAll(async () => {
  world = await openWorld();
  alfa = await add.organization(world.pool, 'Alfa');
  beta = await add.organization(world.pool, 'Beta');
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(world.pool, 'otto', [{ org: beta, profile: 'organizer' }]);
  beto = await addPerson(world.pool, 'beto', [{ org: alfa, profile: 'timing' }]);
  shared = await addPerson(world.pool, 'sara', [
    { org: alfa, profile: 'timing' },
    { org: beta, profile: 'timing' },
  ]);
});
afterAll(() => world.close());

test('the second factor of others is out of reach without the key, outside the organization, and for anyone who works elsewhere too', async () => {
  await enrol(beto);
  await enrol(shared);
  expect((await reset('sara', alfa, beto)).status).toBe(403);
  expect((await reset('otto', beta, beto)).status).toBe(404);
  expect((await reset('olga', alfa, shared)).status).toBe(403);
  const olga = (await world.pool.query<{ userid: number }>(`select userid from users where asdeporteid = 'olga'`)).rows[0]!.userid;
  await enrol(olga);
  expect((await reset('olga', alfa, olga)).status).toBe(403);
  expect(await left(beto)).toEqual([1, 1, 0, 1]);
});

test('a rehearsal takes nothing away, and the action takes the factor, its codes and the sessions, and owes the person a letter', async () => {
  expect((await reset('olga', alfa, beto, { dry_run: true })).status).toBe(200);
  expect(await left(beto)).toEqual([1, 1, 0, 1]);
  expect((await reset('olga', alfa, beto)).status).toBe(200);
  expect(await left(beto)).toEqual([0, 0, 1, 0]);
  expect((await world.pool.query(`select mfa_enabled from users where userid = $1`, [beto])).rows).toEqual([{ mfa_enabled: false }]);
  expect((await world.pool.query(`select action, actor_name from audits where resource = 'users' and recordid = $1`, [beto])).rows).toEqual(
    [{ action: 'reset_second_factor', actor_name: 'olga Prueba' }],
  );
  const again = await reset('olga', alfa, beto);
  expect([again.status, again.body.message]).toEqual([409, 'Esta persona no tiene doble factor.']);
});

test('an invitation is sent again with a link of its own, only while it waits, and only by who may', async () => {
  const { rows } = await world.pool.query<{ membershipid: number }>(
    `insert into memberships (email, name, organizationid, status) values ('ines@prueba.test', 'Inés', $1, 'invited') returning membershipid`,
    [alfa],
  );
  const id = rows[0]!.membershipid;
  await world.pool.query(`insert into auth_invitations (membershipid, sent_at, attempts) values ($1, now(), 1)`, [id]);
  await world.pool.query(
    `insert into auth_tickets (ticket_hash, purpose, membershipid, expires) select 'old', 'invitation', membershipid, now() + interval '1 day' from memberships where membershipid = $1`,
    [id],
  );
  const resend = (who: string, org: number, which = id) =>
    world.as(who, org).post(`/v2/organization/memberships/${which}/resend_invitation`);
  expect((await resend('sara', alfa)).status).toBe(403);
  expect((await resend('otto', beta)).status).toBe(404);
  expect((await resend('olga', alfa)).status).toBe(200);
  expect((await world.pool.query('select sent_at, attempts from auth_invitations where membershipid = $1', [id])).rows).toEqual([
    { sent_at: null, attempts: 0 },
  ]);
  expect((await world.pool.query(`select used_at is not null as dead from auth_tickets where ticket_hash = 'old'`)).rows).toEqual([
    { dead: true },
  ]);
  await world.pool.query(`update memberships set status = 'active', userid = $2 where membershipid = $1`, [
    id,
    await addPerson(world.pool, 'ines'),
  ]);
  expect((await resend('olga', alfa)).status).toBe(409);
});

test('a failure of the server in GraphQL carries the number of the request in its body, as in REST', async () => {
  const olga = world.as('olga', alfa);
  await world.pool.query('alter table stores rename to stores_away');
  const graphql = await olga.query<null>('organization', '{ stores(page: 1, perpage: 5) { items { name } } }');
  const rest = await olga.get('/v2/organization/stores');
  await world.pool.query('alter table stores_away rename to stores');
  expect(graphql.body.errors?.[0].extensions).toMatchObject({ statusCode: 500, requestId: graphql.headers['x-request-id'] });
  expect(rest.body).toMatchObject({ statusCode: 500, requestId: rest.headers['x-request-id'] });
});
