import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replay, type InscriptionStatus, type Lifecycle } from '@/domain/registration/lifecycle';
import { registry } from '@/resources';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { inSystemTransaction } from '../../../server/kernel/transaction';
import { readStored } from '../../../server/api/list/stored';
import { advance } from '../../../server/features/registration/advance';
import { reconcile } from '../../support/reconcile';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 2, seats: [1, 1], bibs: [2, 2], shirts: [1, 1], uses: 1, budget: 90_000, cents: 10_000 });
});
afterAll(() => scene.close());

const go = (id: number, to: Lifecycle, isBack = false): Promise<unknown> =>
  inSystemTransaction({ pool: scene.pool, registry }, async (tx) => {
    await advance(tx, (await readStored(tx, inscriptions, id, { lock: true })) as unknown as Inscription, to, {
      isBack,
      reason: 'una persona, dos cuentas',
    });
  });
const onStatus = { statusCode: 409, errors: [expect.objectContaining({ path: 'status' })] };
const one = async (text: string, values: readonly unknown[]): Promise<any> => (await scene.pool.query(text, values as unknown[])).rows[0];
const must = async (id: number, action: string, input: object = {}): Promise<void> =>
  expect((await scene.act(action === 'wallet_refund' ? scene.finance : scene.support, id, action, input)).status, action).toBe(200);
const signed = async (): Promise<number> =>
  (
    await scene.support.post('/v2/inscription/inscriptions', {
      eventid: arena.eventid,
      distanceid: arena.distances[0],
      web_userid: arena.athletes[0],
      tshirt_modelid: arena.shirt,
      tshirt_size: 'M',
    })
  ).body.inscriptionid;
const paid = async (): Promise<number> => {
  const id = await signed();
  await must(id, 'apply_coupon', { couponid: arena.coupons[0] });
  await must(id, 'pay', { method: 'cash' });
  return id;
};
const holdings = (id: number) =>
  one(
    `
  select d.held_count::int as held, d.sold_count::int as sold, (select reserved::int from tshirt_stock where tshirt_modelid = $2 and size = 'M') as shirts, (select count(*)::int from bibs where inscriptionid = $1) as bibs,
         (select uses_count::int from coupons where couponid = $3) as uses, i.qr_token is not null as opens
    from inscriptions i join distances d using (distanceid) where i.inscriptionid = $1`,
    [id, arena.shirt, arena.coupons[0]],
  );
const nothing = { held: 0, sold: 0, shirts: 0, bibs: 0, uses: 0, opens: false };
const agrees = async (id: number): Promise<void> => {
  expect(await reconcile(scene.pool)).toEqual({});
  expect(replay((await scene.statuses(id)).map((status) => ({ status: status as InscriptionStatus })))).toBe((await scene.read(id)).status);
};

describe('a duplicate that is merged', () => {
  test('gives up seat, bib, size, coupon and QR code, and takes them again when that is undone', async () => {
    const id = await paid();
    await go(id, 'merged');
    expect(await holdings(id)).toEqual(nothing);
    await agrees(id);
    await expect(go(id, 'paid'), 'nobody returns by accident').rejects.toMatchObject(onStatus);
    await expect(go(id, 'cancelled', true), 'it leads back only to where it was').rejects.toMatchObject(onStatus);
    await go(id, 'paid', true);
    expect(await holdings(id)).toMatchObject({ sold: 1, shirts: 1, uses: 1, opens: true });
    expect(await scene.read(id)).toMatchObject({ status: 'paid', paid_cents: 32_500, expires_at: null, cancelled_at: null });
    await agrees(id);
  });

  test('comes back within 72 hours and not after', async () => {
    const id = await paid();
    await go(id, 'merged');
    const age = (hours: number) =>
      scene.pool.query(
        `update inscription_log set created = now() - make_interval(hours => $2) where inscriptionid = $1 and status = 'merged'`,
        [id, hours],
      );
    await age(73);
    await expect(go(id, 'paid', true)).rejects.toMatchObject(onStatus);
    expect(await holdings(id)).toEqual(nothing);
    await age(71);
    await go(id, 'paid', true);
    expect((await scene.read(id)).status).toBe('paid');
  });

  test('comes back only while there is a seat for it', async () => {
    const id = await paid();
    await go(id, 'merged');
    expect(
      (
        await scene.support.post('/v2/inscription/inscriptions', {
          eventid: arena.eventid,
          distanceid: arena.distances[0],
          web_userid: arena.athletes[1],
        })
      ).status,
    ).toBe(201);
    await expect(go(id, 'paid', true)).rejects.toMatchObject({
      statusCode: 409,
      errors: [expect.objectContaining({ path: 'distanceid' })],
    });
    await agrees(id);
  });

  test.each([
    ['cancelled', { cancel_reason: 'requested' }, 'cancel'],
    ['wallet_refund', { reason: 'lesión' }, 'wallet_refund'],
  ] as const)('that was %s is so again, without money or things moving twice', async (status, input, action) => {
    const id = await paid();
    await must(id, action, input);
    const wallet = () =>
      one('select available_cents::int as available, frozen_cents::int as frozen from wallets where web_userid = $1', [arena.athletes[0]]);
    const before = [await wallet(), await scene.read(id).then(({ refunded_cents }) => refunded_cents)];
    await go(id, 'merged');
    await go(id, status, true);
    expect([await wallet(), await scene.read(id).then(({ refunded_cents }) => refunded_cents)]).toEqual(before);
    expect(await holdings(id)).toEqual(nothing);
    await agrees(id);
  });

  test('that was over keeps the coupon that its end kept and the day on which it ended', async () => {
    const id = await paid();
    await must(id, 'cancel', { cancel_reason: 'fraud' });
    const before = await scene.read(id);
    await go(id, 'merged');
    expect(await holdings(id)).toEqual({ ...nothing, uses: 1 });
    await go(id, 'cancelled', true);
    expect(await holdings(id), 'a fraud gives no coupon back, by a detour neither').toEqual({ ...nothing, uses: 1 });
    expect(await scene.read(id)).toMatchObject({ cancelled_at: before.cancelled_at, cancel_reason: 'fraud' });
    await agrees(id);
  });

  test('that was refunded may still have its refund taken back', async () => {
    const id = await paid();
    await must(id, 'wallet_refund', { reason: 'lesión' });
    await go(id, 'merged');
    await go(id, 'wallet_refund', true);
    expect(await scene.act(scene.finance, id, 'reverse_refund', { reason: 'sí corre' })).toMatchObject({ status: 200 });
    expect(await scene.read(id)).toMatchObject({ status: 'assign_number', refunded_cents: 0 });
    await agrees(id);
  });

  test('that was disputed leaves the dispute to the bank, and is disputed again, once', async () => {
    const id = await paid();
    expect((await scene.chief.post(`/v2/inscription/inscriptions/${id}/open_chargeback`, { input: { reason: 'banco' } })).status).toBe(200);
    await go(id, 'merged');
    await agrees(id);
    await go(id, 'chargeback', true);
    expect((await one(`select count(*)::int as rows from payments where inscriptionid = $1 and type = 'chargeback'`, [id])).rows).toBe(1);
    expect(await holdings(id)).toMatchObject({ sold: 1, shirts: 1 });
    expect((await scene.read(id)).expires_at).toBeNull();
    await agrees(id);
  });

  test('that waited for its payment waits again, with an end', async () => {
    const id = await signed();
    await go(id, 'merged');
    expect(await holdings(id)).toEqual(nothing);
    await go(id, 'started', true);
    expect(await holdings(id)).toMatchObject({ held: 1, shirts: 1, opens: true });
    expect(await scene.read(id)).toMatchObject({ status: 'started', cancelled_at: null, expires_at: expect.any(String) });
    await agrees(id);
  });
});
