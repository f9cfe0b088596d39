import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../support/reconcile';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene();
  arena = await openArena(scene, { athletes: 4, seats: [4, 4], bibs: [9, 9], shirts: [2, 1], uses: 9, budget: 90_000, cents: 0 });
});
afterAll(() => scene.close());

test('a record that is refused in the middle of many leaves nothing of itself, and the others are done', async () => {
  const ids: number[] = [];
  for (const web_userid of arena.athletes) {
    const { body } = await scene.support.post('/v2/inscription/inscriptions', {
      eventid: arena.eventid,
      distanceid: arena.distances[0],
      web_userid,
      ...(ids.length < 2 && { tshirt_modelid: arena.shirt, tshirt_size: 'M' }),
    });
    ids.push(body.inscriptionid);
  }
  const { body } = await scene.support.post('/v2/inscription/inscriptions/actions/update_tshirt', {
    ids,
    input: { tshirt_modelid: arena.shirt, tshirt_size: 'L' },
  });
  expect(body.result ?? body).toMatchObject({
    ok: 1,
    skipped: ids.slice(1).map((id) => ({ id, reason: 'No quedan playeras de talla L.' })),
  });
  const stock = (
    await scene.pool.query('select size, reserved::int from tshirt_stock where tshirt_modelid = $1 order by size', [arena.shirt])
  ).rows;
  expect(stock).toEqual([
    { size: 'L', reserved: 1 },
    { size: 'M', reserved: 1 },
  ]);
  expect(await scene.read(ids[1]!)).toMatchObject({ tshirt_size: 'M' });
  expect(await scene.statuses(ids[1]!)).toEqual(['started']);
  expect(await reconcile(scene.pool)).toEqual({});
});

test('a seat that somebody would have taken, and was refused for another reason, is left to the next one', async () => {
  const { eventid, distances, coupons, athletes } = await openArena(scene, {
    athletes: 3,
    seats: [9, 9],
    bibs: [9, 9],
    shirts: [1, 1],
    uses: 1,
    budget: 90_000,
    cents: 0,
  });
  const ids: number[] = [];
  for (const web_userid of athletes)
    ids.push(
      (await scene.support.post('/v2/inscription/inscriptions', { eventid, distanceid: distances[0], web_userid })).body.inscriptionid,
    );
  const [first, second, last] = ids as [number, number, number];
  const must = async (id: number, action: string, input: object): Promise<void> => {
    expect(await scene.act(scene.support, id, action, input)).toMatchObject({ status: 200 });
  };
  await must(first, 'apply_coupon', { couponid: coupons[0] });
  for (const id of [first, last]) await must(id, 'cancel', { cancel_reason: 'requested' });
  await must(second, 'apply_coupon', { couponid: coupons[0] });
  await scene.pool.query('update distances set capacity = sold_count + held_count + 1 where distanceid = $1', [distances[0]]);
  const { body } = await scene.support.post('/v2/inscription/inscriptions/actions/reactivate', {
    ids: [first, last],
    input: { reason: 'Vuelven' },
  });
  expect(body).toMatchObject({ ok: 1, skipped: [{ id: first, code: 'COUPON_EXHAUSTED' }], failed: [] });
  expect(await scene.read(last)).toMatchObject({ status: 'started' });
});
