import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, addPerson, openWorld, type World } from './support';

let world: World, org: number, event: number;
beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Alfa');
  event = await add.event(world.pool, org, 'media');
  await addPerson(world.pool, 'olga', [{ org, profile: 'organizer' }]);
});
afterAll(() => world.close());

test('lists by GraphQL and changes by REST', async () => {
  const olga = world.as('olga', org);
  const list = await olga.query('event', '{ events { items { eventid name version stateid state { title } } total } }');
  expect(list.body).toEqual({ data: { events: { items: [{ eventid: event, name: { es: 'Carrera media', en: 'Race media' }, version: 1, stateid: 9, state: { title: 'Ciudad de México' } }], total: 1 } } });
  const changed = await olga.patch(`/v2/event/events/${event}`, { version: 1, city: 'Puebla' });
  expect(changed.body).toMatchObject({ city: 'Puebla', version: 2 });
});
