import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../api/support/openWorld';
import { creatable, furnish, lastStatus, roundTrip } from './support/roundTrip';

let world: World, person: Person;
beforeAll(async () => {
  world = await openWorld();
  person = await furnish(world);
});
afterAll(() => world.close());

describe.each(creatable.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test('gives back what was written, refuses a stale version, and is gone when it is deleted', async () => {
    expect(await roundTrip(person, resource)).toBe(lastStatus(resource));
  });
});
