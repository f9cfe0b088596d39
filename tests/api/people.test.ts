import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';
import { formOf } from './support/formOf';

let world: World, company: number, alfa: number, beta: number, olgaId: number, sofia: Person, olga: Person;
const roleid: Record<string, number> = {},
  profileid: Record<string, number> = {};

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  company = await add.organization(pool, 'Compañía', { is_platform: true });
  alfa = await add.organization(pool, 'Alfa');
  beta = await add.organization(pool, 'Beta', { platforms: ['EVENT'] });
  await addPerson(pool, 'sofia', [{ org: company, profile: 'super-admin' }]);
  olgaId = await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  [sofia, olga] = [world.as('sofia', company), world.as('olga', alfa)];
  for (const row of (await pool.query('select roleid, slug from roles')).rows) roleid[row.slug] = row.roleid;
  for (const row of (await pool.query('select profileid, slug from profiles')).rows) profileid[row.slug] = row.profileid;
});
afterAll(() => world.close());

describe('the queries of the specification', () => {
  const roles =
    'query ($organizationid: Int!, $userid: ID!, $page: Int, $perpage: Int) { userRolesByOrganization(organizationid: $organizationid, userid: $userid, page: $page, perpage: $perpage) { roleid category slug name } }';
  test('organizations by user: mine by the identifier of the session', async () => {
    const { body } = await olga.query<any>(
      'organization',
      'query ($userid: ID!) { organizationsByUser(userid: $userid) { organizationid name email img phone phone_ext countryid contact_name stateid created updated } }',
      { userid: 'olga' },
    );
    expect(body.data.organizationsByUser).toMatchObject([{ organizationid: alfa, name: 'Alfa', email: 'alfa@prueba.test', countryid: 1 }]);
  });
  test('organizations by user: those of others take the key', async () => {
    await addPerson(world.pool, 'kira', [
      { org: alfa, profile: 'kit-delivery' },
      { org: beta, profile: 'kit-delivery' },
    ]);
    const ask = (as: Person, userid: string) => as.query<any>('organization', `{ organizationsByUser(userid: "${userid}") { name } }`);
    expect((await ask(world.as('kira', alfa), 'olga')).body.errors?.[0].extensions.statusCode).toBe(403);
    expect((await ask(olga, 'kira')).body.data.organizationsByUser).toEqual([{ name: 'Alfa' }]);
    expect((await ask(sofia, 'kira')).body.data.organizationsByUser).toEqual([{ name: 'Alfa' }, { name: 'Beta' }]);
  });
  test('roles by organization: those that count, and no platform that the organization lacks', async () => {
    const { body } = await olga.query<any>('organization', roles, { organizationid: alfa, userid: 'olga', page: 1, perpage: 500 });
    expect(body.data.userRolesByOrganization).toContainEqual({
      roleid: roleid['events'],
      category: 'EVENT',
      slug: 'events',
      name: expect.any(String),
    });
    const kira = await world.as('kira', beta).query<any>('organization', roles, { organizationid: beta, userid: 'kira' });
    expect(new Set(kira.body.data.userRolesByOrganization.map((role: any) => role.category))).toEqual(new Set(['EVENT']));
    expect(
      (await world.as('kira', alfa).query<any>('organization', roles, { organizationid: alfa, userid: 'olga' })).body.errors?.[0].extensions
        .statusCode,
    ).toBe(403);
  });
  test('organization by id answers its store', async () => {
    const text = `query ($organizationid: Int!) { organization(organizationid: $organizationid) { store { storeid } } }`;
    expect((await olga.query<any>('organization', text, { organizationid: alfa })).body.data.organization.store).toBeNull();
    const { body } = await olga.post('/v2/organization/stores', { name: 'Tienda' });
    expect((await olga.query<any>('organization', text, { organizationid: alfa })).body.data.organization.store).toEqual({
      storeid: body.storeid,
    });
    const byId = `query ($organizationid: Int!) { organizationById(organizationid: $organizationid) { store { storeid } } }`;
    await addPerson(world.pool, 'kim', [{ org: alfa, profile: 'kit-delivery' }]);
    expect(
      (await world.as('kim', alfa).query<any>('organization', byId, { organizationid: alfa })).body.data.organizationById.store,
    ).toEqual({ storeid: body.storeid });
    expect(
      (await world.as('kim', alfa).query<any>('organization', byId, { organizationid: beta })).body.errors?.[0].extensions.statusCode,
    ).toBe(404);
    expect((await sofia.query<any>('organization', byId, { organizationid: beta })).body.data.organizationById).toEqual({ store: null });
  });
  test('the permission document is that of the token', async () => {
    expect((await olga.get('/v2/organization/permissions')).body).toMatchObject({
      organizationid: alfa,
      userid: olgaId,
      is_platform: false,
      regions: [],
      keys: { events: 'edit', organizations: 'view' },
    });
    const kira = await world.as('kira', beta).get('/v2/organization/permissions');
    expect(Object.keys(kira.body.keys)).toContain('reports-wo-contact-info'); // what restricts counts on every platform
    expect(Object.keys(kira.body.keys)).not.toContain('report-tribike');
  });
});

describe('people', () => {
  test('an account is made by no organization: it begins with an invitation that is accepted', async () => {
    expect((await olga.post('/v2/user/users', { email: 'nueva@prueba.test', first_name: 'Nueva', last_name: 'Persona' })).status).toBe(403);
    expect((await world.pool.query(`select 1 from users where email = 'nueva@prueba.test'`)).rows).toEqual([]);
  });
  test('the address of an account, which decides whose invitations it reads, is changed by the platform alone', async () => {
    const userid = await addPerson(world.pool, 'correo', [{ org: alfa, profile: 'regional-admin' }]);
    const change = async (as: Person) =>
      as.patch(`/v2/user/users/${userid}`, {
        version: (await sofia.get(`/v2/user/users/${userid}`)).body.version,
        email: 'otro-correo@prueba.test',
      });
    expect(await change(olga)).toMatchObject({ status: 403, body: { errors: [{ path: 'email' }] } });
    expect((await change(world.as('correo', alfa))).status).toBe(403);
    expect((await change(sofia)).status).toBe(200);
    expect((await world.pool.query('select email from memberships where userid = $1', [userid])).rows).toEqual([
      { email: 'otro-correo@prueba.test' },
    ]);
  });
  test('a person brings the id that the authentication site knows them by, given by the platform alone', async () => {
    const person = { first_name: 'Foránea', last_name: 'Persona' };
    const made = await sofia.post('/v2/user/users', { ...person, email: 'foranea@prueba.test', asdeporteid: 'auth0|42' });
    expect(made).toMatchObject({ status: 201, body: { asdeporteid: 'auth0|42', status: 'invited' } });
    expect(await sofia.post('/v2/user/users', { ...person, email: 'foranea2@prueba.test', asdeporteid: 'auth0|42' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'asdeporteid' }] },
    });
    expect(await sofia.post('/v2/user/users', { ...person, email: 'foranea3@prueba.test', asdeporteid: 'with blank' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'asdeporteid' }] },
    });
    expect(
      (await sofia.patch(`/v2/user/users/${made.body.userid}`, { version: made.body.version, asdeporteid: 'auth0|43' })).body.asdeporteid,
    ).toBe('auth0|43');
    expect((await sofia.post('/v2/user/users', { ...person, email: 'propia@prueba.test' })).body.asdeporteid).toMatch(/^[\da-f-]{36}$/);
    const clerk = await addPerson(world.pool, 'clerk', [{ org: alfa, profile: 'timing' }]);
    expect((await olga.post('/v2/user/users', { ...person, email: 'otra@prueba.test', asdeporteid: 'auth0|44' })).status).toBe(403);
    const { version } = (await sofia.get(`/v2/user/users/${clerk}`)).body;
    expect(await olga.patch(`/v2/user/users/${clerk}`, { version, asdeporteid: 'auth0|44' })).toMatchObject({
      status: 403,
      body: { errors: [{ path: 'asdeporteid' }] },
    });
  });
  test('a person of several organizations is not changed from inside one', async () => {
    expect(
      await olga.patch(
        `/v2/user/users/${await addPerson(world.pool, 'both', [
          { org: alfa, profile: 'timing' },
          { org: beta, profile: 'timing' },
        ])}`,
        { version: 1, first_name: 'Cambiada' },
      ),
    ).toMatchObject({ status: 403 });
  });
});

describe('memberships', () => {
  let member: number;
  beforeAll(async () => {
    const { body } = await sofia.post('/v2/organization/memberships', {
      email: 'nora@prueba.test',
      name: 'Nora Prueba',
      organizationid: alfa,
      profileid: profileid['kit-delivery'],
    });
    member = body.membershipid;
  });
  const url = () => `/v2/organization/memberships/${member}`;
  const keys = (body: any) =>
    Object.fromEntries(
      body.roles.map((row: any) => [Object.keys(roleid).find((slug) => roleid[slug] === row.roleid), `${row.source} ${row.access}`]),
    );

  test('name nobody who has not accepted, no matter who asks', async () => {
    const unknown = await addPerson(world.pool, 'ulises');
    const made = { email: 'ulises@prueba.test', name: 'Ulises', profileid: profileid['kit-delivery'] };
    for (const more of [{ userid: unknown }, { status: 'active' }])
      expect((await olga.post('/v2/organization/memberships', { ...made, ...more })).status).toBe(400);
  });
  test('hold the roles of their profile and those granted directly', async () => {
    const { body } = await sofia.get(url());
    expect(keys(body)).toMatchObject({ 'event-delivery': 'profile edit', events: 'profile view' });
    const widened = await olga.patch(url(), {
      version: body.version,
      roles: [
        { roleid: roleid['events'], access: 'edit' },
        { roleid: roleid['event-coupon'], access: 'view' },
      ],
    });
    expect(keys(widened.body)).toMatchObject({ 'event-delivery': 'profile edit', events: 'direct edit', 'event-coupon': 'direct view' });
    const other = await olga.patch(url(), { version: widened.body.version, profileid: profileid['sponsor-viewer'] });
    expect(keys(other.body)).toMatchObject({ events: 'direct edit', 'event-coupon': 'direct view', 'event-benefits': 'profile view' });
    expect(keys(other.body)).not.toHaveProperty('event-delivery');
  });
  test('nobody grants what they do not hold, nor more of it', async () => {
    const { body } = await olga.get(url());
    const refused = await olga.patch(url(), {
      version: body.version,
      roles: [
        { roleid: roleid['asdeporte-wallet'], access: 'view' },
        { roleid: roleid['organizations'], access: 'edit' },
      ],
    });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('organizations'), errors: [{ path: 'roles.0.access' }, { path: 'roles.1.access' }] },
    });
    const brought = await olga.patch(url(), { version: body.version, profileid: profileid['super-admin'] });
    expect(brought.status).toBe(403);
    expect(new Set(brought.body.errors.map(({ path }: { path: string }) => path))).toEqual(new Set(['profileid']));
  });
  test('nobody changes their own', async () => {
    const { rows } = await world.pool.query('select membershipid from memberships where userid = $1 and organizationid = $2', [
      olgaId,
      alfa,
    ]);
    expect(
      (await olga.patch(`/v2/organization/memberships/${rows[0].membershipid}`, { version: 1, event_scope: 'all' })).body.message,
    ).toBe('Nadie puede cambiar sus propios permisos.');
  });
  test('an organization keeps somebody who manages its permissions', async () => {
    const { rows } = await world.pool.query('select membershipid, version from memberships where userid = $1 and organizationid = $2', [
      olgaId,
      alfa,
    ]);
    const last = `/v2/organization/memberships/${rows[0].membershipid}`;
    expect(await sofia.post(`${last}/revoke`)).toMatchObject({ status: 409, body: { errors: [{ path: 'roles' }] } });
    expect((await sofia.remove(last, { version: rows[0].version })).status).toBe(409);
    await addPerson(world.pool, 'second', [{ org: alfa, profile: 'organizer' }]);
    expect((await sofia.patch(last, { version: rows[0].version, starts_at: '2020-01-01T00:00:00Z' })).status).toBe(200);
  });
});

describe('a new organization', () => {
  const body = { slug: 'del-norte', email: 'norte@prueba.test', stateid: 19 };
  test('has the region of its state unless it says another', async () => {
    expect((await sofia.post('/v2/organization/organizations', { ...body, name: 'Del Norte' })).body).toMatchObject({
      stateid: 19,
      region: 'noreste',
    });
    expect(
      (await sofia.post('/v2/organization/organizations', { ...body, name: 'De Todos', slug: 'de-todos', region: 'nacional' })).body,
    ).toMatchObject({ stateid: 19, region: 'nacional' });
    expect(
      (await sofia.post('/v2/organization/organizations', { ...body, name: 'De Nadie', slug: 'de-nadie', stateid: 99_999 })).body.errors,
    ).toMatchObject([{ path: 'region' }]);
  });
});

describe('a first organization', () => {
  const body = { name: 'Club Nuevo', slug: 'club-nuevo', email: 'club@prueba.test', stateid: 9, region: 'centro' };
  test('is founded by anyone who has none, who becomes its organizer', async () => {
    await addPerson(world.pool, 'fausto');
    const made = await world.as('fausto', null).post('/v2/organization/organizations', { ...body, platforms: ['FMTRI'] });
    expect(made.status).toBe(201);
    const founded = world.as('fausto', made.body.organizationid);
    expect((await founded.get('/v2/organization/permissions')).body.keys).toMatchObject({ events: 'edit', 'user-roles': 'edit' });
    expect((await founded.get(`/v2/organization/organizations/${made.body.organizationid}`)).body).toMatchObject({
      name: 'Club Nuevo',
      platforms: ['ASDEPORTE', 'EVENT'],
    });
    expect((await founded.post('/v2/organization/organizations', { ...body, name: 'Otro', slug: 'otro' })).status).toBe(403);
  });
  test('an organization name is taken whatever its case', async () =>
    expect(await sofia.post('/v2/organization/organizations', { ...body, name: 'ALFA', slug: 'alfa-dos' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'name' }] },
    }));
});

describe('uploads', () => {
  const send = async (data: Buffer, name: string, type: string, token = `Bearer olga@${alfa}`) => {
    return world.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: token },
      payload: formOf({ name: 'file', data, file: name, type }),
    });
  };
  const picture = () =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#d22' } }).withExif({ IFD0: { Copyright: 'secreto' } });
  test('re-encode a picture, without what was hidden in it', async () => {
    const reply = await send(await picture().jpeg().toBuffer(), 'cartel.gif', 'image/gif');
    expect(reply.json()).toMatchObject({ url: expect.stringMatching(/^\/api\/upload\/[\w-]+\.jpg$/), width: 40, height: 30 });
    const served = await world.app.inject({ url: reply.json().url });
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(served.rawPayload.includes('secreto')).toBe(false);
    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined();
  });
  test('refuse what is no picture, whatever it calls itself', async () => {
    expect(
      (await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'a.png', 'image/png')).statusCode,
    ).toBe(415);
    expect((await send(Buffer.from('<html></html>'), 'a.jpg', 'image/jpeg')).statusCode).toBe(415);
    expect((await send((await picture().png().toBuffer()).subarray(0, 60), 'a.png', 'image/png')).statusCode).toBe(400);
  });
  test('refuse what is too large, and strangers', async () => {
    expect((await send(Buffer.alloc(3_000_000, 1), 'a.png', 'image/png')).statusCode).toBe(413);
    expect((await send(await picture().png().toBuffer(), 'a.png', 'image/png', '')).statusCode).toBe(401);
    expect((await world.app.inject({ url: '/api/upload/nothing.png' })).statusCode).toBe(404);
  });
});

describe('the process', () => {
  test('says whether it lives and whether it is ready', async () => {
    expect((await world.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    expect((await world.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  });
  test('tells the page where things are, and serves its words', async () => {
    expect((await world.app.inject({ url: '/config.js' })).body).toContain('"tokenSuffix":".dorsal"');
    expect((await world.app.inject({ url: '/locales/es/errors.json' })).json().notFound).toBe('No se encontró lo que buscas.');
    expect((await world.app.inject({ url: '/locales/es/nothing.json' })).statusCode).toBe(404);
  });
  test('describes every service', async () => {
    for (const service of ['event', 'user', 'general', 'organization', 'inscription', 'tyr', 'fmtri', 'kits'])
      expect((await world.app.inject({ url: `/v2/${service}/openapi.json` })).json()).toMatchObject({ openapi: '3.1.0' });
    const { paths, components } = (await world.app.inject({ url: '/v2/event/openapi.json' })).json();
    expect(Object.keys(paths)).toContain('/coupon_batches/{id}/generate');
    expect(components.schemas.CouponPatch.required).toEqual(['version']);
  });
  test('answers GraphQL for every service but the kits, which are read by REST alone', async () => {
    const ask = async (service: string) =>
      (
        await world.app.inject({
          method: 'POST',
          url: `/v2/${service}/_/graphql`,
          payload: { query: '{ __typename }' },
          headers: { 'accept-language': 'en' },
        })
      ).statusCode;
    for (const service of ['event', 'user', 'general', 'organization', 'inscription', 'tyr', 'fmtri'])
      expect(await ask(service), service).not.toBe(404);
    expect(await ask('kits')).toBe(404);
  });
  test('answers unknown addresses and malformed bodies in one shape', async () => {
    expect((await world.app.inject({ url: '/v2/event/nothing' })).json()).toEqual({
      statusCode: 404,
      code: 'NOT_FOUND',
      message: 'No se encontró lo que buscas.',
      errors: [],
    });
    expect(
      (
        await world.app.inject({ method: 'POST', url: '/v2/event/coupons', headers: { 'content-type': 'application/json' }, payload: '{' })
      ).json(),
    ).toMatchObject({ statusCode: 400, errors: [] });
    expect((await world.app.inject({ url: '/v2/event/coupons', headers: { 'accept-language': 'en' } })).json()).toEqual({
      statusCode: 401,
      code: 'UNAUTHENTICATED',
      message: 'Sign in to continue.',
      errors: [],
    });
  });
});

describe('documents', () => {
  const refused = async (query: string) => (await olga.query('event', query)).body.errors?.[0];
  test('hold one operation, few root fields and little depth', async () => {
    expect((await refused('query A { service } query B { service }'))?.extensions.statusCode).toBe(400);
    expect((await refused(`{ ${Array.from({ length: 11 }, (_, index) => `a${index}: service`).join(' ')} }`))?.extensions.statusCode).toBe(
      400,
    );
    expect((await refused('{ ...F } fragment F on Query { service }'))?.extensions.statusCode).toBe(400);
    expect((await refused('{ events { nope } }'))?.extensions).toEqual({ statusCode: 400, code: 'INVALID', errors: [] });
  });
  test('answer an unknown failure without its words', async () => {
    const broken = await openWorld({ hooks: new Map() });
    await addPerson(broken.pool, 'ines', [{ org: await add.organization(broken.pool, 'Rota'), profile: 'organizer' }]);
    await broken.pool.query('alter table coupons rename to gone');
    const { body } = await broken.as('ines', 1).query('event', '{ coupons { total } }');
    expect(body.errors).toMatchObject([
      {
        message: 'Algo falló de nuestro lado. Inténtalo de nuevo en unos minutos.',
        extensions: { statusCode: 500, code: 'INTERNAL', errors: [] },
      },
    ]);
    await broken.close();
  });
});
