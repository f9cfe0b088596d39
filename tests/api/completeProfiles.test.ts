import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '@/resources';
import { completeProfiles } from '../../server/features/people/completeProfiles';
import { openWorld, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, profileid: number;
const rows = async (text: string): Promise<any[]> => (await world.pool.query(text)).rows;
const complete = () => completeProfiles({ pool: world.pool, registry });
/** The keys of each member with the profile, as text. */
const keys = () =>
  rows(`select m.name, string_agg(r.slug || ':' || mr.access || ':' || mr.source, ' ' order by r.slug) as has from memberships m
    left join membership_roles mr on mr.membershipid = m.membershipid and mr.deleted_at is null left join roles r using (roleid) where m.profileid = ${profileid} group by 1 order by 1`);

beforeAll(async () => {
  world = await openWorld();
  const org = await add.organization(world.pool, 'Casa');
  const [{ id }] = await rows(
    `insert into profiles (name, slug, organizationid, is_system) values ('{"es": "Mesa"}', 'mesa', ${org}, false) returning profileid::int as id`,
  );
  profileid = id;
  const grant = (slug: string, access: string) =>
    world.pool.query(
      `insert into profile_roles (profileid, organizationid, roleid, access) select ${profileid}, ${org}, roleid, '${access}' from roles where slug = '${slug}'`,
    );
  await grant('events', 'view');
  await grant('event-coupon', 'edit');
  for (const name of ['ana', 'bea']) {
    await addPerson(world.pool, name, [{ org, profile: 'marketing' }]);
    await world.pool.query(`delete from membership_roles`);
  }
  await world.pool.query(`update memberships set profileid = ${profileid}`);
  await world.pool.query(
    `insert into membership_roles (membershipid, organizationid, roleid, access, source) select membershipid, ${org}, roleid, case r.slug when 'events' then 'edit' else 'view' end, 'profile' from memberships, roles r where r.slug in ('events', 'user-roles')`,
  );
});
afterAll(() => world.close());

test('a change of a profile that broke off is completed by a job: keys taken away end, others come, and levels are those of the profile', async () => {
  const before = await keys();
  expect(before.map(({ has }) => has)).toEqual(Array(2).fill('events:edit:profile user-roles:view:profile'));
  expect(await complete()).toBe(0);
  expect(await keys()).toEqual(before);

  await world.pool.query("update profiles set updated = now() - interval '5 minutes'");
  expect(await complete()).toBe(2);
  expect((await keys()).map(({ has }) => has)).toEqual(Array(2).fill('event-coupon:edit:profile events:view:profile'));
  expect(await rows("select verb, count(*)::int from audits where resource = 'membership_roles' group by 1 order by 1")).toEqual([
    { verb: 'create', count: 2 },
    { verb: 'delete', count: 2 },
    { verb: 'edit', count: 2 },
  ]);
  expect(await complete()).toBe(0);
});
