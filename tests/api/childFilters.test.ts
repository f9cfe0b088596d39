import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, alfa: number, beta: number;
let sofia: Person, olga: Person, kira: Person, rafa: Person;
const ids: Record<string, number> = {},
  profile: Record<string, number> = {},
  role: Record<string, number> = {};

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  const company = await add.organization(pool, 'Compañía', { is_platform: true });
  alfa = await add.organization(pool, 'Alfa');
  beta = await add.organization(pool, 'Beta', { region: 'norte', stateid: 2 });
  const event = await add.event(pool, alfa, 'uno');
  const distance = await add.distance(pool, event, '10K');
  const other = await add.event(pool, beta, 'dos', { region: 'norte' });
  const second = await add.distance(pool, other, '5K');
  const log = (inscriptionid: number, eventid: number, status: string) =>
    pool.query(`insert into inscription_log (inscriptionid, eventid, status, actor_type, source) values ($1, $2, $3, 'system', 'job')`, [
      inscriptionid,
      eventid,
      status,
    ]);
  const pay = async (inscriptionid: number, eventid: number, web_userid: number, method: string, more = '') => {
    const { rows } = await pool.query<{ orderid: number }>(
      `insert into orders (code, eventid, web_userid) values ($1, $2, $3) returning orderid`,
      [`O${inscriptionid}${method.slice(0, 3)}`, eventid, web_userid],
    );
    await pool.query(
      `insert into payments (orderid, eventid, inscriptionid, type, method, status, amount_cents, idempotency_key${more && ', deleted_at'}) values ($1, $2, $3, 'charge', $4, 'paid', 100, $5${more && ', now()'})`,
      [rows[0]!.orderid, eventid, inscriptionid, method, `p${inscriptionid}${method}`],
    );
  };
  for (const [name, methods, statuses] of [
    ['ana', ['card', 'oxxo'], ['started', 'coupon_applied', 'paid']],
    ['bea', ['oxxo'], ['started', 'paid']],
    ['eva', [], ['started']],
  ] as const) {
    const athlete = await add.athlete(pool, name);
    ids[name] = await add.inscription(pool, event, distance, athlete);
    for (const method of methods) await pay(ids[name], event, athlete, method);
    for (const status of statuses) await log(ids[name], event, status);
    if (name === 'eva') await pay(ids[name], event, athlete, 'spei', 'deleted');
  }
  const away = await add.athlete(pool, 'away');
  ids['away'] = await add.inscription(pool, other, second, away);
  await pay(ids['away'], other, away, 'card');
  await addPerson(pool, 'sofia', [{ org: company, profile: 'super-admin', regions: ['national'] }]);
  await addPerson(pool, 'rafa', [{ org: company, profile: 'regional-admin', regions: ['centro'] }]);
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(pool, 'kira', [
    { org: alfa, profile: 'kit-delivery' },
    { org: beta, profile: 'timing' },
  ]);
  for (const { slug, profileid } of (
    await pool.query<{ slug: string; profileid: string }>('select slug, profileid from profiles where is_system')
  ).rows)
    profile[slug] = Number(profileid);
  for (const { slug, roleid } of (await pool.query<{ slug: string; roleid: string }>('select slug, roleid from roles')).rows)
    role[slug] = Number(roleid);
  [sofia, rafa, olga, kira] = [world.as('sofia', company), world.as('rafa', company), world.as('olga', alfa), world.as('kira', alfa)];
});
afterAll(() => world.close());

type Asked = { readonly body: any; readonly status: number };
const list = (as: Person, path: string, filter: unknown): Promise<Asked> =>
  as.get(`/v2/${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`) as Promise<Asked>;
const inscribed = async (as: Person, filter: unknown) =>
  (await list(as, 'inscription/inscriptions', filter)).body
    .map(({ inscriptionid }: any) => Object.keys(ids).find((name) => ids[name] === inscriptionid))
    .sort();
const people = async (as: Person, filter: unknown) =>
  (await list(as, 'user/users', filter)).body.map(({ email }: any) => email.split('@')[0]).sort();
const method = (value: string | readonly string[]) => ({
  field: 'payments.inscriptionid.method',
  op: Array.isArray(value) ? 'in' : 'eq',
  value,
});
const had = (value: string) => ({ field: 'inscription_log.inscriptionid.status', op: 'eq', value });

describe('inscriptions by what belongs to them', () => {
  test('are found by any of their payments', async () => {
    expect(await inscribed(olga, method('oxxo'))).toEqual(['ana', 'bea']);
    expect(await inscribed(olga, method(['card', 'oxxo']))).toEqual(['ana', 'bea']);
    expect(await inscribed(sofia, method('card'))).toEqual(['ana', 'away']);
  });
  test('are found by a state that they once had, whatever their state is now', async () => {
    expect(await inscribed(olga, had('coupon_applied'))).toEqual(['ana']);
    expect(await inscribed(olga, { and: [had('started'), { not: had('paid') }] })).toEqual(['eva']);
  });
  test('are left out by none of their rows, also where they have none', async () => {
    expect(await inscribed(olga, { not: method('card') })).toEqual(['bea', 'eva']);
    expect(await inscribed(olga, { or: [method('card'), { not: method(['card', 'oxxo']) }] })).toEqual(['ana', 'eva']);
  });
  test('are not found by a row that was deleted', async () => expect(await inscribed(sofia, method('spei'))).toEqual([]));
  test('are counted by the same condition', async () => {
    const { body } = await olga.query<any>(
      'inscription',
      '{ inscriptions(perpage: 1, filter: { field: "payments.inscriptionid.method", op: "eq", value: "oxxo" }) { items { folio } total } }',
    );
    expect(body.data.inscriptions.total).toBe(2);
  });
  test('are found among those of an event that the address names, by every other filter as well', async () =>
    expect(await inscribed(sofia, { and: [{ field: 'eventid.region', op: 'eq', value: 'norte' }, method('card')] })).toEqual(['away']));
});

describe('anyone who may not read the rows', () => {
  test('is refused the filter, and what it would find stays unsaid', async () => {
    const { status, body } = await list(kira, 'inscription/inscriptions', method('card'));
    expect([status, body.errors]).toEqual([
      403,
      [{ path: 'filter.payments.inscriptionid.method', code: 'HIDDEN', message: 'No tienes acceso a este dato.' }],
    ]);
    expect(await list(kira, 'inscription/inscriptions', { not: { or: [had('paid'), method('card')] } })).toMatchObject({ status: 403 });
    expect(await inscribed(kira, had('coupon_applied'))).toEqual(['ana']);
  });
  test.each([
    [{ field: 'payments.inscriptionid.amount_cents', op: 'eq', value: 100 }, 'filter.payments.inscriptionid.amount_cents'],
    [{ field: 'payments.inscriptionid', op: 'eq', value: 1 }, 'filter.payments.inscriptionid'],
    [{ field: 'coupon_uses.inscriptionid.state', op: 'eq', value: 'used' }, 'filter.coupon_uses.inscriptionid.state'],
    [{ field: 'inscription_log.inscriptionid.status', op: 'eq', value: 'flying' }, 'filter.inscription_log.inscriptionid.status'],
    [{ field: 'inscription_log.inscriptionid.status', op: 'contains', value: 'pa' }, 'filter.inscription_log.inscriptionid.status'],
  ])('nobody asks %j, which is not declared or cannot be compared so', async (wrong, path) =>
    expect(await list(sofia, 'inscription/inscriptions', wrong)).toMatchObject({ status: 400, body: { errors: [{ path }] } }),
  );
});

describe('people and memberships by profile, role and region', () => {
  const by = (path: string, value: unknown) => ({ field: path, op: 'in', value: [value] });
  test('are found by the profile and the roles of a membership', async () => {
    expect(await people(sofia, by('memberships.userid.profileid', profile['timing']))).toEqual(['kira']);
    expect(await people(sofia, by('memberships.userid.roles.roleid', role['norte']))).toEqual([]);
    expect(await people(sofia, by('memberships.userid.roles.roleid', role['centro']))).toEqual(['rafa']);
    expect(await people(sofia, by('memberships.userid.roles.roleid', role['event-delivery']))).toContain('kira');
  });
  test('are found by the region of an organization that they belong to', async () =>
    expect(await people(sofia, by('memberships.userid.organizationid.region', 'norte'))).toEqual(['kira']));
  test('are not decided by a membership in another organization', async () => {
    expect(await people(olga, by('memberships.userid.profileid', profile['kit-delivery']))).toEqual(['kira']);
    expect(await people(olga, by('memberships.userid.profileid', profile['timing']))).toEqual([]);
  });
  test('are not decided by a membership outside the regions of the person, where no policy of the database narrows', async () => {
    expect(await people(rafa, by('memberships.userid.profileid', profile['kit-delivery']))).toEqual(['kira']);
    expect(await people(rafa, by('memberships.userid.profileid', profile['timing']))).toEqual([]);
    expect(await people(rafa, { not: by('memberships.userid.profileid', profile['timing']) })).toContain('kira');
    expect(await people(rafa, by('memberships.userid.roles.roleid', role['event-tyr']))).not.toContain('kira');
  });
  test('memberships are found by a role and by the region of their organization', async () => {
    const found = async (filter: unknown) => (await list(sofia, 'organization/memberships', filter)).body.length;
    expect(await found(by('roles.roleid', role['centro']))).toBe(1);
    expect(await found(by('organizationid.region', 'norte'))).toBe(1);
  });
});
