import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replay, type InscriptionStatus } from '@/domain/registration/lifecycle';
import { reconcile } from '../../support/reconcile';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 3, seats: [3, 1], bibs: [5, 5], shirts: [2, 1], uses: 3, budget: 90_000, cents: 100_000 });
});
afterAll(() => scene.close());

const one = async (text: string, values: readonly unknown[]): Promise<any> => (await scene.pool.query(text, values as unknown[])).rows[0];
const held = async (athlete = 0, more: object = {}): Promise<number> =>
  (
    await scene.support.post('/v2/inscription/inscriptions', {
      eventid: arena.eventid,
      distanceid: arena.distances[0],
      web_userid: arena.athletes[athlete],
      tshirt_modelid: arena.shirt,
      tshirt_size: 'M',
      ...more,
    })
  ).body.inscriptionid;
const must = async (id: number, action: string, input: object = {}): Promise<void> =>
  expect(await scene.act(scene.support, id, action, input)).toMatchObject({ status: 200 });
const reserved = async (): Promise<readonly number[]> =>
  (
    await scene.pool.query('select reserved::int from tshirt_stock where tshirt_modelid = $1 order by sort, tshirt_stockid', [arena.shirt])
  ).rows.map(({ reserved: each }) => each);
const seats = async (): Promise<readonly number[]> =>
  (
    await scene.pool.query('select held_count::int as held from distances where distanceid = any($1) order by distanceid', [
      arena.distances,
    ])
  ).rows.map(({ held: each }) => each);
const lastOf = (id: number): Promise<any> =>
  one(
    'select status, action_label, permission_key, actor_type, changes, reason from inscription_log where inscriptionid = $1 order by logid desc limit 1',
    [id],
  );
const agrees = async (id: number): Promise<void> => {
  expect(await reconcile(scene.pool)).toEqual({});
  expect(replay((await scene.statuses(id)).map((status) => ({ status: status as InscriptionStatus })))).toBe((await scene.read(id)).status);
};

describe('the size of who has not paid yet', () => {
  test('is saved as a step of the registration, and the stock follows', async () => {
    const id = await held();
    expect(await reserved()).toEqual([1, 0]);
    await must(id, 'update_tshirt', { tshirt_size: 'L', reason: 'le queda chica' });
    expect(await scene.statuses(id)).toEqual(['started', 'tshirt_saved']);
    expect(await lastOf(id)).toEqual({
      status: 'tshirt_saved',
      action_label: null,
      permission_key: 'event-inscription',
      actor_type: 'staff',
      reason: 'le queda chica',
      changes: [{ field: 'tshirt_size', old: 'M', new: 'L' }],
    });
    expect(await reserved()).toEqual([0, 1]);
    await agrees(id);
    await must(id, 'pay', { method: 'cash' });
    await must(id, 'update_tshirt', { tshirt_size: 'M' });
    expect((await lastOf(id)).status, 'after the payment it is a change').toBe('tshirt_updated');
    await agrees(id);
  });

  test('is refused where none is left, and the old one is kept', async () => {
    const [first, second] = [await held(0, { tshirt_size: 'L' }), await held(1)];
    expect(await scene.act(scene.support, second, 'update_tshirt', { tshirt_size: 'L' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'tshirt_size' }] },
    });
    expect(await reserved()).toEqual([1, 1]);
    expect(await scene.statuses(second)).toEqual(['started']);
    await agrees(first);
  });
});

describe('the race of who has not paid yet', () => {
  test('is saved with its price, and the seat is held there and no longer here', async () => {
    const id = await held();
    expect(await seats()).toEqual([1, 0]);
    expect(await scene.act(scene.support, id, 'update_race', { distanceid: arena.distances[1] })).toMatchObject({
      status: 200,
      body: { result: { difference_cents: -20_000 } },
    });
    expect(await scene.read(id)).toMatchObject({
      status: 'started',
      distanceid: arena.distances[1],
      total_cents: 42_500,
      paid_cents: 0,
      tshirt_size: 'M',
    });
    expect(await seats()).toEqual([0, 1]);
    expect(await scene.statuses(id)).toEqual(['started', 'distance_saved']);
    expect(await lastOf(id)).toMatchObject({
      permission_key: 'event-admin-inscription',
      changes: expect.arrayContaining([
        { field: 'distanceid', old: arena.distances[0], new: arena.distances[1] },
        { field: 'total_cents', old: 62_500, new: 42_500 },
      ]),
    });
    await agrees(id);
    await must(id, 'pay', { method: 'cash' });
    expect(await scene.read(id)).toMatchObject({ status: 'assign_number', number: 501, paid_cents: 42_500 });
    await agrees(id);
  });

  test('is refused where no seat is left, to anyone who waits for a payment, and without the key', async () => {
    const [first, second] = [await held(0, { distanceid: arena.distances[1] }), await held(1)];
    const to = { distanceid: arena.distances[1] };
    expect(await scene.act(scene.support, second, 'update_race', to)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'distanceid' }] },
    });
    expect((await scene.act(scene.desk, second, 'update_race', to)).status).toBe(403);
    await must(second, 'request_payment', { method: 'oxxo' });
    expect(await scene.act(scene.support, second, 'update_race', to)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'status', message: 'Hay un pago en curso: espera a que termine.' }] },
    });
    expect(await seats()).toEqual([1, 1]);
    await agrees(first);
  });

  test.each([
    ['difference', 'waive'],
    ['method', 'cash'],
  ])('has no difference to take or to waive: %s is refused on its field, and nothing moves', async (field, value) => {
    const id = await held();
    const message = 'Aún no ha pagado: no hay diferencia que cobrar ni condonar, el precio nuevo se cobra con el pago.';
    expect(
      await scene.act(scene.support, id, 'update_race', { distanceid: arena.distances[1], [field]: value, reason: 'así' }),
    ).toMatchObject({ status: 400, body: { errors: [{ path: `input.${field}`, message }] } });
    expect([await scene.statuses(id), await seats()]).toEqual([['started'], [1, 0]]);
  });

  test('takes a coupon along only where it serves: otherwise it is let go, and its use is free again', async () => {
    const [here, everywhere] = [await held(0), await held(1)],
      to = { distanceid: arena.distances[1] };
    await must(here, 'apply_coupon', { couponid: arena.coupons[4] });
    expect(await scene.act(scene.support, here, 'update_race', to)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'couponid' }] },
    });
    await must(here, 'update_race', { ...to, coupon: 'drop' });
    expect(await scene.read(here)).toMatchObject({ couponid: null, discount_cents: 0, total_cents: 42_500 });
    expect(await one('select reserved_count as reserved from coupons where couponid = $1', [arena.coupons[4]])).toEqual({ reserved: 0 });
    await must(here, 'cancel', { cancel_reason: 'requested' });
    await must(everywhere, 'apply_coupon', { couponid: arena.coupons[0] });
    await must(everywhere, 'update_race', to);
    expect(await scene.read(everywhere)).toMatchObject({ couponid: arena.coupons[0], discount_cents: 20_000, total_cents: 22_500 });
    expect(
      await one(`select discount_cents as taken from coupon_uses where inscriptionid = $1 and state = 'reserved'`, [everywhere]),
    ).toEqual({ taken: 20_000 });
    await agrees(everywhere);
  });

  test('answers a rehearsal like the action itself, and leaves nothing of it', async () => {
    const id = await held(),
      input = { distanceid: arena.distances[1] };
    const rehearsed = await scene.act(scene.support, id, 'update_race', input, true);
    expect(await scene.statuses(id)).toEqual(['started']);
    expect((await scene.act(scene.support, id, 'update_race', input)).body).toEqual(rehearsed.body);
  });
});
