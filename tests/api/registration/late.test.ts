import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { registry } from '@/resources';
import { inSystemTransaction, type Transaction } from '../../../server/kernel/transaction';
import { readStored } from '../../../server/api/list/stored';
import { expireHolds } from '../../../server/features/registration/expireHolds';
import { advance } from '../../../server/features/registration/advance';
import { settleCharge } from '../../../server/features/registration/settleCharge';
import { digestOf, reconcile } from '../../support/reconcile';
import { openArena, perform, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 3, seats: [1, 5], bibs: [5, 5], shirts: [1, 5], uses: 1, budget: 90_000, cents: 100_000 });
});
afterAll(() => scene.close());

const system = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => inSystemTransaction({ pool: scene.pool, registry }, work);
const one = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  (await scene.pool.query(text, values as unknown[])).rows[0];
const sweep = () => expireHolds({ pool: scene.pool, registry });
const signUp = async (athlete = 0, more: object = {}): Promise<number> =>
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
const must = async (id: number, action: string, input: object = {}, person = scene.support): Promise<void> =>
  expect(await scene.act(person, id, action, input)).toMatchObject({ status: 200 });
const lapse = async (id: number): Promise<void> => {
  await scene.pool.query(`update inscriptions set expires_at = now() - interval '1 second' where inscriptionid = $1`, [id]);
};
const chargeOf = async (id: number): Promise<number> =>
  Number((await one(`select max(paymentid) as id from payments where inscriptionid = $1 and type = 'charge'`, [id])).id);
const settle = async (id: number, reference: string | null = null): Promise<string> => {
  const charge = await chargeOf(id); // the embedded database has one connection, which the transaction takes
  return system((tx) => settleCharge(tx, charge, reference));
};
const wallet = (athlete = 0): Promise<any> =>
  one('select available_cents::int as available, frozen_cents::int as frozen from wallets where web_userid = $1', [
    arena.athletes[athlete],
  ]);
const clean = async (): Promise<void> => expect(await reconcile(scene.pool)).toEqual({});
/** An inscription whose voucher was not paid in time, with a part from the wallet and a coupon. */
const expired = async (): Promise<number> => {
  const id = await signUp();
  await must(id, 'apply_coupon', { couponid: arena.coupons[0] });
  await must(id, 'request_payment', { method: 'oxxo', wallet_cents: 10_000 });
  await lapse(id);
  expect(await sweep()).toEqual({ expired: 1, thawed: 0, refused: [] });
  return id;
};

describe('a hold whose time is over', () => {
  test('is cancelled by the system, and gives back seat, size, coupon, balance and the payment that waited', async () => {
    const id = await expired();
    expect(await scene.read(id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'expired',
      expires_at: null,
      wallet_cents: 0,
      updated_by: null,
    });
    expect(
      await one(
        `select actor_type, actor_userid, source, from_status from inscription_log where inscriptionid = $1 and status = 'cancelled'`,
        [id],
      ),
    ).toEqual({ actor_type: 'system', actor_userid: null, source: 'job', from_status: 'pending_payment' });
    expect(await one('select status from payments where inscriptionid = $1', [id])).toEqual({ status: 'expired' });
    expect(await wallet()).toEqual({ available: 100_000, frozen: 0 });
    expect(await one('select held_count, sold_count from distances where distanceid = $1', [arena.distances[0]])).toEqual({
      held_count: 0,
      sold_count: 0,
    });
    expect(await signUp(1)).toEqual(expect.any(Number));
    await clean();
  });

  test('stays while there is time, and so does whatever was paid', async () => {
    const waiting = await signUp(),
      done = await signUp(1, { distanceid: arena.distances[1], tshirt_size: 'L' });
    await must(done, 'pay', { method: 'cash' });
    const before = await digestOf(scene.pool);
    expect(await sweep()).toEqual({ expired: 0, thawed: 0, refused: [] });
    expect(await digestOf(scene.pool)).toBe(before);
    expect([(await scene.read(waiting)).status, (await scene.read(done)).status]).toEqual(['started', 'assign_number']);
  });

  test('is cancelled once by sweepers that come at once, over more than one batch', async () => {
    await scene.pool.query('update distances set capacity = 200 where distanceid = $1', [arena.distances[1]]);
    await scene.pool.query('update price_tiers set qty_limit = null where distanceid = $1', [arena.distances[1]]);
    const ids: number[] = [];
    for (let number = 0; number < 45; number += 1)
      ids.push(await signUp(number % 3, { distanceid: arena.distances[1], tshirt_modelid: null, tshirt_size: null }));
    await scene.pool.query(`update inscriptions set expires_at = now() - interval '1 millisecond' where inscriptionid = any($1)`, [ids]);
    const swept = await Promise.all([sweep(), sweep(), sweep()]);
    await sweep(); // whatever the three skipped because another was at it
    expect(swept.flatMap(({ refused }) => refused)).toEqual([]);
    expect(
      await one(
        `select count(*)::int as rows, count(distinct inscriptionid)::int as each from inscription_log where inscriptionid = any($1) and status = 'cancelled'`,
        [ids],
      ),
    ).toEqual({ rows: 45, each: 45 });
    await clean();
  });

  test('that something refuses is reported and does not stop the others', async () => {
    const [stuck, other] = [
      await signUp(0, { distanceid: arena.distances[1], tshirt_size: 'L' }),
      await signUp(1, { distanceid: arena.distances[1], tshirt_size: 'L' }),
    ];
    await must(stuck, 'request_payment', { method: 'card', wallet_cents: 100 });
    await scene.pool.query('alter table wallet_movements add constraint nobody_releases check (type <> $$release$$) not valid');
    try {
      await lapse(stuck);
      await lapse(other);
      expect(await sweep()).toEqual({ expired: 1, thawed: 0, refused: [stuck] });
    } finally {
      await scene.pool.query('alter table wallet_movements drop constraint nobody_releases');
    }
    expect([(await scene.read(stuck)).status, (await scene.read(other)).status]).toEqual(['pending_payment', 'cancelled']);
    expect(await sweep()).toEqual({ expired: 1, thawed: 0, refused: [] });
    await clean();
  });
});

describe('money that comes late', () => {
  test('takes the seat, the size, the coupon and the part of the wallet again when they are free', async () => {
    const id = await expired();
    expect(await settle(id, 'oxxo-77')).toBe('paid');
    expect(await scene.read(id)).toMatchObject({
      status: 'assign_number',
      number: 1,
      paid_cents: 32_500,
      refunded_cents: 0,
      wallet_cents: 10_000,
      discount_cents: 30_000,
      cancel_reason: null,
      cancelled_at: null,
      expires_at: null,
    });
    expect(await one(`select reference from payments where inscriptionid = $1 and status = 'paid' and method = 'oxxo'`, [id])).toEqual({
      reference: 'oxxo-77',
    });
    expect(await wallet()).toEqual({ available: 90_000, frozen: 0 });
    expect(await scene.statuses(id)).toEqual([
      'started',
      'coupon_applied',
      'pending_payment',
      'defrost_balance',
      'cancelled',
      'pending_payment',
      'paid',
      'assign_number',
    ]);
    await clean();
  });

  test.each([
    [
      'the seat',
      async () => {
        await signUp(1, { tshirt_modelid: null, tshirt_size: null });
      },
    ],
    [
      'the size',
      async () => {
        await signUp(1, { distanceid: arena.distances[1] });
      },
    ],
    [
      'the coupon',
      async () => {
        const other = await signUp(1, { distanceid: arena.distances[1], tshirt_size: 'L' });
        await must(other, 'apply_coupon', { couponid: arena.coupons[0] });
      },
    ],
    [
      'the balance',
      async () => {
        const { walletid } = await one('select walletid from wallets where web_userid = $1', [arena.athletes[0]]);
        await scene.chief.post(`/v2/user/wallets/${walletid}/debit`, { input: { amount_cents: 95_000, reason: 'x' } });
      },
    ],
  ])('goes into the wallet when %s is taken: nothing of it is lost', async (_what, take) => {
    const id = await expired();
    await take();
    const before = await wallet(),
      charge = await chargeOf(id);
    expect(await system((tx) => settleCharge(tx, charge))).toBe('credited');
    expect(await scene.read(id)).toMatchObject({ status: 'wallet_refund', paid_cents: 22_500, refunded_cents: 22_500, number: null });
    expect(await wallet()).toEqual({ available: before.available + 22_500, frozen: 0 });
    expect(await system((tx) => settleCharge(tx, charge))).toBe('known');
    expect(await wallet()).toEqual({ available: before.available + 22_500, frozen: 0 });
    await clean();
  });

  test('for what was cancelled on request never brings it back', async () => {
    const id = await signUp();
    await must(id, 'request_payment', { method: 'card', wallet_cents: 0 });
    await must(id, 'cancel', { cancel_reason: 'requested' });
    expect(await settle(id)).toBe('credited');
    expect(await scene.read(id)).toMatchObject({ status: 'wallet_refund', paid_cents: 62_500, refunded_cents: 62_500 });
    expect(await wallet()).toEqual({ available: 162_500, frozen: 0 });
    await clean();
  });

  test('stays in the wallet: its refund was no decision that could be taken back, or the seat would be paid twice', async () => {
    const id = await signUp();
    await must(id, 'request_payment', { method: 'card', wallet_cents: 0 });
    await must(id, 'cancel', { cancel_reason: 'requested' });
    expect(await settle(id)).toBe('credited');
    const message = 'Ese dinero llegó cuando ya nadie lo esperaba: se queda en el monedero.';
    expect(await scene.act(scene.finance, id, 'reverse_refund', { reason: 'sí corre' })).toMatchObject({
      status: 409,
      body: { message, errors: [{ path: 'status', message }] },
    });
    expect(await scene.read(id)).toMatchObject({ status: 'wallet_refund', paid_cents: 62_500, refunded_cents: 62_500 });
    expect(await wallet()).toEqual({ available: 162_500, frozen: 0 });
    await clean();
  });

  test('for what the counter took meanwhile is credited, and the inscription stays as it is', async () => {
    const id = await signUp();
    await must(id, 'request_payment', { method: 'card', wallet_cents: 0 });
    const charge = await chargeOf(id);
    await must(id, 'pay', { method: 'cash' });
    expect(await system((tx) => settleCharge(tx, charge))).toBe('credited');
    expect(await scene.read(id)).toMatchObject({ status: 'assign_number', number: 1, paid_cents: 125_000, refunded_cents: 62_500 });
    expect(await wallet()).toEqual({ available: 162_500, frozen: 0 });
    expect(await scene.statuses(id)).toEqual(['started', 'pending_payment', 'paid', 'assign_number', 'data_updated']);
    await clean();
  });

  test('of an amount that is not due any more is credited, and the hold waits on', async () => {
    const id = await signUp();
    await must(id, 'request_payment', { method: 'card', wallet_cents: 20_000 });
    const old = await chargeOf(id);
    await must(id, 'remove_wallet', { reason: 'paga todo con tarjeta' }, scene.finance);
    expect(await one('select status, method, amount_cents from payments where paymentid = $1', [await chargeOf(id)])).toEqual({
      status: 'pending',
      method: 'card',
      amount_cents: 62_500,
    });
    expect(await system((tx) => settleCharge(tx, old))).toBe('credited');
    expect(await scene.read(id)).toMatchObject({ status: 'pending_payment', paid_cents: 42_500, refunded_cents: 42_500 });
    await clean();
    await must(id, 'pay', { method: 'cash' });
    expect(await scene.read(id)).toMatchObject({ paid_cents: 105_000, refunded_cents: 42_500 });
    await clean();
  });

  test('that no inscription knows is not found', async () => {
    await expect(system((tx) => settleCharge(tx, 999_999_999))).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('what was given up', () => {
  const back = async (id: number): Promise<{ status: number; body: any }> =>
    scene.act(scene.support, id, 'reactivate', { reason: 'fue un error' });

  test('is taken again whole: one shirt, and an end', async () => {
    const id = await signUp();
    await must(id, 'cancel', { cancel_reason: 'requested' });
    expect((await back(id)).status).toBe(200);
    expect(await scene.read(id)).toMatchObject({ status: 'started', expires_at: expect.any(String) });
    expect(await one(`select reserved::int from tshirt_stock where tshirt_modelid = $1 and size = 'M'`, [arena.shirt])).toEqual({
      reserved: 1,
    });
    await clean();
  });

  test('with its kit in hand is promised no second shirt', async () => {
    const id = await signUp();
    await must(id, 'pay', { method: 'cash' });
    expect(await perform({ ...arena, signed: [id] }, { kind: 'hand_out', who: 0 })).toMatchObject({ status: 200 });
    await must(id, 'cancel', { cancel_reason: 'admin', override: true, reason: 'se quedó con el kit' });
    expect((await back(id)).status).toBe(200);
    expect(
      await one(`select reserved::int, delivered::int from tshirt_stock where tshirt_modelid = $1 and size = 'M'`, [arena.shirt]),
    ).toEqual({ reserved: 0, delivered: 1 });
    await clean();
  });

  test('after a decline ends some time, too', async () => {
    const id = await signUp();
    await must(id, 'request_payment', { method: 'card', wallet_cents: 0 });
    await system(async (tx) =>
      advance(tx, (await readStored(tx, inscriptions, id, { lock: true })) as unknown as Inscription, 'payment_declined', {
        actor: 'gateway',
      }),
    );
    await must(id, 'cancel', { cancel_reason: 'requested' });
    await expect(
      system(async (tx) =>
        advance(tx, (await readStored(tx, inscriptions, id)) as unknown as Inscription, 'payment_declined', { actor: 'gateway' }),
      ),
    ).rejects.toMatchObject({ statusCode: 409, errors: [{ path: 'status' }] });
    expect((await back(id)).status).toBe(200);
    expect(await scene.read(id)).toMatchObject({ status: 'payment_declined', expires_at: expect.any(String) });
    await clean();
  });

  test('needs a seat, and says so', async () => {
    const id = await signUp();
    await must(id, 'cancel', { cancel_reason: 'requested' });
    await signUp(1, { tshirt_size: 'L' });
    expect(await back(id)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'distanceid', message: 'No quedan lugares en la distancia.' }] },
    });
    expect((await scene.read(id)).status).toBe('cancelled');
  });

  test('by a fraud keeps the use of its coupon, and can be taken back with it', async () => {
    const id = await signUp();
    await must(id, 'apply_coupon', { couponid: arena.coupons[0] });
    await must(id, 'cancel', { cancel_reason: 'fraud' });
    expect(await one('select uses_count as used, reserved_count as reserved from coupons where couponid = $1', [arena.coupons[0]])).toEqual(
      { used: 1, reserved: 0 },
    );
    await clean();
    expect((await back(id)).status).toBe(200);
    await clean();
  });
});

test('a courtesy leaves the coupon to somebody else', async () => {
  const id = await signUp();
  await must(id, 'apply_coupon', { couponid: arena.coupons[0] });
  await must(id, 'pay', { method: 'courtesy', reason: 'prensa' });
  expect(await scene.read(id)).toMatchObject({ couponid: null, total_cents: 0, discount_cents: 60_000 });
  expect(
    await one('select uses_count as used, reserved_count as reserved, spent_cents::int as spent from coupons where couponid = $1', [
      arena.coupons[0],
    ]),
  ).toEqual({ used: 0, reserved: 0, spent: 0 });
  await clean();
});

test('a disputed inscription keeps its seat until it is decided', async () => {
  const id = await signUp();
  await must(id, 'pay', { method: 'cash' });
  await must(id, 'open_chargeback', { reason: 'banco' }, scene.finance);
  expect(
    (
      await scene.support.post('/v2/inscription/inscriptions', {
        eventid: arena.eventid,
        distanceid: arena.distances[0],
        web_userid: arena.athletes[1],
      })
    ).status,
  ).toBe(409);
  await must(id, 'close_chargeback', { outcome: 'won', reason: 'evidencia' }, scene.finance);
  expect(await scene.read(id)).toMatchObject({ status: 'assign_number', number: 1 });
  await clean();
});
