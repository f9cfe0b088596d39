import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, company: number, alfa: number, beta: number, desk: number, gate: number, sofia: Person, olga: Person;
const roleid: Record<string, number> = {},
  system: Record<string, number> = {};
type Cell = readonly [profileid: number, slug: string, was: string, access: string];

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  company = await add.organization(pool, 'Compañía', { is_platform: true });
  [alfa, beta] = [await add.organization(pool, 'Alfa'), await add.organization(pool, 'Beta')];
  await addPerson(pool, 'sofia', [{ org: company, profile: 'super-admin' }]);
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  [sofia, olga] = [world.as('sofia', company), world.as('olga', alfa)];
  for (const row of (await pool.query('select roleid, slug from roles')).rows) roleid[row.slug] = row.roleid;
  for (const row of (await pool.query('select profileid, slug from profiles where is_system')).rows) system[row.slug] = row.profileid;
});
afterAll(() => world.close());

let made = 0;
const addProfile = async (organizationid: number | null, held: Readonly<Record<string, string>>): Promise<number> => {
  made += 1;
  const {
    rows: [profile],
  } = await world.pool.query(`insert into profiles (organizationid, name, slug) values ($1, '{"es": "Propio"}', $2) returning profileid`, [
    organizationid,
    `mesa-${made}`,
  ]);
  for (const [slug, access] of Object.entries(held))
    await world.pool.query('insert into profile_roles (organizationid, profileid, roleid, access) values ($1, $2, $3, $4)', [
      organizationid,
      profile.profileid,
      roleid[slug],
      access,
    ]);
  return profile.profileid;
};
/** Somebody who has a profile and what it brings. */
const addHolder = async (name: string, org: number, profile: number): Promise<Person> => {
  const userid = await addPerson(world.pool, name, [{ org, profile: 'timing' }]);
  const {
    rows: [{ membershipid }],
  } = await world.pool.query('update memberships set profileid = $3 where userid = $1 and organizationid = $2 returning membershipid', [
    userid,
    org,
    profile,
  ]);
  await world.pool.query('delete from membership_roles where membershipid = $1', [membershipid]);
  await world.pool.query(
    `insert into membership_roles (membershipid, organizationid, roleid, access, source) select $1, $2, roleid, access, 'profile' from profile_roles where profileid = $3 and deleted_at is null`,
    [membershipid, org, profile],
  );
  return world.as(name, org);
};
const held = async (profileid: number): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await world.pool.query(
        'select r.slug, pr.access from profile_roles pr join roles r using (roleid) where pr.profileid = $1 and pr.deleted_at is null order by r.slug',
        [profileid],
      )
    ).rows.map(({ slug, access }) => [slug, access]),
  );
const set = (as: Person, ...cells: readonly Cell[]) =>
  as.post('/v2/organization/roles/actions/set_access', {
    input: { changes: cells.map(([profileid, slug, was, access]) => ({ profileid, roleid: roleid[slug], was, access })) },
  });

beforeEach(async () => {
  desk = await addProfile(alfa, { events: 'view', 'event-delivery': 'view', 'reports-wo-contact-info': 'view' });
  gate = await addProfile(alfa, { events: 'view' });
});

describe('the table of roles', () => {
  test('writes all the changes of several profiles at once, and each leaves its own trace', async () => {
    const answer = await set(
      olga,
      [desk, 'event-delivery', 'view', 'edit'],
      [desk, 'events', 'view', 'none'],
      [gate, 'asenter', 'none', 'edit'],
    );
    expect(answer).toMatchObject({ status: 200, body: { ok: 1, result: { profiles: 2, changes: 3 } } });
    expect(await held(desk)).toEqual({ 'event-delivery': 'edit', 'reports-wo-contact-info': 'view' });
    expect(await held(gate)).toEqual({ asenter: 'edit', events: 'view' });
    const { rows } = await world.pool.query(
      `select recordid::int, verb, jsonb_array_length(after -> 'roles') as roles from audits where resource = 'profiles' and recordid = any($1) order by recordid`,
      [[desk, gate]],
    );
    expect(rows).toEqual([
      { recordid: desk, verb: 'edit', roles: 2 },
      { recordid: gate, verb: 'edit', roles: 2 },
    ]);
  });
  test('reaches everyone who has the profile', async () => {
    const holder = await addHolder('hugo', alfa, desk);
    await set(olga, [desk, 'event-delivery', 'view', 'edit']);
    expect((await holder.get('/v2/organization/permissions')).body.keys).toMatchObject({ 'event-delivery': 'edit' });
  });
  test('rehearsed, it writes nothing', async () => {
    await olga.post('/v2/organization/roles/actions/set_access', {
      dry_run: true,
      input: { changes: [{ profileid: desk, roleid: roleid['events'], was: 'view', access: 'edit' }] },
    });
    expect(await held(desk)).toMatchObject({ events: 'view' });
  });
  test('two people change different cells of one profile, and the same cell only once', async () => {
    expect((await set(olga, [desk, 'events', 'view', 'edit'])).status).toBe(200);
    expect((await set(sofia, [desk, 'event-delivery', 'view', 'edit'])).status).toBe(200);
    const late = await set(olga, [gate, 'events', 'view', 'edit'], [desk, 'events', 'view', 'none']);
    expect(late).toMatchObject({
      status: 409,
      body: {
        errors: [{ path: 'input.changes.1.access', message: 'Alguien más cambió este permiso. Revisa cómo quedó antes de guardar.' }],
      },
    });
    expect(late.body.errors).toHaveLength(1);
    expect([await held(gate), await held(desk)]).toMatchObject([{ events: 'view' }, { events: 'edit' }]);
  });
});

describe('the table of roles refuses', () => {
  test('what one does not hold, on its cell, and writes nothing else either', async () => {
    const answer = await set(
      olga,
      [gate, 'asenter', 'none', 'view'],
      [desk, 'asdeporte-wallet', 'none', 'view'],
      [desk, 'organizations', 'none', 'edit'],
    );
    expect(answer.status).toBe(403);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(['input.changes.1.access', 'input.changes.2.access']);
    expect(answer.body.errors[0].message).toContain('asdeporte-wallet');
    expect(await held(gate)).toEqual({ events: 'view' });
  });
  test('regions, outside the company that runs the platform', async () => {
    expect(await set(olga, [desk, 'norte', 'none', 'edit'])).toMatchObject({
      status: 403,
      body: { errors: [{ path: 'input.changes.0.access' }] },
    });
    expect((await set(sofia, [desk, 'norte', 'none', 'edit'])).status).toBe(200);
  });
  test('that a person who reads no contact data lets others read it', async () => {
    const masked = await addHolder('mara', alfa, await addProfile(alfa, { 'user-roles': 'edit', 'reports-wo-contact-info': 'view' }));
    expect(await set(masked, [desk, 'reports-wo-contact-info', 'view', 'none'])).toMatchObject({
      status: 403,
      body: { errors: [{ path: 'input.changes.0.access' }] },
    });
    expect((await set(sofia, [desk, 'reports-wo-contact-info', 'view', 'none'])).status).toBe(200);
  });
  test('the profile that one has oneself', async () => {
    const own = await addProfile(alfa, { 'user-roles': 'edit', events: 'edit' });
    const holder = await addHolder('oscar', alfa, own);
    expect(await set(holder, [own, 'events', 'edit', 'view'])).toMatchObject({
      status: 403,
      body: { message: 'Nadie cambia los permisos del perfil que tiene.', errors: [{ path: 'input.changes.0.access' }] },
    });
    expect((await set(olga, [own, 'events', 'edit', 'view'])).status).toBe(200);
  });
  test('profiles of the system, also to the platform, here and on their own page', async () => {
    const timing = system['timing']!;
    expect(await set(sofia, [timing, 'asenter', 'none', 'view'])).toMatchObject({
      status: 403,
      body: { errors: [{ path: 'input.changes.0.access', message: expect.stringContaining('perfil del sistema') }] },
    });
    expect((await set(olga, [timing, 'asenter', 'none', 'view'])).status).toBe(403);
    const { body } = await sofia.get(`/v2/organization/profiles/${timing}`);
    expect(await sofia.patch(`/v2/organization/profiles/${timing}`, { version: body.version, roles: [] })).toMatchObject({
      status: 403,
      body: { errors: [{ path: 'roles' }] },
    });
    expect(await held(timing)).toHaveProperty('event-tyr');
  });
  test('profiles of another organization, of which it says nothing', async () => {
    const foreign = await addProfile(beta, { events: 'view' });
    expect(await set(olga, [gate, 'events', 'view', 'edit'], [foreign, 'events', 'view', 'edit'])).toMatchObject({
      status: 404,
      body: { errors: [{ path: 'input.changes.1.access' }] },
    });
    expect([await held(foreign), await held(gate)]).toEqual([{ events: 'view' }, { events: 'view' }]);
  });
  test('to leave an organization without anybody who manages its permissions', async () => {
    const lonely = await add.organization(world.pool, 'Gama');
    const managers = await addProfile(lonely, { 'user-roles': 'edit', events: 'edit' });
    await addHolder('gloria', lonely, managers);
    expect(await set(sofia, [managers, 'user-roles', 'edit', 'view'])).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'input.changes.0.access' }] },
    });
    expect((await set(sofia, [managers, 'events', 'edit', 'view'])).status).toBe(200);
  });
  test('anyone who only looks at roles, strangers to the key, and cells that do not exist', async () => {
    const viewer = await addHolder('vera', alfa, await addProfile(alfa, { 'user-roles': 'view', 'users-organization': 'edit' }));
    expect((await set(viewer, [desk, 'events', 'view', 'none'])).status).toBe(403);
    expect((await olga.post('/v2/organization/roles/actions/set_access', { input: { changes: [] } })).status).toBe(400);
    expect(
      (
        await olga.post('/v2/organization/roles/actions/set_access', {
          input: { changes: [{ profileid: desk, roleid: 999_999, was: 'none', access: 'view' }] },
        })
      ).status,
    ).toBe(400);
  });
});
