import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, organizer: Person, desk: Person, organization: number;

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  organization = await add.organization(pool, 'Nueva');
  await addPerson(pool, 'olga', [{ org: organization, profile: 'organizer' }]);
  await addPerson(pool, 'kira', [{ org: organization, profile: 'kit-delivery' }]);
  organizer = world.as('olga', organization);
  desk = world.as('kira', organization);
});
afterAll(() => world.close());

const create = (as: Person) => as.post('/v2/event/events/actions/create_sample', {});
const listed = async (path: string): Promise<any[]> => (await organizer.get(path)).body as any;
const within = (eventid: number): string =>
  `filter=${encodeURIComponent(JSON.stringify({ and: [{ field: 'eventid', op: 'eq', value: eventid }] }))}`;

describe('the sample event', () => {
  test('is a draft with distances, prices, ages, numbers, a shirt and a question, and lacks only what a person has to write', async () => {
    const { status, body } = await create(organizer);
    expect([status, (body as any).errors]).toEqual([200, undefined]);
    const { eventid } = (body as any).result;
    const event = (await organizer.get(`/v2/event/events/${eventid}`)).body;
    expect(event).toMatchObject({ eventid, status: 'draft', slug: 'carrera-de-ejemplo' });
    const { rows } = await world.pool.query('select organizationid::int from events where eventid = $1', [eventid]);
    expect(rows).toEqual([{ organizationid: organization }]);
    const races = await listed(`/v2/event/distances?${within(eventid)}`);
    expect(races.map(({ code, capacity }) => [code, capacity]).sort()).toEqual([
      ['10K', 300],
      ['5K', 200],
    ]);
    const pools = await listed(`/v2/event/bib_pools?${within(eventid)}`);
    expect(pools.map(({ bibs_count, free_count }) => [bibs_count, free_count]).sort()).toEqual([
      [200, 200],
      [300, 300],
    ]);
    expect(await listed(`/v2/event/tshirt_models?${within(eventid)}`)).toHaveLength(1);
    expect(await listed(`/v2/event/event_questions?${within(eventid)}`)).toHaveLength(1);
    const asked = await organizer.get(`/v2/event/events/${eventid}/publish`);
    expect((asked.body as any).errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      'convocatories',
      'exonerations',
      'img_cover',
    ]);
  });
  test('gets an address of its own when one is there already', async () => {
    await create(organizer);
    const slugs = await Promise.all(
      (await listed('/v2/event/events')).map(
        async ({ eventid }) => ((await organizer.get(`/v2/event/events/${eventid}`)).body as any).slug,
      ),
    );
    expect(slugs.sort()).toEqual(['carrera-de-ejemplo', 'carrera-de-ejemplo-2']);
  });
  test('is made by nobody who may not create events', async () => expect((await create(desk)).status).toBe(403));
});
