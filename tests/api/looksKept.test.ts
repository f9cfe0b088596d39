import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { cleanUp } from '../../server/features/jobs/cleanUp';
import { statementsDuring, wholeTablesOf } from '../support/wholeTableReads';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, root: Person, platform: number, alfa: number, beta: number;
beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  platform = await add.organization(pool, 'Compañía', { is_platform: true });
  alfa = await add.organization(pool, 'Alfa');
  beta = await add.organization(pool, 'Beta');
  await addPerson(pool, 'root', [{ org: platform, profile: 'super-admin', regions: ['national'] }]);
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  root = world.as('root', platform);
});
afterAll(() => world.close());

const looked = (organizationid: number | null, months: number, verb = 'read', action: string | null = 'contact') =>
  world.pool.query(
    `insert into audits (resource, recordid, verb, action, organizationid, created) values ('web_users', 1, $1, $2, $3, now() - make_interval(months => $4))`,
    [verb, action, organizationid, months],
  );
/** Who looked, and how many months ago, the oldest first. */
const kept = async () =>
  (
    await world.pool.query(
      `select verb, organizationid::int as of, (extract(year from age(now(), created)) * 12 + extract(month from age(now(), created)))::int as months
         from audits where resource = 'web_users' and recordid = 1 order by created, auditid`,
    )
  ).rows;
const clean = () => cleanUp({ pool: world.pool, registry });
const url = (id: number): string => `/v2/organization/organizations/${id}`;
const set = async (id: number, looks_months: number | null) => {
  const { body } = await root.get(url(id));
  return root.patch(url(id), { version: body.version, looks_months });
};
beforeEach(() => world.pool.query('delete from audits; update organizations set looks_months = 24'));

test('who looked is removed after 24 months, from an index, and what was changed stays', async () => {
  await looked(alfa, 25);
  await looked(alfa, 25, 'read', null);
  await looked(alfa, 23, 'read', 'contact_list');
  await looked(alfa, 60, 'edit', null);
  const statements = await statementsDuring(world.pool, clean);
  expect(await kept()).toEqual([
    { verb: 'edit', of: alfa, months: 60 },
    { verb: 'read', of: alfa, months: 23 },
  ]);
  const forgetting = statements.filter(({ text }) => text.includes('"audits"'));
  expect(forgetting).toHaveLength(1);
  for (const each of forgetting) expect(await wholeTablesOf(world.pool, each)).toEqual([]);
});

describe('how long it is kept', () => {
  test('is set for each organization by the administrator of the platform, and the job keeps to it', async () => {
    expect((await set(alfa, 6)).status).toBe(200);
    expect((await set(beta, 120)).status).toBe(200);
    for (const months of [5, 7, 25, 121]) for (const org of [alfa, beta, platform]) await looked(org, months);
    await looked(alfa, 130, 'edit', null);
    await clean();
    expect(await kept()).toEqual([
      { verb: 'edit', of: alfa, months: 130 },
      { verb: 'read', of: beta, months: 25 },
      { verb: 'read', of: beta, months: 7 },
      { verb: 'read', of: platform, months: 7 },
      { verb: 'read', of: alfa, months: 5 },
      { verb: 'read', of: beta, months: 5 },
      { verb: 'read', of: platform, months: 5 },
    ]);
    expect((await set(beta, 12)).status).toBe(200);
    await clean();
    expect((await kept()).filter(({ of }) => of === beta)).toEqual([
      { verb: 'read', of: beta, months: 7 },
      { verb: 'read', of: beta, months: 5 },
    ]);
  });
  test('of somebody who looked for no organization is what the platform sets for itself', async () => {
    expect((await set(platform, 36)).status).toBe(200);
    for (const months of [35, 37]) await looked(null, months);
    await clean();
    expect(await kept()).toEqual([{ verb: 'read', of: null, months: 35 }]);
  });
  test('is from 6 to 120 months and never empty, which the field says', async () => {
    for (const months of [5, 121, null])
      expect(await set(alfa, months), String(months)).toMatchObject({ status: 400, body: { errors: [{ path: 'looks_months' }] } });
    for (const months of [6, 120]) expect((await set(alfa, months)).status, String(months)).toBe(200);
  });
  test('is neither seen nor set by an organization itself, and a new one begins with 24', async () => {
    const olga = world.as('olga', alfa);
    const { body } = await olga.get(url(alfa));
    expect(body).toMatchObject({ name: 'Alfa' });
    expect(body.looks_months ?? null).toBeNull();
    expect((await olga.patch(url(alfa), { version: body.version, looks_months: 6 })).status).toBeGreaterThanOrEqual(400);
    const { body: made } = await root.post('/v2/organization/organizations', {
      name: 'Gama',
      slug: 'gama',
      email: 'gama@example.com',
      stateid: 9,
      region: 'centro',
    });
    expect((await root.get(url(made.organizationid))).body.looks_months).toBe(24);
  });
});
