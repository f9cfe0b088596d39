import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asRole } from '../support/asRole';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const url = '/v2/general/saved_views';
const paid = { filter: { field: 'status', op: 'in', value: ['paid'] }, sort: ['-created'], density: 'dense' } as const;
const view = (name: string, more: object = {}) => ({ name, resource: 'inscriptions', state: paid, ...more });

let world: World, mine: Person, colleague: Person, company: Person, mineElsewhere: Person, userid: number, org: number, platform: number;
beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'club');
  platform = await add.organization(world.pool, 'plataforma', { is_platform: true });
  userid = await addPerson(world.pool, 'ana', [
    { org, profile: 'organizer' },
    { org: platform, profile: 'super-admin' },
  ]);
  await addPerson(world.pool, 'beto', [{ org, profile: 'organizer' }]);
  await addPerson(world.pool, 'jefa', [
    { org: platform, profile: 'super-admin' },
    { org, profile: 'super-admin' },
  ]);
  [mine, colleague, company, mineElsewhere] = [
    world.as('ana', org),
    world.as('beto', org),
    world.as('jefa', platform),
    world.as('ana', platform),
  ];
});
afterAll(() => world.close());
beforeEach(async () => void (await world.pool.query('delete from saved_views; delete from audits')));

const save = async (who: Person, body: object): Promise<any> => {
  const { status, body: made } = await who.post(url, body);
  expect(status).toBe(201);
  return made;
};

test('a view belongs to the person who saved it, in the organization where it was saved', async () => {
  const made = await save(mine, view('Pagadas'));
  expect(made).toMatchObject({ name: 'Pagadas', resource: 'inscriptions', state: paid, is_default: false, userid });
  expect((await mine.get(url)).body).toHaveLength(1);
  for (const other of [colleague, company, world.as('jefa', org), mineElsewhere]) {
    expect((await other.get(url)).body).toEqual([]);
    expect((await other.get(`${url}/${made.saved_viewid}`)).status).toBe(404);
    expect((await other.patch(`${url}/${made.saved_viewid}`, { name: 'Otra', version: 1 })).status).toBe(404);
    expect((await other.remove(`${url}/${made.saved_viewid}`, { version: 1 })).status).toBe(404);
    const { body } = await other.query('general', '{ saved_views(page: 1, perpage: 10) { items { name } total } }');
    expect(body.data).toEqual({ saved_views: { items: [], total: 0 } });
  }
});

test('nobody saves a view for somebody else, and the platform saves in the organization it works in', async () => {
  expect((await mine.post(url, view('Ajena', { userid: 1 }))).status).toBe(400);
  expect((await company.post(url, view('De la jefa', { organizationid: org }))).status).toBe(400);
  expect((await save(company, view('De la jefa'))).organizationid).toBe(platform);
});

test('somebody without organization has no views', async () => {
  const nobody = world.as('ana', null);
  expect((await nobody.get(url)).status).toBe(403);
  expect((await nobody.post(url, view('Ninguna'))).status).toBe(403);
});

test('the policy of the database keeps the views of others from both roles', async () => {
  await save(mine, view('Pagadas'));
  const count = (who: { readonly userid: number; readonly organizationid: number }, role: 'tenant' | 'platform') =>
    asRole(world.pool, { role, ...who }, async (client) =>
      Number((await client.query<{ count: string }>('select count(*) from saved_views')).rows[0]!.count),
    );
  for (const role of ['tenant', 'platform'] as const) {
    expect(await count({ userid, organizationid: org }, role)).toBe(1);
    expect(await count({ userid: userid + 1, organizationid: org }, role)).toBe(0);
    expect(await count({ userid, organizationid: platform }, role)).toBe(0);
    const forged = asRole(world.pool, { role, userid: userid + 1, organizationid: org }, (client) =>
      client.query(`insert into saved_views (organizationid, userid, resource, name, state) values ($1, $2, 'events', 'X', '{}')`, [
        org,
        userid,
      ]),
    );
    await expect(forged).rejects.toMatchObject({ code: '42501' });
  }
});

test('names are unique within a list, and free again once a view is deleted', async () => {
  const first = await save(mine, view('Pagadas'));
  const again = await mine.post(url, view('Pagadas'));
  expect(again.status).toBe(409);
  expect(again.body.errors).toEqual([expect.objectContaining({ path: 'name' })]);
  await save(mine, view('Pagadas', { resource: 'coupons' }));
  await save(colleague, view('Pagadas'));
  expect((await mine.remove(`${url}/${first.saved_viewid}`, { version: first.version })).status).toBeLessThan(300);
  await save(mine, view('Pagadas'));
});

test('one view of a list is the default, and choosing another takes it from the first', async () => {
  const first = await save(mine, view('Una', { is_default: true }));
  const other = await save(mine, view('Otra lista', { resource: 'coupons', is_default: true }));
  const theirs = await save(colleague, view('De Beto', { is_default: true }));
  const second = await save(mine, view('Dos'));
  expect((await mine.patch(`${url}/${second.saved_viewid}`, { is_default: true, version: 1 })).status).toBe(200);
  const isDefault = async (who: Person, id: number) => (await who.get(`${url}/${id}`)).body.is_default;
  expect([
    await isDefault(mine, first.saved_viewid),
    await isDefault(mine, second.saved_viewid),
    await isDefault(mine, other.saved_viewid),
    await isDefault(colleague, theirs.saved_viewid),
  ]).toEqual([false, true, true, true]);
});

test('a view of no list, or with a state that no list has, is refused on its field', async () => {
  const paths = async (body: object) => {
    const { status, body: answer } = await mine.post(url, body);
    return [status, ...answer.errors.map(({ path }: { path: string }) => path.split('.')[0])];
  };
  expect(await paths(view('X', { resource: 'no_such_list' }))).toEqual([400, 'resource']);
  expect(await paths(view('X', { state: { filter: { field: 'status', op: 'like', value: 1 } } }))).toEqual([400, 'state']);
  expect(await paths(view('X', { state: { page: 3 } }))).toEqual([400, 'state']);
  expect(await paths(view('X', { state: { sort: Array.from({ length: 61 }, () => 'created') } }))).toEqual([400, 'state']);
  expect(await paths({ name: 'X', resource: 'events' })).toEqual([400, 'state']);
});

test('what a person keeps for themselves leaves no audit that others could read', async () => {
  const made = await save(mine, view('Pagadas'));
  await mine.patch(`${url}/${made.saved_viewid}`, { name: 'Cobradas', version: 1 });
  expect((await world.pool.query('select 1 from audits')).rows).toEqual([]);
});

test('a shared view is read by everybody of its organization, and changed only by the person who made it', async () => {
  const made = await save(mine, view('Del equipo', { is_shared: true }));
  expect((await colleague.get(url)).body).toMatchObject([{ name: 'Del equipo', is_shared: true }]);
  expect((await colleague.patch(`${url}/${made.saved_viewid}`, { name: 'Otra', version: 1 })).status).toBe(403);
  expect((await colleague.remove(`${url}/${made.saved_viewid}`, { version: 1 })).status).toBe(403);
  for (const other of [company, mineElsewhere]) expect((await other.get(url)).body).toEqual([]);
  await mine.patch(`${url}/${made.saved_viewid}`, { is_shared: false, version: 1 });
  expect((await colleague.get(url)).body).toEqual([]);
});
