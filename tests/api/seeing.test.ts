import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppDeps } from '../../server/app';
import { cleanUp } from '../../server/features/jobs/cleanUp';
import { endSeeingsOver } from '../../server/database/endSeeing';
import { registry } from '@/resources';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

/** A token of somebody, or of a look as somebody else: `olga:1>kira`. */
const verifyBearer: NonNullable<AppDeps['verifyBearer']> = async (header) => {
  const [, looker, from, seen, org] = /^Bearer (\w+)(?::(\d+)>(\w+))?@(\d*)$/.exec(header ?? '') ?? [];
  if (!looker) throw Object.assign(new Error('no token'), { statusCode: 401 });
  const bearer = { asdeporteId: seen ?? looker, sid: `sid-${looker}`, org: org ? Number(org) : null };
  return seen ? { ...bearer, by: { asdeporteId: looker, org: Number(from) } } : bearer;
};

let world: World, platform: number, alfa: number, beta: number, olga: Person, eventid: number;
const ids: Record<string, number> = {};
const membershipOf = async (name: string): Promise<number> => {
  const { rows } = await world.pool.query<{ membershipid: number }>(
    'select membershipid from memberships join users using (userid) where asdeporteid = $1',
    [name],
  );
  return Number(rows[0]?.membershipid);
};
const see = async (looker: Person, name: string, body: object = { input: { reason: 'No ve el cupón de su carrera' } }) =>
  looker.post(`/v2/organization/memberships/${await membershipOf(name)}/see_as`, body);
const audits = async (where: string): Promise<readonly Record<string, unknown>[]> =>
  (await world.pool.query(`select action, verb, resource, recordid::int, actor_name, as_name from audits where ${where} order by auditid`))
    .rows;
const session = async (name: string): Promise<Record<string, unknown> | undefined> =>
  (
    await world.pool.query(
      `select seen_userid::int, seen_membershipid::int, extract(epoch from seen_until - now())::float8 as seconds from auth_sessions where sid = $1`,
      [`sid-${name}`],
    )
  ).rows[0];
const give = (name: string, slug: string) =>
  world.pool.query(
    `insert into membership_roles (membershipid, organizationid, roleid, access, source)
     select m.membershipid, m.organizationid, r.roleid, 'edit', 'direct' from memberships m join users u using (userid), roles r where u.asdeporteid = $1 and r.slug = $2`,
    [name, slug],
  );
const take = (name: string, slug: string) =>
  world.pool.query(
    `delete from membership_roles where roleid = (select roleid from roles where slug = $2) and membershipid = (select membershipid from memberships join users using (userid) where asdeporteid = $1)`,
    [name, slug],
  );

beforeAll(async () => {
  world = await openWorld({ verifyBearer });
  platform = await add.organization(world.pool, 'Plataforma', { is_platform: true });
  alfa = await add.organization(world.pool, 'Alfa');
  beta = await add.organization(world.pool, 'Beta');
  eventid = await add.event(world.pool, alfa, 'alfa-2027');
  ids['sofia'] = await addPerson(world.pool, 'sofia', [{ org: platform, profile: 'super-admin', regions: ['national'] }]);
  ids['rita'] = await addPerson(world.pool, 'rita', [{ org: platform, profile: 'national-admin', regions: ['norte'] }]);
  ids['olga'] = await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  ids['otto'] = await addPerson(world.pool, 'otto', [{ org: alfa, profile: 'organizer' }]);
  ids['kira'] = await addPerson(world.pool, 'kira', [{ org: alfa, profile: 'kit-delivery', events: [eventid] }]);
  ids['sara'] = await addPerson(world.pool, 'sara', [{ org: alfa, profile: 'regional-admin' }]);
  ids['beto'] = await addPerson(world.pool, 'beto', [{ org: beta, profile: 'organizer' }]);
  olga = world.as('olga', alfa);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.pool.query('update auth_sessions set seen_userid = null, seen_membershipid = null, seen_until = null');
  await world.pool.query('delete from auth_notices');
});

test('a look begins with a reason, lasts half an hour, is announced to the person and written down with both names', async () => {
  expect((await see(olga, 'kira', {})).body.errors[0]).toMatchObject({ path: 'input.reason', code: 'REQUIRED' });
  expect((await see(olga, 'kira', { input: { reason: 'No ve su lista' }, dry_run: true })).status).toBe(200);
  expect(await session('olga')).toMatchObject({ seen_userid: null });
  expect((await see(olga, 'kira')).status).toBe(200);
  const begun = await session('olga');
  expect(begun).toMatchObject({ seen_userid: ids['kira'], seen_membershipid: await membershipOf('kira') });
  expect(Number(begun?.['seconds'])).toBeGreaterThan(1790);
  expect(Number(begun?.['seconds'])).toBeLessThanOrEqual(1800);
  expect((await world.pool.query('select userid::int, kind, says from auth_notices')).rows).toEqual([
    { userid: ids['kira'], kind: 'seenAs', says: { by: 'olga Prueba', minutes: 30, reason: 'No ve el cupón de su carrera' } },
  ]);
  expect((await olga.get('/v2/organization/memberships')).status, 'the token of before is of no use during the look').toBe(401);

  const seeing = world.as(`olga:${alfa}>kira`, alfa);
  const grants = (await seeing.get('/v2/organization/permissions')).body;
  expect(grants).toMatchObject({ userid: ids['kira'], organizationid: alfa, events: [eventid], isLook: true });
  expect(new Set(Object.values(grants.keys))).toEqual(new Set(['view']));
  expect((await seeing.get('/v2/event/events')).body).toHaveLength(1);
  expect((await seeing.get(`/v2/event/events/${eventid}`)).status).toBe(200);
  expect((await seeing.query('event', `{ event(eventid: ${eventid}) { slug } }`)).body.errors).toBeUndefined();
  expect(await audits(`as_userid = ${ids['kira']}`)).toEqual([
    { action: 'opened_list', verb: 'read', resource: 'events', recordid: 0, actor_name: 'olga Prueba', as_name: 'kira Prueba' },
    { action: 'opened', verb: 'read', resource: 'events', recordid: eventid, actor_name: 'olga Prueba', as_name: 'kira Prueba' },
  ]);
  expect(await audits(`action = 'see_as'`)).toMatchObject([
    { resource: 'memberships', recordid: await membershipOf('kira'), actor_name: 'olga Prueba' },
  ]);
  const lines = (await world.as('sofia', platform).get(`/v2/organization/audit?person=${ids['olga']}`)).body.items;
  expect(lines.map(({ who, what }: { who: string; what: string }) => `${who}: ${what}`)).toEqual([
    'olga Prueba como kira Prueba: abrió',
    'olga Prueba como kira Prueba: abrió la lista de',
    'olga Prueba: empezó a ver como',
  ]);
  expect(lines.at(-1)).toMatchObject({ kind: 'Membresía', title: 'kira Prueba', subject: 'kira Prueba' });
  expect((await world.as('sofia', platform).get(`/v2/event/events/${eventid}/history`)).body.items).toEqual([]);
});

test('nobody looks as somebody with more keys, other contact data or other events, as oneself, across organizations, or without the key', async () => {
  const refused = async (looker: Person, name: string) => {
    const { status, body } = await see(looker, name);
    return [status, body.code ?? body.errors?.[0]?.code ?? null, body.message];
  };
  expect((await see(world.as('sara', alfa), 'kira')).status).toBe(403);
  expect((await see(olga, 'beto')).status).toBe(404);
  expect((await see(olga, 'sofia')).status).toBe(404);
  expect((await see(olga, 'olga')).status).toBe(409);
  expect((await see(olga, 'sara')).status).toBe(403);
  await take('olga', 'reports-bi');
  expect((await refused(olga, 'otto'))[2]).toContain('reports-bi');
  await give('olga', 'reports-bi');
  expect((await see(olga, 'otto')).status).toBe(200);
  await world.pool.query('update auth_sessions set seen_until = null, seen_userid = null, seen_membershipid = null');
  await take('otto', 'reports-wo-contact-info');
  expect((await refused(olga, 'otto'))[2]).toContain('reports-wo-contact-info');
  await give('otto', 'reports-wo-contact-info');
  await world.pool.query(`update memberships set event_scope = 'selected' where userid = $1`, [ids['otto']]);
  expect((await refused(world.as('otto', alfa), 'olga'))[2]).toContain('event_scope');
  await world.pool.query(`update memberships set event_scope = 'all' where userid = $1`, [ids['otto']]);
  expect((await see(world.as('rita', platform), 'sofia')).status).toBe(403);
  expect((await see(world.as('sofia', platform), 'beto')).status).toBe(200);
});

test('accounts with a second factor, without a membership in force, and lookers without a session of their own are refused', async () => {
  await world.pool.query(`update users set mfa_enabled = true where asdeporteid = 'kira'`);
  expect(await see(olga, 'kira')).toMatchObject({
    status: 409,
    body: { message: 'No se puede ver como alguien que entra con doble factor.' },
  });
  await world.pool.query(`update users set mfa_enabled = false where asdeporteid = 'kira'`);
  await world.pool.query(`update memberships set expires_at = now() - interval '1 day' where userid = $1`, [ids['kira']]);
  expect((await see(olga, 'kira')).status).toBe(409);
  await world.pool.query(`update memberships set expires_at = null where userid = $1`, [ids['kira']]);
  await world.pool.query(`update auth_sessions set revoked_at = now() where sid = 'sid-olga'`);
  expect((await see(olga, 'kira')).status).toBe(401);
  await world.pool.query(`update auth_sessions set revoked_at = null where sid = 'sid-olga'`);
  await world.pool.query(`insert into auth_api_keys (api_keyid, sid, secret_hash) values (1, 'sid-olga', 'x')`);
  expect(await see(olga, 'kira')).toMatchObject({ status: 409, body: { message: expect.stringContaining('llave de API') } });
  await world.pool.query('delete from auth_api_keys');
  expect((await world.pool.query('select 1 from auth_notices')).rows).toEqual([]);
});

/** Actions that only answer what a screen shows; the others change something, or give a file or an address. */
const screens = new Set([
  'apolo_subscriptions.outlook',
  'asenters.prepare',
  'asenters.watch',
  'events.overview',
  'inscriptions.quote',
  'kit_deliveries.board',
  'kit_deliveries.find_curp',
  'kit_deliveries.list_people',
  'kit_deliveries.open_desk',
  'result_sets.work',
  'store_sales.bought',
  'user_merges.compare',
  'wallets.promotions',
  'web_users.messages',
  'promotion_bins.uses',
  'promotion_bins.test',
  'letter_templates.preview',
  'kits.forecast',
  'events.pace',
  'carousels.site_key',
  'benefits.reach',
  'apolo_subscriptions.figures',
]);

test('every write, action, upload, export, file and mark is refused with a code of its own, and only what screens show is answered', async () => {
  expect((await see(world.as('sofia', platform), 'otto')).status).toBe(200);
  const seeing = world.as(`sofia:${platform}>otto`, alfa);
  const asked: (readonly ['post' | 'patch' | 'remove' | 'get', string])[] = registry.all.flatMap(({ service, name, actions }) => [
    ['post', `/v2/${service}/${name}`] as const,
    ['patch', `/v2/${service}/${name}/1`] as const,
    ['remove', `/v2/${service}/${name}/1`] as const,
    ['post', `/v2/${service}/${name}/download`] as const,
    ...Object.entries(actions ?? {})
      .filter(([action]) => !screens.has(`${name}.${action}`))
      .map(([action, { on }]) => ['post', `/v2/${service}/${name}/${on === 'list' ? 'actions/' : '1/'}${action}`] as const),
  ]);
  asked.push(
    ['post', '/v2/general/inbox/read'],
    ['post', '/v2/organization/audit/download'],
    ['post', '/v2/general/report_jobs/1/link'],
    ['get', '/v2/user/wallets/1/statement?since=2026-01-01&until=2026-02-01'],
    ['get', `/v2/${registry.get('inscription_documents').service}/inscription_documents/1/file`],
    ['get', `/v2/${registry.get('inbody_measurements').service}/inbody_measurements/1/report`],
    ['get', '/v2/inscription/imports/1/refused.csv'],
  );
  const answers = await Promise.all(asked.map(async ([method, url]) => [url, (await seeing[method](url, {})).status] as const));
  expect(answers.filter(([, status]) => status !== 403)).toEqual([]);
  expect(answers.length).toBeGreaterThan(300);
  expect(answers.every(([url]) => !url.endsWith('/overview'))).toBe(true);
  const overview = await seeing.post(`/v2/event/events/${eventid}/overview`);
  expect([overview.status, overview.body.failed]).toEqual([200, []]);
  const { body } = await seeing.patch(`/v2/event/events/${eventid}`, { version: 1, slug: 'otra' });
  expect(body).toMatchObject({ statusCode: 403, message: 'Estás viendo como otra persona: no se puede cambiar ni descargar nada.' });
  const upload = await world.app.inject({ method: 'POST', url: '/api/upload', headers: { authorization: seeing.authorization } });
  expect(upload.statusCode).toBe(403);
  expect((await seeing.get('/v2/event/events')).status).toBe(200);
  expect((await seeing.get('/v2/user/invitations')).body).toEqual({ items: [] });
});

test('a key given to the one or taken from the other ends the look at the next request, which is written down', async () => {
  expect((await see(olga, 'otto')).status).toBe(200);
  const seeing = world.as(`olga:${alfa}>otto`, alfa);
  expect((await seeing.get('/v2/event/events')).status).toBe(200);
  await take('olga', 'event-coupon');
  const over = await seeing.get('/v2/event/events');
  expect(over).toMatchObject({ status: 401, body: { message: expect.stringContaining('Dejaste de ver') } });
  expect(await session('olga')).toMatchObject({ seen_userid: null });
  expect((await audits(`action = 'stop_seeing'`)).at(-1)).toMatchObject({
    actor_name: 'olga Prueba',
    as_name: 'otto Prueba',
    recordid: await membershipOf('otto'),
  });
  expect((await olga.get('/v2/organization/memberships')).status).toBe(200);
  await give('olga', 'event-coupon');

  expect((await see(olga, 'otto')).status).toBe(200);
  await take('olga', 'user-roles');
  expect((await seeing.get('/v2/event/events')).status).toBe(401);
  await give('olga', 'user-roles');
});

test('time ends the look by itself, and a token of it opens nothing afterwards', async () => {
  expect((await see(olga, 'otto')).status).toBe(200);
  const seeing = world.as(`olga:${alfa}>otto`, alfa);
  await world.pool.query(`update auth_sessions set seen_until = now() - interval '2 minutes' where sid = 'sid-olga'`);
  expect((await seeing.get('/v2/event/events')).status).toBe(401);
  expect((await olga.get('/v2/organization/memberships')).status).toBe(200);
  const before = (await audits(`action = 'stop_seeing'`)).length;
  await endSeeingsOver(world.pool);
  await endSeeingsOver(world.pool);
  expect(await audits(`action = 'stop_seeing'`)).toHaveLength(before + 1);
  const { rows } = await world.pool.query(
    `select created < now() - interval '1 minute' as past from audits where action = 'stop_seeing' order by auditid desc limit 1`,
  );
  expect(rows).toEqual([{ past: true }]);
  expect((await seeing.get('/v2/event/events')).status).toBe(401);
  await cleanUp({ pool: world.pool, registry });
  expect((await audits(`action = 'opened_list'`)).length).toBeGreaterThan(0);
});

test('somebody who was seen in another organization shows only that one', async () => {
  await world.pool.query(
    `insert into memberships (userid, email, name, organizationid, status) values ($1, 'beto@prueba.test', 'beto', $2, 'active')`,
    [ids['beto'], alfa],
  );
  const { rows } = await world.pool.query<{ membershipid: number }>(
    'select membershipid from memberships where userid = $1 and organizationid = $2',
    [ids['beto'], beta],
  );
  expect(
    (
      await world
        .as('sofia', platform)
        .post(`/v2/organization/memberships/${rows[0]?.membershipid}/see_as`, { input: { reason: 'Revisar su menú' } })
    ).status,
  ).toBe(200);
  const seeing = world.as(`sofia:${platform}>beto`, beta);
  const { body } = await seeing.query('organization', `{ organizationsByUser(userid: "beto") { name } }`);
  expect(body.data).toEqual({ organizationsByUser: [{ name: 'Beta' }] });
});
