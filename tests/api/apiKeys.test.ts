import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { endExpired } from '../../server/features/people/endExpired';
import { openWorld, type Answer, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
const path = '/v2/organization/api_keys';
const roleid: Record<string, number> = {};
let world: World, alfa: number, beta: number, event: number, other: number, olga: Person, sofia: Person;

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  const company = await add.organization(pool, 'Compañía', { is_platform: true });
  alfa = await add.organization(pool, 'Alfa');
  beta = await add.organization(pool, 'Beta');
  [event, other] = [await add.event(pool, alfa, 'uno'), await add.event(pool, alfa, 'dos')];
  await addPerson(pool, 'sofia', [{ org: company, profile: 'super-admin', regions: ['national'] }]);
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  [sofia, olga] = [world.as('sofia', company), world.as('olga', alfa)];
  for (const row of (await pool.query('select roleid, slug from roles')).rows) roleid[row.slug] = row.roleid;
});
afterAll(() => world.close());

/** What a program with this secret is answered. */
const call = async (secret: string, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object): Promise<Answer> => {
  const reply = await world.app.inject({ method, url, headers: { authorization: `Bearer ${secret}` }, ...(payload && { payload }) });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
};
const make = async (more: object = {}, slugs: readonly string[] = ['reports-wo-contact-info', 'events']): Promise<number> => {
  const { status, body } = await olga.post(path, {
    name: 'Cronometraje',
    roleids: slugs.map((slug) => roleid[slug]),
    access: 'view',
    expires_at: inDays(30),
    ...more,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.api_keyid;
};
const issue = async (id: number): Promise<string> => {
  const { status, body } = await olga.post(`${path}/${id}/issue_secret`);
  expect([status, body]).toMatchObject([200, { ok: 1, result: { secret: expect.stringMatching(/^dorsal_\d+_[\w-]{43}$/) } }]);
  return body.result.secret;
};

describe('an API key', () => {
  test('reads what its permissions open, over REST and GraphQL alike, and nothing else', async () => {
    const secret = await issue(await make());
    const listed = await call(secret, 'GET', '/v2/event/events');
    expect([listed.status, listed.body.map(({ eventid }: { eventid: number }) => eventid).sort()]).toEqual([200, [event, other].sort()]);
    const asked = await call(secret, 'POST', '/v2/event/_/graphql', { query: '{ events { total } }' });
    expect([asked.status, asked.body.errors]).toEqual([200, undefined]);
    expect((await call(secret, 'GET', '/v2/organization/memberships')).status).toBe(403);
    expect((await call(secret, 'PATCH', `/v2/event/events/${event}`, { name: 'Otro' })).status).toBe(403);
    expect((await call(secret, 'GET', '/v2/organization/permissions')).body).toMatchObject({
      organizationid: alfa,
      keys: { events: 'view', 'reports-wo-contact-info': 'view' },
    });
  });
  test('says that it has expired once its time is over, opens nothing then, and works again after a later end', async () => {
    const id = await make(),
      secret = await issue(id);
    const ends = (days: number) => endExpired({ pool: world.pool, registry, clock: () => new Date(Date.now() + days * dayMs) });
    const shown = async (): Promise<string> => (await olga.get(`${path}/${id}`)).body.status;
    expect([await ends(29), await shown()]).toEqual([0, 'active']);
    await world.pool.query('update api_keys set expires_at = now() where api_keyid = $1', [id]);
    expect([await ends(0), await shown(), await ends(0)]).toEqual([1, 'expired', 0]);
    expect((await call(secret, 'GET', '/v2/event/events')).status).toBe(401);
    const { rows } = await world.pool.query(
      `select source, before, after from audits where resource = 'api_keys' and recordid = $1 order by auditid desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ source: 'job', before: { status: 'active' }, after: { status: 'expired' } }]);
    const { version } = (await olga.get(`${path}/${id}`)).body;
    expect((await olga.patch(`${path}/${id}`, { version, expires_at: inDays(-1) })).status).toBe(400);
    expect((await olga.patch(`${path}/${id}`, { version, expires_at: inDays(5) })).status).toBe(200);
    expect(await shown()).toBe('active');
    expect((await call(secret, 'GET', '/v2/event/events')).status).toBe(200);
  });
  test('is limited to the events that it names', async () => {
    const secret = await issue(await make({ eventids: [event] }));
    expect((await call(secret, 'GET', '/v2/event/events')).body.map(({ eventid }: { eventid: number }) => eventid)).toEqual([event]);
    expect((await call(secret, 'GET', `/v2/event/events/${other}`)).status).toBe(404);
  });
  test('writes under its own name, also after the person who made it has left', async () => {
    await addPerson(world.pool, 'leaving', [{ org: alfa, profile: 'organizer' }]);
    const maker = world.as('leaving', alfa);
    const made = await maker.post(path, {
      name: 'Venta en línea',
      roleids: [roleid['reports-wo-contact-info'], roleid['events']],
      access: 'edit',
      expires_at: inDays(30),
    });
    const id = made.body.api_keyid;
    const { secret } = (await maker.post(`${path}/${id}/issue_secret`)).body.result;
    await world.pool.query(
      "update memberships set status = 'revoked' where userid = (select userid from users where asdeporteid = 'leaving')",
    );
    expect((await maker.get(path)).status).toBe(403);
    const before = (await call(secret, 'GET', `/v2/event/events/${other}`)).body;
    const written = await call(secret, 'PATCH', `/v2/event/events/${other}`, { version: before.version, city: 'Toluca' });
    expect([written.status, written.body.city]).toEqual([200, 'Toluca']);
    const { rows } = await world.pool.query('select name from users where userid = (select updated_by from events where eventid = $1)', [
      other,
    ]);
    expect(rows).toEqual([{ name: 'Venta en línea API' }]);
  });
  test('stops at once when it is revoked, when it expires, and when its permissions are taken away', async () => {
    const [revoked, expired, narrowed] = [await make(), await make(), await make()];
    const secrets = [await issue(revoked), await issue(expired), await issue(narrowed)];
    for (const secret of secrets) expect((await call(secret, 'GET', '/v2/event/events')).status).toBe(200);
    expect((await olga.post(`${path}/actions/revoke`, { ids: [revoked] })).body).toMatchObject({ ok: 1 });
    await world.pool.query("update api_keys set expires_at = now() - interval '1 second' where api_keyid = $1", [expired]);
    await world.pool.query(
      "update auth_sessions set expires = now() - interval '1 second' where userid = (select userid from api_keys where api_keyid = $1)",
      [expired],
    );
    const { version } = (await olga.get(`${path}/${narrowed}`)).body;
    expect((await olga.patch(`${path}/${narrowed}`, { version, roleids: [roleid['reports-wo-contact-info']] })).status).toBe(200);
    const statuses = await Promise.all(secrets.map(async (secret) => (await call(secret, 'GET', '/v2/event/events')).status));
    expect(statuses).toEqual([401, 401, 403]);
  });
  test('keeps its former secret for a day after a new one, and takes no other', async () => {
    const id = await make();
    const [first, second] = [await issue(id), await issue(id)];
    for (const secret of [first, second]) expect((await call(secret, 'GET', '/v2/event/events')).status).toBe(200);
    const third = await issue(id);
    for (const secret of [second, third]) expect((await call(secret, 'GET', '/v2/event/events')).status).toBe(200);
    for (const wrong of [
      `${third.slice(0, -1)}${third.endsWith('A') ? 'B' : 'A'}`,
      third.replace(`_${id}_`, `_${id + 1}_`),
      `dorsal_${id}_`,
    ])
      expect((await call(wrong, 'GET', '/v2/event/events')).status, wrong).toBe(401);
    const { rows } = await world.pool.query(
      "select former_until > now() + interval '23 hours' as kept from auth_api_keys where api_keyid = $1",
      [id],
    );
    expect(rows).toEqual([{ kept: true }]);
  });
  test('shows its secret once: neither the record nor its history nor the list has it, and the database has only a hash', async () => {
    const id = await make();
    const secret = await issue(id);
    const texts = [
      JSON.stringify((await olga.get(`${path}/${id}`)).body),
      JSON.stringify((await olga.get(path)).body),
      JSON.stringify((await world.pool.query('select * from auth_api_keys')).rows),
      JSON.stringify((await world.pool.query('select * from audits')).rows),
    ];
    for (const text of texts) expect(text).not.toContain(secret.slice(-43));
    expect((await olga.get(`${path}/${id}`)).body).toMatchObject({ status: 'active', secret_start: secret.slice(0, 12) });
  });
  test('tells when and from where it was last used', async () => {
    const id = await make();
    const secret = await issue(id);
    expect((await olga.get(`${path}/${id}`)).body.last_used_at).toBeNull();
    await call(secret, 'GET', '/v2/event/events');
    expect((await olga.get(`${path}/${id}`)).body).toMatchObject({ last_used_at: expect.any(String), last_used_ip: '127.0.0.1' });
  });
});

describe('making an API key', () => {
  const refused = async (as: Person, more: object): Promise<unknown> => {
    const { status, body } = await as.post(path, {
      name: 'De más',
      roleids: [roleid['reports-wo-contact-info']],
      access: 'view',
      expires_at: inDays(30),
      ...more,
    });
    return [status, body.code, body.errors.map(({ path: at }: { path: string }) => at)];
  };
  test('is refused beyond the own permissions, and without the mask that its maker has', async () => {
    expect(await refused(olga, { roleids: [roleid['reports-wo-contact-info'], roleid['merge-user']] })).toEqual([
      403,
      'BEYOND_OWN_KEYS',
      ['roleids'],
    ]);
    expect(await refused(olga, { roleids: [roleid['events']] })).toEqual([403, 'BEYOND_OWN_KEYS', ['roleids']]);
  });
  test('is refused when a change asks for more than its editor has', async () => {
    const id = await make();
    const { version } = (await olga.get(`${path}/${id}`)).body;
    const { status, body } = await olga.patch(`${path}/${id}`, {
      version,
      roleids: [roleid['reports-wo-contact-info'], roleid['merge-user']],
    });
    expect([status, body.code]).toEqual([403, 'BEYOND_OWN_KEYS']);
  });
  test('takes an expiry that is ahead, and at most a year away', async () => {
    expect(await refused(olga, { expires_at: inDays(-1) })).toEqual([400, expect.anything(), ['expires_at']]);
    expect(await refused(olga, { expires_at: inDays(400) })).toEqual([400, expect.anything(), ['expires_at']]);
  });
  test('is refused to people without the key of roles, in another organization, and to an API key itself', async () => {
    await addPerson(world.pool, 'kit', [{ org: alfa, profile: 'kit-delivery' }]);
    expect((await world.as('kit', alfa).post(path, { name: 'No', roleids: [roleid['events']], expires_at: inDays(3) })).status).toBe(403);
    const id = await make();
    await addPerson(world.pool, 'berta', [{ org: beta, profile: 'organizer' }]);
    expect((await world.as('berta', beta).get(`${path}/${id}`)).status).toBe(404);
    expect((await world.as('berta', beta).post(`${path}/${id}/issue_secret`)).status).toBe(404);
    const secret = await issue(await make({}, ['reports-wo-contact-info', 'user-roles']));
    expect((await call(secret, 'POST', `${path}/${id}/issue_secret`)).status).toBe(403);
  });
  test('leaves no account that somebody could sign in to', async () => {
    await make();
    const { rows } = await world.pool.query(
      "select count(*)::int as accounts, count(c.userid)::int as passwords from users u left join auth_credentials c using (userid) where u.email like 'api-key-%'",
    );
    expect(rows[0].accounts).toBeGreaterThan(0);
    expect(rows[0].passwords).toBe(0);
    expect((await sofia.get('/v2/user/users?email_like=api-key')).status).toBeLessThan(500);
  });
});
