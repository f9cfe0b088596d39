import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { soldBy, type Pace } from '@/domain/registration/pace';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const dayMs = 86_400_000,
  now = Date.now();
const at = (days: number): string => new Date(now + days * dayMs).toISOString();
const held = (start: number) => ({
  start_at: at(start),
  registration_open_at: at(start - 300),
  registration_close_at: at(start - 1),
  status: 'published',
});

let world: World, olga: Person, only: Person, kira: Person, nora: Person, wendy: Person, fer: Person;
let last: number,
  next: number,
  first: number,
  elsewhere: number,
  national: number,
  made = 0;

const inscribe = async (eventid: number, distanceid: number, more: object): Promise<void> => {
  made += 1;
  await add.inscription(world.pool, eventid, distanceid, await add.athlete(world.pool, `atleta${made}`), {
    folio: `P${made}`,
    qr_token: `p${made}`,
    ...more,
  });
};
const paid = (days: number, more: object = {}) => ({ status: 'paid', paid_at: at(days), ...more });

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  const company = await add.organization(pool, 'Compañía', { is_platform: true }),
    alfa = await add.organization(pool, 'Alfa'),
    beta = await add.organization(pool, 'Beta');
  last = await add.event(pool, alfa, 'brisa-2001', held(-300));
  next = await add.event(pool, alfa, 'brisa-2002', { ...held(60), previous_eventid: last });
  first = await add.event(pool, alfa, 'nueva-2002', held(90));
  elsewhere = await add.event(pool, beta, 'otra-2001', held(-100));
  national = await add.event(pool, beta, 'otra-2002', { ...held(40), region: 'nacional', previous_eventid: elsewhere });
  const [before, after, other] = [
    await add.distance(pool, last, '5K'),
    await add.distance(pool, next, '5K'),
    await add.distance(pool, national, '5K'),
  ];
  await inscribe(last, before, paid(-400)); // 100 days before its start
  await inscribe(last, before, paid(-390, { status: 'assign_number' })); // 90 days
  await inscribe(last, before, paid(-310)); // 10 days: not yet, seen from 60
  await inscribe(last, before, paid(-299)); // a day late
  await inscribe(last, before, paid(-405, { status: 'cancelled' }));
  await inscribe(next, after, paid(-5)); // 65 days
  await inscribe(next, after, { status: 'no_assign_number', created: at(0), paid_at: null }); // 60 days
  await inscribe(next, after, { status: 'started' });
  await inscribe(national, other, paid(-1));
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(pool, 'oli', [{ org: alfa, profile: 'organizer', events: [next] }]);
  await addPerson(pool, 'kira', [{ org: alfa, profile: 'kit-delivery' }]);
  await addPerson(pool, 'nora', [{ org: company, profile: 'regional-admin', regions: ['norte'] }]);
  await addPerson(pool, 'wendy', [{ org: company, profile: 'web-editor' }]);
  await addPerson(pool, 'fer', [{ org: beta, profile: 'organizer' }]);
  [olga, only, kira, nora, wendy, fer] = [
    world.as('olga', alfa),
    world.as('oli', alfa),
    world.as('kira', alfa),
    world.as('nora', company),
    world.as('wendy', company),
    world.as('fer', beta),
  ];
});
afterAll(() => world.close());

const ask = async (as: Person, eventid: number): Promise<Pace> => (await as.post(`/v2/event/events/${eventid}/pace`, {})).body.result;
const listed = async (as: Person, eventid: number): Promise<number> => {
  const filter = {
    and: [
      { field: 'eventid', op: 'eq', value: eventid },
      { field: 'status', op: 'in', value: ['paid', 'assign_number', 'no_assign_number'] },
    ],
  };
  return (await as.query('inscription', 'query ($filter: Filter) { inscriptions(filter: $filter) { total } }', { filter })).body.data
    .inscriptions.total;
};

describe('the pace of an edition', () => {
  test('adds up who holds a place by the days that were left, next to the edition before', async () => {
    const { current, previous } = await ask(olga, next);
    expect(current).toMatchObject({
      eventid: next,
      name: { es: 'Carrera brisa-2002' },
      days_to_go: 60,
      points: [
        [65, 1],
        [60, 2],
      ],
    });
    expect(previous).toMatchObject({
      eventid: last,
      days_to_go: 0,
      points: [
        [100, 1],
        [90, 2],
        [10, 3],
        [0, 4],
      ],
    });
    expect([soldBy(previous!, 60), soldBy(previous!, 90), soldBy(previous!, 101), soldBy(previous!, 0)]).toEqual([2, 2, 0, 4]);
  });
  test('ends at the total of the list that explains it', async () => {
    const { current, previous } = await ask(olga, next);
    expect([current.points.at(-1)![1], previous!.points.at(-1)![1]]).toEqual([await listed(olga, next), await listed(olga, last)]);
  });
  test('is read by anyone who reads registrations, and leaves no trace', async () => {
    expect((await ask(kira, next)).current.points).toEqual([
      [65, 1],
      [60, 2],
    ]);
    expect((await world.pool.query(`select 1 from audits where action = 'pace'`)).rows).toEqual([]);
  });
  test('leaves out an earlier edition that the membership does not reach', async () => {
    const { current, previous } = await ask(only, next);
    expect([current.points.length, previous]).toEqual([2, null]);
  });
  test('of a national event is read by a region, which may not change it', async () => {
    const { current, previous } = await ask(nora, national);
    expect([current.points.at(-1)![1], previous]).toEqual([1, null]); // the one before was held in another region
    expect((await nora.post(`/v2/event/events/${national}/duplicate`, {})).status).toBe(403);
  });
  test('is refused without the key of registrations, out of sight, and where no edition came before', async () => {
    expect([
      (await wendy.post(`/v2/event/events/${next}/pace`, {})).status,
      (await fer.post(`/v2/event/events/${next}/pace`, {})).status,
      (await only.post(`/v2/event/events/${last}/pace`, {})).status,
    ]).toEqual([403, 404, 404]);
    const { status, body } = await olga.post(`/v2/event/events/${first}/pace`, {});
    expect([status, body.message]).toEqual([409, 'No dice cuál fue su edición anterior.']);
  });
});

describe('the previous edition', () => {
  const save = async (as: Person, eventid: number, change: object): Promise<any> => {
    const { version } = (await as.get(`/v2/event/events/${eventid}`)).body;
    return as.patch(`/v2/event/events/${eventid}`, { version, ...change });
  };
  test('is noted by anyone who edits the event, and was held earlier', async () => {
    expect((await save(olga, first, { previous_eventid: last })).status).toBe(200);
    for (const wrong of [
      { previous_eventid: first },
      { start_at: at(-301), registration_close_at: at(-302), registration_open_at: at(-303) },
    ]) {
      const { status, body } = await save(olga, first, wrong);
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'previous_eventid', code: 'PREVIOUS_NOT_EARLIER', message: 'La edición anterior debe haber sido antes.' }],
      ]);
    }
    expect((await save(olga, first, { previous_eventid: null })).status).toBe(200);
  });
  test('is one of the same organization', async () => {
    const { status, body } = await save(olga, first, { previous_eventid: elsewhere });
    expect([status, body.errors[0].path]).toEqual([400, 'previous_eventid']);
  });
});
