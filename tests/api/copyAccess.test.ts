import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, company: number, alfa: number, beta: number, race: number, other: number, sofia: Person, olga: Person;
let made = 0;
const base = '/v2/organization/memberships';
const membershipOf = async (name: string): Promise<number> =>
  Number(
    (await world.pool.query('select membershipid from memberships join users using (userid) where asdeporteid = $1', [name])).rows[0]
      .membershipid,
  );
const read = async (id: number): Promise<any> => (await sofia.get(`${base}/${id}`)).body;
/** What a membership opens, without the keys of its rows. */
const accessOf = async (id: number) => {
  const { profileid, event_scope, roles, events } = await read(id);
  return {
    profileid,
    event_scope,
    roles: roles.map(({ roleid, access, source }: any) => `${roleid} ${access} ${source}`).toSorted(),
    events: events.map(({ eventid }: any) => eventid).toSorted(),
  };
};
const copy = (as: Person, id: number, from_membershipid: number) => as.post(`${base}/${id}/copy_access`, { input: { from_membershipid } });

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  company = await add.organization(pool, 'Compañía', { is_platform: true });
  alfa = await add.organization(pool, 'Alfa');
  beta = await add.organization(pool, 'Beta');
  race = await add.event(pool, alfa, 'uno');
  other = await add.event(pool, alfa, 'dos');
  await addPerson(pool, 'sofia', [{ org: company, profile: 'super-admin', regions: ['national'] }]);
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(pool, 'kira', [{ org: alfa, profile: 'kit-delivery', regions: ['event-coupon'], events: [race] }]);
  await addPerson(pool, 'rosa', [{ org: alfa, profile: 'national-admin' }]);
  await addPerson(pool, 'lejos', [{ org: beta, profile: 'kit-delivery' }]);
  [sofia, olga] = [world.as('sofia', company), world.as('olga', alfa)];
});
afterAll(() => world.close());

describe('the access of a colleague', () => {
  let name: string, id: number;
  beforeEach(async () => {
    name = `nueva${(made += 1)}`;
    await addPerson(world.pool, name, [{ org: alfa, profile: 'timing', events: [other] }]);
    id = await membershipOf(name);
  });

  test('is the profile, the roles and the events, in place of what somebody has, and the history says so', async () => {
    const kira = await membershipOf('kira');
    expect(await accessOf(id)).not.toEqual(await accessOf(kira));
    expect((await copy(olga, id, kira)).status).toBe(200);
    expect(await accessOf(id)).toEqual(await accessOf(kira));
    const { body } = await world.as(name, alfa).get('/v2/organization/permissions');
    expect([body.keys['event-coupon'], body.event_scope, body.events]).toEqual(['edit', 'selected', [race]]);
    const { rows } = await world.pool.query(`select action, after from audits where resource = 'memberships' and recordid = $1`, [id]);
    expect(rows).toMatchObject([{ action: 'copy_access', after: { profileid: expect.anything(), roles: expect.anything() } }]);
    expect((await copy(olga, id, kira)).status, 'the same again changes nothing').toBe(200);
    expect(await accessOf(id)).toEqual(await accessOf(kira));
  });

  test('is given to an invitation, too, with the regions of the colleague', async () => {
    await addPerson(world.pool, `norte${made}`, [{ org: company, profile: 'regional-admin', regions: ['norte', 'centro'] }]);
    const from = await membershipOf(`norte${made}`);
    const { rows } = await world.pool.query(`select profileid from profiles where slug = 'timing' and is_system`);
    const invited = await sofia.post(base, {
      email: `invitada${made}@prueba.test`,
      name: 'Invitada',
      organizationid: company,
      profileid: rows[0].profileid,
    });
    expect([invited.status, (await copy(sofia, invited.body.membershipid, from)).status]).toEqual([201, 200]);
    expect(await accessOf(invited.body.membershipid)).toEqual(await accessOf(from));
    expect((await read(invited.body.membershipid)).status).toBe('invited');
  });

  test('is refused when it is more than the person who gives it has, and nothing changes', async () => {
    const before = await accessOf(id);
    expect(await copy(olga, id, await membershipOf('rosa'))).toMatchObject({
      status: 403,
      body: { code: 'BEYOND_OWN_KEYS', errors: expect.arrayContaining([expect.objectContaining({ path: 'input.from_membershipid' })]) },
    });
    expect(await accessOf(id)).toEqual(before);
  });

  test('is refused when it reaches more events than the person who gives it', async () => {
    await addPerson(world.pool, `limitada${made}`, [{ org: alfa, profile: 'organizer', events: [other] }]);
    const before = await accessOf(id);
    expect((await copy(world.as(`limitada${made}`, alfa), id, await membershipOf('kira'))).status).toBe(403);
    expect(await accessOf(id)).toEqual(before);
  });

  test.each([
    ['of another organization', async () => membershipOf('lejos')],
    ['of nobody', async () => 999_999],
    ['of the same membership', async () => id],
  ])('%s is refused', async (_whose, whose) => {
    for (const as of [olga, sofia])
      expect(await copy(as, id, await whose())).toMatchObject({ status: 400, body: { errors: [{ path: 'input.from_membershipid' }] } });
  });

  test('of somebody whose membership was revoked is refused', async () => {
    await addPerson(world.pool, `fuera${made}`, [{ org: alfa, profile: 'kit-delivery' }]);
    const from = await membershipOf(`fuera${made}`);
    await world.pool.query(`update memberships set status = 'revoked' where membershipid = $1`, [from]);
    expect((await copy(olga, id, from)).status).toBe(400);
  });

  test('is given to nobody by somebody without the key, nor to oneself', async () => {
    const kira = await membershipOf('kira');
    expect((await copy(world.as('kira', alfa), id, kira)).status).toBe(403);
    expect((await copy(olga, await membershipOf('olga'), kira)).status).toBe(409);
  });

  test('does not take the last one away who manages permissions', async () => {
    await addPerson(world.pool, `sola${made}`, [{ org: beta, profile: 'organizer' }]);
    const alone = await membershipOf(`sola${made}`);
    expect(await copy(sofia, alone, await membershipOf('lejos'))).toMatchObject({ status: 409, body: { code: 'LAST_MANAGER' } });
    await world.pool.query(`update memberships set status = 'revoked' where membershipid = $1`, [alone]);
  });
});
