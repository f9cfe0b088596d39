import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptSql, declineSql } from '../../server/auth/answers';
import { registry } from '@/resources';
import { openWorld, type Answer, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, company: number, club: number, beta: number, race: number, bossId: number;
let boss: Person, founder: Person, otto: Person;
const profileid: Record<string, number> = {};
const memberships = '/v2/organization/memberships';
const invite = (as: Person, email: string, more: object = {}) =>
  as.post(memberships, { email, name: 'Nombre Escrito', profileid: profileid['kit-delivery'], ...more });
const invited = async (as: Person, email: string, more: object = {}): Promise<number> => {
  const { status, body } = await invite(as, email, more);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.membershipid;
};
const waiting = async (as: Person) => (await as.get('/v2/user/invitations')).body.items;
const answer = (as: Person, id: number, said: 'accept' | 'decline') => as.post(`/v2/user/invitations/${id}/${said}`);
const act = (as: Person, id: number, name: string) => as.post(`${memberships}/${id}/${name}`);

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  company = await add.organization(pool, 'Compañía', { is_platform: true });
  beta = await add.organization(pool, 'Beta');
  bossId = await addPerson(pool, 'jefa', [{ org: company, profile: 'super-admin' }]);
  await pool.query(
    `update users set phone = '5511112222', phone_ext = '77', mfa_enabled = true, last_login_at = '2026-01-02T03:04:05Z', selected_organizationid = $2, second_last_name = 'Secreta' where userid = $1`,
    [bossId, company],
  );
  await addPerson(pool, 'otto', [{ org: beta, profile: 'organizer' }]);
  await addPerson(pool, 'fundador');
  boss = world.as('jefa', company);
  otto = world.as('otto', beta);
  const founded = await world.as('fundador').post('/v2/organization/organizations', {
    name: 'Club Nuevo',
    slug: 'club-nuevo',
    email: 'club@prueba.test',
    stateid: 9,
    region: 'centro',
  });
  club = founded.body.organizationid;
  founder = world.as('fundador', club);
  race = await add.event(pool, club, 'del-club');
  for (const row of (await pool.query('select profileid, slug from profiles')).rows) profileid[row.slug] = row.profileid;
});
afterAll(() => world.close());

/** An answer without the parts that differ between any two records. */
const shape = ({ status, body }: Answer, email: string) =>
  JSON.stringify({ status, body })
    .replaceAll(email, 'E')
    .replace(/"membershipid":\d+/g, '')
    .replace(/"membership_roleid":\d+/g, '')
    .replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, 'T');

test('inviting answers the same for who has an account and for who has none, and leaves the same', async () => {
  const answers = [];
  for (const email of ['jefa@prueba.test', 'nadie@prueba.test']) answers.push(shape(await invite(founder, email), email));
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).toContain('"status":201');
  const { rows } = await world.pool.query(
    `select email, name, userid, status from memberships where organizationid = $1 and userid is null order by email`,
    [club],
  );
  expect(rows).toEqual(
    ['jefa@prueba.test', 'nadie@prueba.test'].map((email) => ({ email, name: 'Nombre Escrito', userid: null, status: 'invited' })),
  );
  const again = [];
  for (const email of ['jefa@prueba.test', 'nadie@prueba.test']) again.push(shape(await invite(founder, email), email));
  expect(again[0]).toBe(again[1]);
  expect(again[0]).toContain('"status":409');
});

test('until it is accepted the organization reads nothing of the person: lists, records, search, references, filters, history, GraphQL', async () => {
  const {
    rows: [{ membershipid }],
  } = await world.pool.query(`select membershipid from memberships where email = 'jefa@prueba.test' and organizationid = $1`, [club]);
  const secret = /5511112222|Secreta|jefa Prueba|2026-01-02|"mfa_enabled":true/;
  const reads = [
    '/v2/user/users',
    '/v2/user/users?q=jefa',
    `/v2/user/users?filter=${encodeURIComponent(JSON.stringify({ field: 'mfa_enabled', op: 'eq', value: true }))}`,
    memberships,
    `${memberships}/${membershipid}`,
    `${memberships}/${membershipid}/history`,
    `${memberships}?columns=name,email,userid,status&q=Escrito`,
    `/v2/user/users?filter=${encodeURIComponent(JSON.stringify({ field: 'memberships.userid.status', op: 'eq', value: 'invited' }))}`,
  ];
  for (const url of reads) {
    const { body } = await founder.get(url);
    expect([url, secret.exec(JSON.stringify(body))]).toEqual([url, null]);
    if (url.startsWith('/v2/user')) expect([url, JSON.stringify(body).includes('jefa')]).toEqual([url, false]);
  }
  for (const path of ['', '/history']) expect((await founder.get(`/v2/user/users/${bossId}${path}`)).status).toBe(404);
  expect((await founder.get(`${memberships}/${membershipid}`)).body).toMatchObject({
    userid: null,
    email: 'jefa@prueba.test',
    name: 'Nombre Escrito',
  });
  for (const text of ['{ memberships(page: 1, perpage: 50) { items { name email userid user { title } } } }']) {
    const { body } = await founder.query<{ memberships: { items: readonly { userid: number | null }[] } }>('organization', text);
    expect(body.errors).toBeUndefined();
    expect(JSON.stringify(body)).not.toMatch(secret);
  }
  const users = await founder.query('user', '{ users(page: 1, perpage: 50) { items { email phone } } }');
  expect(JSON.stringify(users.body)).not.toMatch(/jefa|5511112222/);
  expect((await founder.get(`/v2/organization/profiles/${profileid['kit-delivery']}`)).status).toBe(200);
  const roles = await founder.query(
    'organization',
    '{ userRolesByOrganization(organizationid: ' + club + ', userid: "jefa", page: 1, perpage: 500) { slug } }',
  );
  expect(roles.body.data === null || JSON.stringify(roles.body.data) === '{"userRolesByOrganization":[]}').toBe(true);
});

test('it gives nothing before it is accepted: the person has no keys in the organization', async () => {
  expect((await world.as('jefa', club).get('/v2/organization/permissions')).body.keys).toEqual({});
});

test('the person invited reads who invites them, as what, for which events and until when, and nobody else does', async () => {
  await addPerson(world.pool, 'rita', [{ org: beta, profile: 'timing' }]);
  const rita = world.as('rita', beta);
  const id = await invited(founder, 'rita@prueba.test', {
    event_scope: 'selected',
    events: [{ eventid: race }],
    expires_at: '2031-03-01T18:00:00.000Z',
  });
  expect(await waiting(rita)).toMatchObject([
    {
      membershipid: id,
      organization: 'Club Nuevo',
      sender: 'fundador Prueba',
      profile: { es: 'Entrega de kits' },
      event_scope: 'selected',
      events: [{ es: 'Carrera del-club' }],
    },
  ]);
  expect(await waiting(otto)).toEqual([]);
  for (const said of ['accept', 'decline'] as const) {
    expect((await answer(otto, id, said)).status).toBe(404);
    expect((await answer(founder, id, said)).status).toBe(404);
  }
  expect((await answer(rita, id, 'accept')).body).toEqual({ organizationid: club });
  const inside = world.as('rita', club);
  expect((await inside.get('/v2/organization/permissions')).body).toMatchObject({
    organizationid: club,
    event_scope: 'selected',
    events: [race],
    keys: { 'event-delivery': 'edit' },
  });
  expect((await founder.get(`${memberships}/${id}`)).body).toMatchObject({ status: 'active', name: 'rita Prueba', version: 2 });
  for (const said of ['accept', 'decline'] as const) expect((await answer(rita, id, said)).status).toBe(409);
  expect(await waiting(rita)).toEqual([]);
  expect((await invite(founder, 'rita@prueba.test')).body.message).toBe('Esta persona ya es miembro de la organización.');
});

test('accepted twice at the same moment it makes one member', async () => {
  await addPerson(world.pool, 'gemela');
  const id = await invited(founder, 'gemela@prueba.test');
  const statuses = (await Promise.all([1, 2].map(() => answer(world.as('gemela'), id, 'accept')))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
});

test('declined, withdrawn and expired ones say so in the list and are answered no more; resending wakes what expired', async () => {
  await addPerson(world.pool, 'tere');
  const tere = world.as('tere');
  const declined = await invited(founder, 'tere@prueba.test');
  expect((await answer(tere, declined, 'decline')).status).toBe(200);
  const { body: row } = await founder.get(`${memberships}/${declined}`);
  expect(row).toMatchObject({ status: 'declined', userid: null, name: 'Nombre Escrito' });
  expect(JSON.stringify((await founder.get(`${memberships}/${declined}/history`)).body)).not.toContain('tere Prueba');
  expect((await act(founder, declined, 'resend_invitation')).status).toBe(409);

  const withdrawn = await invited(founder, 'tere@prueba.test');
  expect((await act(otto, withdrawn, 'withdraw_invitation')).status).toBe(404);
  expect((await act(founder, withdrawn, 'withdraw_invitation')).status).toBe(200);
  const expired = await invited(founder, 'tere@prueba.test');
  await world.pool.query(`update memberships set answer_by = now() where membershipid = $1`, [expired]);
  expect(await waiting(tere)).toEqual([]);
  for (const id of [declined, withdrawn, expired]) expect((await answer(tere, id, 'accept')).status).toBe(409);
  await world.pool.query(`update memberships set status = 'expired' where membershipid = $1`, [expired]);
  expect((await act(founder, expired, 'restore')).status).toBe(409);
  expect((await act(founder, expired, 'resend_invitation')).status).toBe(200);
  expect((await waiting(tere)).map(({ membershipid }: { membershipid: number }) => membershipid)).toEqual([expired]);
  await world.pool.query(`update organizations set status = 'suspended' where organizationid = $1`, [club]);
  expect([await waiting(tere), (await answer(tere, expired, 'accept')).status]).toEqual([[], 409]);
  await world.pool.query(`update organizations set status = 'active' where organizationid = $1`, [club]);
  expect((await answer(tere, expired, 'accept')).status).toBe(200);
});

test('nobody is invited without permissions, nor with more than the inviter holds, nor to events beyond theirs, nor by who may not give any', async () => {
  expect(await invite(founder, 'vacia@prueba.test', { profileid: null })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'profileid' }] },
  });
  expect(await invite(founder, 'alta@prueba.test', { profileid: profileid['super-admin'] })).toMatchObject({
    status: 403,
    body: { errors: expect.arrayContaining([expect.objectContaining({ path: 'profileid' })]) },
  });
  await addPerson(world.pool, 'narrow', [{ org: club, profile: 'organizer', events: [race] }]);
  expect(await invite(world.as('narrow', club), 'ancha@prueba.test')).toMatchObject({
    status: 403,
    body: { errors: [{ path: 'events' }] },
  });
  await addPerson(world.pool, 'regional', [{ org: company, profile: 'regional-admin', regions: ['centro'] }]);
  expect((await invite(world.as('regional', company), 'nadie@prueba.test', { organizationid: club })).status).toBe(403);
  expect(
    (await world.pool.query(`select 1 from memberships where email in ('vacia@prueba.test', 'alta@prueba.test', 'ancha@prueba.test')`))
      .rows,
  ).toEqual([]);
});

test('nobody invites themselves, or changes an invitation that is for them', async () => {
  expect((await invite(boss, 'jefa@prueba.test', { organizationid: beta })).status).toBe(403);
  const {
    rows: [mine],
  } = await world.pool.query(
    `select membershipid, version from memberships where email = 'jefa@prueba.test' and organizationid = $1 and status = 'invited'`,
    [club],
  );
  expect((await boss.patch(`${memberships}/${mine.membershipid}`, { version: mine.version, event_scope: 'all' })).body.message).toBe(
    'Nadie puede cambiar sus propios permisos.',
  );
});

test('a membership is revoked and restored by others only, and restored with no more than they may give', async () => {
  const id = async (who: string) =>
    Number(
      (
        await world.pool.query(
          'select membershipid from memberships m join users u using (userid) where u.asdeporteid = $1 and m.organizationid = $2',
          [who, club],
        )
      ).rows[0].membershipid,
    );
  await addPerson(world.pool, 'alto', [{ org: club, profile: 'super-admin' }]);
  const [rita, alto, own] = [await id('rita'), await id('alto'), await id('fundador')];
  expect((await act(founder, own, 'revoke')).status).toBe(409);
  expect((await act(founder, rita, 'revoke')).status).toBe(200);
  expect((await world.as('rita', club).get('/v2/organization/permissions')).body.keys).toEqual({});
  expect((await act(founder, rita, 'restore')).status).toBe(200);
  expect((await act(founder, alto, 'revoke')).status).toBe(200);
  expect((await act(founder, alto, 'restore')).status).toBe(403);
});

test('the platform finds the people of one organization among all, which the table of roles offers', async () => {
  const of = encodeURIComponent(JSON.stringify({ field: 'memberships.userid.organizationid', op: 'eq', value: beta }));
  expect((await boss.get(`/v2/user/users?filter=${of}`)).body.map(({ email }: { email: string }) => email).sort()).toEqual([
    'otto@prueba.test',
    'rita@prueba.test',
  ]);
});

test('no address of the product accepts a person for an invitation but their own answer', () => {
  const { fields } = registry.get('memberships');
  for (const name of ['userid', 'status', 'answer_by']) expect(fields[name]?.options.readOnly).toBe(true);
});

test('who was revoked everywhere, or is only invited, founds an organization; who belongs to one does not', async () => {
  const found = (as: Person, slug: string) =>
    as.post('/v2/organization/organizations', { name: slug, slug, email: `${slug}@prueba.test`, stateid: 9, region: 'centro' });
  await addPerson(world.pool, 'libre');
  const libre = world.as('libre');
  const id = await invited(founder, 'libre@prueba.test');
  expect((await answer(libre, id, 'accept')).status).toBe(200);
  expect((await found(libre, 'uno-mas')).status).toBe(403);
  expect((await act(founder, id, 'revoke')).status).toBe(200);
  await invited(otto, 'libre@prueba.test');
  expect((await found(libre, 'uno-mas')).status).toBe(201);
  expect((await found(libre, 'otro-mas')).status).toBe(403);
});

test('the statements that answer an invitation judge themselves whose it is', async () => {
  const ajena = await addPerson(world.pool, 'ajena');
  const id = await invited(founder, 'esperada@prueba.test');
  expect((await world.pool.query(acceptSql, [ajena, id, 'test'])).rowCount).toBe(0);
  expect((await world.pool.query(declineSql, ['ajena@prueba.test', id, 'test'])).rowCount).toBe(0);
  expect((await world.pool.query('select status, userid from memberships where membershipid = $1', [id])).rows).toEqual([
    { status: 'invited', userid: null },
  ]);
});

test('an invitation waits in the inbox of those who may send it again, then its person as somebody new, and never of the one who joined', async () => {
  const { pool } = world;
  await addPerson(pool, 'nueva', []);
  await addPerson(pool, 'mesera', [{ org: club, profile: 'kit-delivery' }]);
  const id = await invited(founder, 'nueva@prueba.test', { profileid: profileid['organizer'] });
  const kindsOf = async (as: Person): Promise<readonly string[]> =>
    (await as.get('/v2/general/inbox')).body.items
      .filter((item: any) => item.resource === 'memberships' && item.id === id)
      .map(({ wait }: any) => wait);
  expect(await kindsOf(founder)).toEqual(['unanswered']);
  for (const other of [world.as('mesera', club), otto, world.as('nueva')]) expect(await kindsOf(other)).toEqual([]);
  expect((await answer(world.as('nueva'), id, 'accept')).status).toBe(200);
  expect(await kindsOf(founder)).toEqual(['joined']);
  expect(await kindsOf(world.as('nueva', club))).toEqual([]);
  await founder.post('/v2/general/inbox/read', { items: [{ resource: 'memberships', wait: 'joined', id }], read: true });
  expect(await kindsOf(founder)).toEqual([]);
});
