import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventOverview } from '@/domain/registration/overview';
import type { Person } from '../support/openWorld';
import { openScene, type Scene } from './support';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ capacity: 20, bibs: 2 });
  for (const name of ['Ana', 'Beatriz', 'Carla']) {
    const { inscriptionid } = await scene.signUp(name);
    await scene.act(scene.support, inscriptionid, 'pay', { method: 'cash' });
  }
  await scene.signUp('Diana', { distanceid: scene.five, tshirt_modelid: null, tshirt_size: null });
  await scene.pool.query(
    "update inscriptions set paid_at = ((now() at time zone 'America/Mexico_City')::date - 1 + time '12:00') at time zone 'America/Mexico_City' where first_name = 'Ana'",
  );
});
afterAll(() => scene.close());

const overviewFor = async (person: Person): Promise<EventOverview> => {
  const { status, body } = await person.post(`/v2/event/events/${scene.eventid}/overview`);
  expect(status).toBe(200);
  return body.result;
};
const counted = ({ todos }: EventOverview): Readonly<Record<string, number>> =>
  Object.fromEntries(todos.map(({ name, count }) => [name, count]));

describe('the overview of an event', () => {
  test('says what was sold today and this week, and what was collected, to who may see money', async () => {
    const { sales } = await overviewFor(scene.chief);
    expect(sales).toMatchObject({ today: 2, yesterday: 1, week: 3, week_before: 0, today_cents: 125_000 });
    expect(sales!.days).toHaveLength(28);
    expect(sales!.days.reduce((sum, [, sold]) => sum + sold, 0)).toBe(3);
    expect((await overviewFor(scene.desk)).sales).toMatchObject({ today: 2, today_cents: null });
  });

  test('says by distance what is sold and held, and the price of now', async () => {
    const { distances } = await overviewFor(scene.organizer);
    expect(distances.map(({ name, sold, held, capacity, price_cents }) => [name, sold, held, capacity, price_cents])).toEqual([
      ['10 km', 3, 0, 20, 60_000],
      ['5 km', 0, 1, 20, 40_000],
    ]);
  });

  test('names what is missing with how many, and nothing that is there', async () => {
    const todos = counted(await overviewFor(scene.organizer));
    expect(todos).toMatchObject({ without_number: 1, unpaid: 1, unsigned: 3, pool_empty: 1, no_kit: 1, no_desk: 1 });
    for (const name of ['no_pool', 'closing', 'no_results', 'without_size', 'kits_pending']) expect(todos[name]).toBeUndefined();
    await scene.pool.query(
      "update events set start_at = now() + interval '3 days', registration_close_at = now() + interval '2 days' where eventid = $1",
      [scene.eventid],
    );
    expect(counted(await overviewFor(scene.organizer))).toMatchObject({ kits_pending: 3 });
  });

  test('gives the next dates, the nearest first', async () => {
    const { dates } = await overviewFor(scene.organizer);
    const instants = dates.map(({ at }) => Date.parse(at));
    expect(dates.map(({ name }) => name)).toEqual(expect.arrayContaining(['price', 'closes', 'start']));
    expect(instants).toEqual([...instants].sort((one, other) => one - other));
    expect(Math.min(...instants)).toBeGreaterThan(Date.now());
  });

  test('of another organization is not there', async () => {
    await scene.pool.query(
      'update events set organizationid = (select organizationid from organizations where is_platform) where eventid = $1',
      [scene.eventid],
    );
    expect((await scene.desk.post(`/v2/event/events/${scene.eventid}/overview`)).status).toBe(404);
  });
});
