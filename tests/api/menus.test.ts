import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuOf, tabsOf } from '@/layout/routing/menu';
import { registry } from '@/resources';
import { routeOf, type Grants } from '@/schema';
import { menuTable, tabTable } from '../support/menuTable';
import { profileSlugs, seesOtherOrganizations } from './accessTable';
import { openWorld, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World;
let organizations: { readonly platform: number; readonly own: number };
beforeAll(async () => {
  world = await openWorld();
  organizations = {
    platform: await add.organization(world.pool, 'plataforma', { is_platform: true }),
    own: await add.organization(world.pool, 'propia'),
  };
});
afterAll(() => world.close());

const found = (table: typeof menuTable, position: number): readonly string[] =>
  Object.keys(table)
    .filter((name) => table[name]?.[position] === 'y')
    .sort();

describe('by the permissions that the server gives', () => {
  test.each(profileSlugs.map((slug, position) => [slug, position] as const))(
    '%s finds in the menu and in an event what its keys open',
    async (slug, position) => {
      const org = seesOtherOrganizations.includes(slug) ? organizations.platform : organizations.own;
      await addPerson(world.pool, slug, [{ org, profile: slug, regions: slug === 'regional-admin' ? ['centro'] : [] }]);
      const { authorization } = world.as(slug, org);
      const answer = await world.app.inject({ url: '/v2/organization/permissions', headers: { authorization } });
      const grants = answer.json<Grants>();
      const menu = menuOf(registry, grants).flatMap(({ groups }) => groups.flatMap(({ items }) => items.map(({ to }) => to.slice(1))));
      expect(['home', ...menu].sort()).toEqual(found(menuTable, position));
      const tabs = tabsOf(registry, grants, registry.get('events')).map(routeOf);
      expect([...tabs].sort()).toEqual(found(tabTable, position));
    },
  );
});
