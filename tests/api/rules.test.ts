import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, organization: number, distance: number, olga: Person;
const roleid: Record<string, number> = {};
const tier = (name: string, from: string, to: string, price_cents = 45_000) => ({
  name,
  starts_at: `${from}T06:00:00.000Z`,
  ends_at: `${to}T06:00:00.000Z`,
  price_cents,
});

beforeAll(async () => {
  world = await openWorld();
  organization = await add.organization(world.pool, 'Alfa');
  const event = await add.event(world.pool, organization, 'carrera');
  distance = await add.distance(world.pool, event, '10K');
  await addPerson(world.pool, 'olga', [{ org: organization, profile: 'organizer' }]);
  olga = world.as('olga', organization);
  for (const row of (await world.pool.query('select roleid, slug from roles')).rows) roleid[row.slug] = row.roleid;
});
afterAll(() => world.close());

describe('price tiers of a distance', () => {
  const read = async () => (await olga.get(`/v2/event/distances/${distance}`)).body;
  const save = async (price_tiers: readonly object[]) =>
    olga.patch(`/v2/event/distances/${distance}`, { version: (await read()).version, price_tiers });

  test('are saved in the order they were sent', async () => {
    const { status, body } = await save([
      tier('Preventa', '2026-01-01', '2026-02-01', 30_000),
      tier('Regular', '2026-02-01', '2026-03-01'),
    ]);
    expect([status, body.price_tiers.map((each: { name: string }) => each.name)]).toEqual([200, ['Preventa', 'Regular']]);
  });
  test('refuse to overlap, on the field that says until when', async () => {
    const { status, body } = await save([
      ...(await read()).price_tiers.map(({ price_tierid, name, starts_at, ends_at, price_cents }: Record<string, unknown>) => ({
        price_tierid,
        name,
        starts_at,
        ends_at,
        price_cents,
      })),
      tier('Encima', '2026-01-15', '2026-01-20'),
    ]);
    expect(status).toBe(409);
    expect(body.errors[0].path).toMatch(/^price_tiers\./);
  });
  test('may change places within one save', async () => {
    const [first, second] = (await read()).price_tiers;
    const { status, body } = await save([
      {
        price_tierid: first.price_tierid,
        name: first.name,
        price_cents: first.price_cents,
        starts_at: second.starts_at,
        ends_at: second.ends_at,
      },
      {
        price_tierid: second.price_tierid,
        name: second.name,
        price_cents: second.price_cents,
        starts_at: first.starts_at,
        ends_at: first.ends_at,
      },
    ]);
    expect([status, body.price_tiers[0].starts_at]).toEqual([200, second.starts_at]);
  });
  test('keep the price that somebody paid, and cannot be removed after it', async () => {
    const [first, second] = (await read()).price_tiers;
    const athlete = await add.athlete(world.pool, 'Lucía');
    const event = (await world.pool.query('select eventid from distances where distanceid = $1', [distance])).rows[0].eventid;
    await add.inscription(world.pool, event, distance, athlete, { price_tierid: first.price_tierid, status: 'paid' });
    const row = ({ price_tierid, name, starts_at, ends_at, price_cents }: Record<string, unknown>) => ({
      price_tierid,
      name,
      starts_at,
      ends_at,
      price_cents,
    });
    const dearer = await save([{ ...row(first), price_cents: 99_900 }, row(second)]);
    expect([dearer.status, dearer.body.errors[0].path]).toEqual([409, 'price_tiers.0.price_cents']);
    const gone = await save([row(second)]);
    expect([gone.status, gone.body.errors[0].path]).toEqual([409, 'price_tiers']);
    expect((await save([row(first), { ...row(second), price_cents: 50_000 }])).status).toBe(200);
  });
});

describe('a profile of an organization', () => {
  const rolesOf = async (name: string) =>
    (
      await world.pool.query(
        `select r.slug, mr.access, mr.source from membership_roles mr join roles r using (roleid) join memberships m using (membershipid) join users u using (userid)
      where u.first_name = $1 and mr.deleted_at is null order by r.slug`,
        [name],
      )
    ).rows;

  test('reaches hundreds who have it in short transactions, the key to permissions first', async () => {
    const { body: profile } = await olga.post('/v2/organization/profiles', {
      name: { es: 'Multitud' },
      slug: 'multitud',
      roles: ['event-inscription', 'events', 'user-roles'].map((slug) => ({ roleid: roleid[slug], access: 'edit' })),
    });
    await world.pool.query(
      `with u as (insert into users (first_name, last_name, email, asdeporteid) select 'Gente', 'Mucha', 'gente' || n || '@prueba.test', 'gente' || n from generate_series(1, 250) n returning userid, email),
        m as (insert into memberships (organizationid, userid, profileid, status, name, email) select $1, userid, $2, 'active', 'Gente', email from u returning membershipid)
        insert into membership_roles (membershipid, organizationid, roleid, access, source) select m.membershipid, $1, pr.roleid, pr.access, 'profile' from m, profile_roles pr where pr.profileid = $2`,
      [organization, profile.profileid],
    );
    const keyed = (slug: string) => profile.roles.find((role: { roleid: number }) => role.roleid === roleid[slug]).profile_roleid;
    const { status } = await olga.patch(`/v2/organization/profiles/${profile.profileid}`, {
      version: profile.version,
      roles: [
        { profile_roleid: keyed('event-inscription'), roleid: roleid['event-inscription'], access: 'view' },
        { roleid: roleid['event-coupon'], access: 'view' },
      ],
    });
    expect(status).toBe(200);
    const { rows } = await world.pool.query(
      `select r.slug, mr.access, mr.deleted_at is null as held, count(*)::int as members, count(distinct mr.xmin::text)::int as transactions
         from membership_roles mr join roles r using (roleid) join memberships m using (membershipid) where m.profileid = $1 group by 1, 2, 3 order by 1`,
      [profile.profileid],
    );
    expect(rows).toEqual([
      { slug: 'event-coupon', access: 'view', held: true, members: 250, transactions: 3 },
      { slug: 'event-inscription', access: 'view', held: true, members: 250, transactions: 3 },
      { slug: 'events', access: 'edit', held: false, members: 250, transactions: 3 },
      { slug: 'user-roles', access: 'edit', held: false, members: 250, transactions: 1 },
    ]);
  });
  test('reaches everyone who has it when its keys change, and leaves what was granted directly', async () => {
    const { status: made0, body: profile } = await olga.post('/v2/organization/profiles', {
      name: { es: 'Mostrador' },
      slug: 'mostrador',
      roles: [
        { roleid: roleid['event-inscription'], access: 'view' },
        { roleid: roleid['events'], access: 'view' },
      ],
    });
    expect([made0, profile.errors]).toEqual([201, undefined]);
    const userid = await addPerson(world.pool, 'beto', [{ org: organization, profile: 'kit-delivery' }]);
    const {
      rows: [membership],
    } = await world.pool.query('select membershipid, version from memberships where userid = $1', [userid]);
    const made = await olga.patch(`/v2/organization/memberships/${membership.membershipid}`, {
      version: membership.version,
      profileid: profile.profileid,
      roles: [
        { roleid: roleid['reports-wo-contact-info'], access: 'view' },
        { roleid: roleid['event-coupon'], access: 'edit' },
      ],
    });
    expect([made.status, made.body.errors]).toEqual([200, undefined]);
    const keyed = (slug: string) => profile.roles.find((role: { roleid: number }) => role.roleid === roleid[slug]).profile_roleid;
    const { status } = await olga.patch(`/v2/organization/profiles/${profile.profileid}`, {
      version: profile.version,
      roles: [
        { profile_roleid: keyed('event-inscription'), roleid: roleid['event-inscription'], access: 'edit' },
        { roleid: roleid['event-delivery'], access: 'edit' },
      ],
    });
    expect(status).toBe(200);
    expect(await rolesOf('beto')).toEqual([
      { slug: 'event-coupon', access: 'edit', source: 'direct' },
      { slug: 'event-delivery', access: 'edit', source: 'profile' },
      { slug: 'event-inscription', access: 'edit', source: 'profile' },
      { slug: 'reports-wo-contact-info', access: 'view', source: 'direct' },
    ]);
    const { rows: audits } = await world.pool.query(
      `select a.verb, a.actor_name, r.slug, a.before, a.after from audits a join membership_roles mr on mr.membership_roleid = a.recordid join roles r using (roleid)
      where a.resource = 'membership_roles' and mr.membershipid = $1 order by a.auditid`,
      [membership.membershipid],
    );
    expect(audits).toMatchObject([
      { verb: 'delete', slug: 'events', actor_name: 'olga Prueba', before: { access: 'view', source: 'profile' }, after: null },
      { verb: 'edit', slug: 'event-inscription', before: { access: 'view' }, after: { access: 'edit' } },
      { verb: 'create', slug: 'event-delivery', before: null, after: { access: 'edit', source: 'profile' } },
    ]);
  });
});

test('an organizer creates an event, whose contact is public and not that of an athlete', async () => {
  const { status, body } = await olga.post('/v2/event/events', {
    name: { es: 'Carrera nueva' },
    slug: 'carrera-nueva',
    category: 'estelares',
    region: 'centro',
    sport: 'running',
    start_at: '2027-05-01T13:00:00Z',
    stateid: 9,
    city: 'Puebla',
    registration_open_at: '2027-01-01T00:00:00Z',
    registration_close_at: '2027-04-20T00:00:00Z',
    contact_email: 'hola@prueba.test',
  });
  expect([status, body.contact_email]).toEqual([201, 'hola@prueba.test']);
});

describe('who may enter a distance', () => {
  const enter = async (athlete: number, distanceid: number, eventid: number, sofia: Person) =>
    (await sofia.post('/v2/inscription/inscriptions', { eventid, distanceid, web_userid: athlete })).body;

  test('is judged by age and branch on the day that the distance counts, on the field that is wrong', async () => {
    const company = await add.organization(world.pool, 'Compañía', { is_platform: true });
    await addPerson(world.pool, 'sofia', [{ org: company, profile: 'super-admin' }]);
    const sofia = world.as('sofia', company);
    const year = new Date().getUTCFullYear() + 1;
    const event = await add.event(world.pool, organization, 'edades', {
      start_at: `${year}-05-01T13:00:00Z`,
      registration_close_at: `${year}-04-20T00:00:00Z`,
    });
    const women = await add.distance(world.pool, event, 'F18', { age_min: 18, age_max: 39, branch_rule: 'F' });
    const byYear = await add.distance(world.pool, event, 'A18', { age_min: 18, age_rule: 'dec_31' });
    const june = await add.athlete(world.pool, 'Junia', {
      birth_date: `${year - 18}-06-15`,
      email: 'junia@atleta.test',
      guardian_name: 'Eva',
      guardian_phone: '5550000000',
    });
    const man = await add.athlete(world.pool, 'Mario', { gender: 'M', email: 'mario@atleta.test' });
    expect((await enter(june, women, event, sofia)).errors).toMatchObject([{ path: 'birth_date' }]);
    expect((await enter(man, women, event, sofia)).errors).toMatchObject([{ path: 'gender' }]);
    expect((await enter(june, byYear, event, sofia)).folio).toMatch(/^.{8}$/);
  });
});

test('an organization with published events to come is not archived', async () => {
  const company = await add.organization(world.pool, 'Otra compañía', { is_platform: true });
  await addPerson(world.pool, 'sara', [{ org: company, profile: 'super-admin' }]);
  const busy = await add.organization(world.pool, 'Ocupada');
  await add.event(world.pool, busy, 'por-venir', { status: 'published' });
  const sara = world.as('sara', company);
  expect(await sara.patch(`/v2/organization/organizations/${busy}`, { version: 1, status: 'archived' })).toMatchObject({
    status: 409,
    body: { errors: [{ path: 'status' }] },
  });
  await world.pool.query(`update events set status = 'finished' where organizationid = $1`, [busy]);
  expect((await sara.patch(`/v2/organization/organizations/${busy}`, { version: 1, status: 'archived' })).status).toBe(200);
});

test('what only the database can refuse has words of its entity', async () => {
  const event = await add.event(world.pool, organization, 'llena'),
    full = await add.distance(world.pool, event, '5K');
  for (const name of ['Ana', 'Eva'])
    await add.inscription(world.pool, event, full, await add.athlete(world.pool, name), { status: 'paid' });
  const { version } = (await olga.get(`/v2/event/distances/${full}`)).body;
  expect(await olga.patch(`/v2/event/distances/${full}`, { version, capacity: 1 })).toMatchObject({
    status: 400,
    body: { errors: [{ message: 'No quedan lugares en la distancia.' }] },
  });
});
