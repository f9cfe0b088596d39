import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../support/reconcile';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 5, seats: [2, 4], bibs: [1, 3], shirts: [1, 3], uses: 3, budget: 90_000, cents: 100_000 });
});
afterAll(() => scene.close());

const one = async (text: string, values: readonly unknown[]): Promise<any> => (await scene.pool.query(text, values as unknown[])).rows[0];
const signUp = (athlete: number, more: object = {}) =>
  scene.support.post('/v2/inscription/inscriptions', {
    eventid: arena.eventid,
    distanceid: arena.distances[0],
    web_userid: arena.athletes[athlete],
    ...more,
  });
const held = async (athlete: number, more: object = {}): Promise<number> => {
  const { status, body } = await signUp(athlete, more);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.inscriptionid;
};
const must = async (id: number, action: string, input: object = {}): Promise<void> =>
  expect(await scene.act(scene.chief, id, action, input)).toMatchObject({ status: 200 });
const paid = async (athlete: number, more: object = {}): Promise<number> => {
  const id = await held(athlete, more);
  await must(id, 'pay', { method: 'cash' });
  return id;
};
const reserved = async (): Promise<number> =>
  (await one(`select reserved::int from tshirt_stock where tshirt_modelid = $1 and size = 'M'`, [arena.shirt])).reserved;

describe('a distance with two seats', () => {
  test('takes two people, and tells the third on the distance', async () => {
    const [first] = [await held(0), await held(1)];
    expect(await signUp(2)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'distanceid', message: 'No quedan lugares en la distancia.' }] },
    });
    await must(first, 'cancel', { cancel_reason: 'requested' });
    await held(2);
  });
});

describe('a size of which one is left', () => {
  test('is promised once, and is free again when its registration ends', async () => {
    const shirt = { tshirt_modelid: arena.shirt, tshirt_size: 'M' };
    const first = await held(0, shirt);
    expect(await reserved()).toBe(1);
    expect(await signUp(1, shirt)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'tshirt_size', message: 'No quedan playeras de talla M.' }] },
    });
    await must(first, 'cancel', { cancel_reason: 'requested' });
    expect(await reserved()).toBe(0);
    await held(1, shirt);
  });
});

describe('a bib', () => {
  test('is drawn from a pool of its distance and from no other, and who finds none waits for one', async () => {
    expect(await scene.read(await paid(0))).toMatchObject({ status: 'assign_number', number: 1 });
    expect(await scene.read(await paid(1))).toMatchObject({ status: 'no_assign_number', number: null });
    expect(await scene.read(await paid(2, { distanceid: arena.distances[1] }))).toMatchObject({ status: 'assign_number', number: 501 });
  });

  test('is free again when its registration ends, and set aside once its kit was handed out', async () => {
    const state = async (number: number): Promise<string> =>
      (await one('select state from bibs where eventid = $1 and number = $2', [arena.eventid, number])).state;
    const [first, second] = [await paid(0, { distanceid: arena.distances[1] }), await paid(1, { distanceid: arena.distances[1] })];
    await must(first, 'cancel', { cancel_reason: 'requested' });
    expect(await state(501)).toBe('free');
    await scene.pool.query(`update inscriptions set kit_status = 'delivered' where inscriptionid = $1`, [second]);
    await must(second, 'cancel', { cancel_reason: 'requested', override: true, reason: 'no corrió' });
    expect(await state(502)).toBe('restricted');
  });

  test('is given by hand where the event numbers by hand', async () => {
    await scene.pool.query(`update events set numbering_mode = 'manual' where eventid = $1`, [arena.eventid]);
    const id = await paid(0);
    expect(await scene.read(id)).toMatchObject({ status: 'paid', number: null });
    await must(id, 'assign_number');
    expect(await scene.read(id)).toMatchObject({ status: 'assign_number', number: 1 });
  });
});

test('every total agrees after all of it', async () => expect(await reconcile(scene.pool)).toEqual({}));
