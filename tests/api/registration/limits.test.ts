import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { digestOf, reconcile } from '../../support/reconcile';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene({ poolSize: 8 });
});
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 4, seats: [4, 4], bibs: [5, 5], shirts: [4, 4], uses: 2, budget: 90_000, cents: 100_000 });
});
afterAll(() => scene.close());

const one = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  (await scene.pool.query(text, values as unknown[])).rows[0];
const clean = async (): Promise<void> => expect(await reconcile(scene.pool)).toEqual({});
const must = async (id: number, action: string, input: object = {}, person = scene.support): Promise<any> => {
  const answer = await scene.act(person, id, action, input);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body.result;
};
/** A refusal names its field, says the same in words, and changes not one byte. */
const refuses = async (
  status: number,
  path: string,
  action: () => Promise<{ readonly status: number; readonly body: any }>,
): Promise<string> => {
  const before = await digestOf(scene.pool);
  const answer = await action();
  expect(answer).toMatchObject({ status, body: { errors: [{ path }] } });
  expect(await digestOf(scene.pool)).toBe(before);
  return String(answer.body.errors[0].message);
};
const signUp = (athlete = 0, distance = 0, more: object = {}) =>
  scene.support.post('/v2/inscription/inscriptions', {
    eventid: arena.eventid,
    distanceid: arena.distances[distance],
    web_userid: arena.athletes[athlete],
    ...more,
  });
const held = async (athlete = 0, distance = 0): Promise<number> => (await signUp(athlete, distance)).body.inscriptionid;
const paid = async (athlete = 0, distance = 0): Promise<number> => {
  const id = await held(athlete, distance);
  await must(id, 'pay', { method: 'cash' });
  return id;
};
const discounted = async (couponid: number, athlete = 0, distance = 0): Promise<number> => {
  const id = await held(athlete, distance);
  await must(id, 'apply_coupon', { couponid });
  await must(id, 'pay', { method: 'cash' });
  return id;
};
const handOut = (id: number): Promise<unknown> =>
  scene.pool.query(`update inscriptions set kit_status = 'partial' where inscriptionid = $1`, [id]);

describe('a refund above the limit', () => {
  const limit = (cents: number): Promise<unknown> => scene.pool.query('update organizations set refund_approval_cents = $1', [cents]);
  beforeAll(() => limit(1_000));
  afterAll(() => limit(200_000));
  const ask = async (id: number, more: object = {}): Promise<number> => {
    expect(await must(id, 'wallet_refund', { reason: 'lesión', ...more }, scene.finance)).toMatchObject({ waiting: 1 });
    return Number((await one(`select paymentid from payments where inscriptionid = $1 and status = 'created'`, [id])).paymentid);
  };
  const approve = (paymentid: number) => scene.chief.post(`/v2/inscription/payments/${paymentid}/approve`);

  test.each([
    [false, 'used'],
    [true, 'returned'],
  ] as const)('keeps what was said about the coupon until it is approved: returned %s', async (return_coupon, state) => {
    const id = await discounted(arena.coupons[0]!);
    expect((await approve(await ask(id, { return_coupon }))).status).toBe(200);
    expect(await scene.read(id)).toMatchObject({ status: 'wallet_refund' });
    expect(await one('select state from coupon_uses where inscriptionid = $1', [id])).toEqual({ state });
    await clean();
  });

  test('is not approved once the kit was handed out, unless that was accepted in the request', async () => {
    const id = await paid();
    const asked = await ask(id);
    await handOut(id);
    await refuses(409, 'kit_status', () => approve(asked));
    expect((await scene.chief.post(`/v2/inscription/payments/${asked}/reject`, { input: { reason: 'tiene el kit' } })).status).toBe(200);
    expect((await approve(await ask(id, { override: true }))).status).toBe(200);
    expect(await scene.read(id)).toMatchObject({ status: 'wallet_refund', kit_status: 'partial' });
    await clean();
  });

  test('that waits blocks any other end, on the status', async () => {
    const id = await paid();
    await ask(id);
    expect(await refuses(409, 'status', () => scene.act(scene.support, id, 'cancel', { cancel_reason: 'admin' }))).toBe(
      'Ya hay un reembolso esperando autorización.',
    );
    expect(await refuses(409, 'status', () => scene.act(scene.finance, id, 'wallet_refund', { reason: 'otra vez' }))).toBe(
      'Ya hay un reembolso esperando autorización.',
    );
  });
});

describe('what the state of a record forbids is said on its status', () => {
  test('nobody comes back whose dispute was lost', async () => {
    const id = await paid();
    await must(id, 'open_chargeback', { reason: 'banco' }, scene.finance);
    await must(id, 'close_chargeback', { outcome: 'lost', reason: 'sin evidencia' }, scene.finance);
    expect(await refuses(409, 'status', () => scene.act(scene.support, id, 'reactivate', { reason: 'x' }))).toBe(
      'El banco devolvió el pago: la inscripción no puede volver.',
    );
  });

  test('nobody comes back whose money was given back', async () => {
    const id = await paid();
    await must(id, 'update_race', { distanceid: arena.distances[1] });
    await must(id, 'cancel', { cancel_reason: 'admin' });
    expect(await refuses(409, 'status', () => scene.act(scene.support, id, 'reactivate', { reason: 'x' }))).toBe(
      'Ya se devolvió dinero de esta inscripción.',
    );
  });

  test('no coupon comes to a payment that is under way', async () => {
    const id = await held();
    await must(id, 'request_payment', { method: 'card' });
    expect(await refuses(409, 'status', () => scene.act(scene.support, id, 'apply_coupon', { couponid: arena.coupons[0] }))).toBe(
      'Hay un pago en curso: espera a que termine.',
    );
  });
});

describe('a refund that is taken back', () => {
  test('leaves the wallet, and the inscription is as it was, with its coupon', async () => {
    const id = await discounted(arena.coupons[0]!);
    await must(id, 'wallet_refund', { reason: 'lesión' }, scene.finance);
    const given = Number((await scene.read(id)).refunded_cents);
    const dry = await scene.act(scene.finance, id, 'reverse_refund', { reason: 'siempre corre' }, true);
    expect(await must(id, 'reverse_refund', { reason: 'siempre corre' }, scene.finance)).toEqual(dry.body.result);
    expect(await scene.read(id)).toMatchObject({
      status: 'assign_number',
      refunded_cents: 0,
      qr_token: expect.any(String),
      number: expect.any(Number),
    });
    expect(
      await one(`select amount_cents::int as cents from wallet_movements where inscriptionid = $1 and type = 'reversal'`, [id]),
    ).toEqual({ cents: given });
    expect(await one('select state from coupon_uses where inscriptionid = $1', [id])).toEqual({ state: 'used' });
    await clean();
    await must(id, 'wallet_refund', { reason: 'ahora sí' }, scene.finance);
    await clean();
  });

  test('leaves a cancelled inscription cancelled, with its reason, and from there it comes back without being refunded again', async () => {
    const id = await paid();
    const { number } = await scene.read(id);
    await must(id, 'cancel', { cancel_reason: 'admin' });
    await must(id, 'wallet_refund', { reason: 'lesión' }, scene.finance);
    await must(id, 'reverse_refund', { reason: 'siempre corre' }, scene.finance);
    expect(await scene.read(id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'admin',
      cancelled_at: expect.any(String),
      refunded_cents: 0,
    });
    await must(id, 'reactivate', { reason: 'siempre corre' });
    expect(await scene.read(id)).toMatchObject({
      status: 'assign_number',
      cancel_reason: null,
      cancelled_at: null,
      refunded_cents: 0,
      number,
    });
    await clean();
  });

  test('is refused once the balance was spent, to anyone who holds no key, and for what was not refunded', async () => {
    const id = await paid();
    await refuses(409, 'status', () => scene.act(scene.finance, id, 'reverse_refund', { reason: 'x' }));
    await must(id, 'wallet_refund', { reason: 'lesión' }, scene.finance);
    expect((await scene.act(scene.support, id, 'reverse_refund', { reason: 'x' })).status).toBe(403);
    const { walletid, cents } = await one('select walletid, available_cents::int as cents from wallets where web_userid = $1', [
      arena.athletes[0],
    ]);
    await scene.chief.post(`/v2/user/wallets/${walletid}/debit`, { input: { amount_cents: cents, reason: 'gastado' } });
    const before = await digestOf(scene.pool);
    expect((await scene.act(scene.finance, id, 'reverse_refund', { reason: 'x' })).status).toBe(409);
    expect(await digestOf(scene.pool)).toBe(before);
  });
});

describe('a distance in pause', () => {
  test('takes nobody in, neither new nor from another race', async () => {
    const id = await paid();
    await scene.pool.query(`update distances set status = 'paused' where distanceid = $1`, [arena.distances[1]]);
    expect(await refuses(409, 'distanceid', () => signUp(1, 1))).toContain('en pausa');
    expect(
      await refuses(409, 'distanceid', () => scene.act(scene.support, id, 'update_race', { distanceid: arena.distances[1] })),
    ).toContain('en pausa');
  });
});

describe('the coupon of somebody who changes race', () => {
  test('that is for the old distance prevents the change, until somebody drops it and the difference is settled', async () => {
    const couponid = arena.coupons[4]!;
    const id = await discounted(couponid);
    expect(await refuses(409, 'couponid', () => scene.act(scene.support, id, 'update_race', { distanceid: arena.distances[1] }))).toBe(
      'El cupón es para otras distancias.',
    );
    await must(id, 'update_race', { distanceid: arena.distances[1], coupon: 'drop' });
    expect(await scene.read(id)).toMatchObject({
      distanceid: arena.distances[1],
      couponid: null,
      discount_cents: 0,
      total_cents: 42_500,
      paid_cents: 50_500,
      refunded_cents: 8_000,
    });
    expect(await one('select state from coupon_uses where inscriptionid = $1', [id])).toEqual({ state: 'returned' });
    await clean();
  });

  test('that serves the new one stays with it', async () => {
    const id = await discounted(arena.coupons[1]!);
    await must(id, 'update_race', { distanceid: arena.distances[1] });
    expect(await scene.read(id)).toMatchObject({ couponid: arena.coupons[1], discount_cents: 10_000, total_cents: 32_500 });
    await clean();
  });

  test('that has no budget for the new price is refused with that reason', async () => {
    const { body } = await scene.chief.post('/v2/event/coupons', {
      organizationid: scene.org,
      eventid: arena.eventid,
      code: `JUSTO${arena.eventid}`,
      type: 'percent',
      value: 50,
      budget_cents: 20_000,
    });
    const id = await discounted(body.couponid, 0, 1);
    expect(
      await refuses(409, 'couponid', () => scene.act(scene.support, id, 'update_race', { distanceid: arena.distances[0], method: 'cash' })),
    ).toBe('El cupón ya no tiene usos.');
  });
});

describe('a coupon of which nothing is left', () => {
  const status = async (couponid: number): Promise<string> =>
    (await one('select status from coupons where couponid = $1', [couponid])).status;

  test('is exhausted by its last use or its last cents, and active when some come back', async () => {
    const couponid = arena.coupons[0]!;
    const [first, second] = [await discounted(couponid, 0), await discounted(couponid, 1)];
    expect(await status(couponid)).toBe('exhausted');
    const third = await held(2);
    expect(await refuses(409, 'couponid', () => scene.act(scene.support, third, 'apply_coupon', { couponid }))).toBe(
      'El cupón ya no tiene usos.',
    );
    await must(first, 'cancel', { cancel_reason: 'admin' });
    expect(await status(couponid)).toBe('active');
    await must(second, 'cancel', { cancel_reason: 'fraud' });
    await clean();
  });

  test('is active again when somebody allows more of it, and never by its status alone', async () => {
    const couponid = arena.coupons[0]!;
    await discounted(couponid, 0);
    await discounted(couponid, 1);
    const edit = async (values: object) =>
      scene.chief.patch(`/v2/event/coupons/${couponid}`, {
        version: (await one('select version from coupons where couponid = $1', [couponid])).version,
        ...values,
      });
    expect((await edit({ status: 'active' })).body).toMatchObject({ status: 'exhausted' });
    expect((await edit({ max_uses: 3 })).body).toMatchObject({ status: 'active' });
    await clean();
  });

  test('covers as many inscriptions of one order as it allows', async () => {
    const { body } = await scene.chief.post('/v2/event/coupons', {
      organizationid: scene.org,
      eventid: arena.eventid,
      code: `PEDIDO${arena.eventid}`,
      type: 'amount',
      value: 100,
      max_inscriptions_per_order: 1,
    });
    const [one_, two, apart] = [await held(0), await held(1), await held(2)];
    const { orderid: left } = await scene.read(two);
    await scene.pool.query(
      'update inscriptions set orderid = (select orderid from inscriptions where inscriptionid = $1) where inscriptionid = $2',
      [one_, two],
    );
    await scene.pool.query(`update orders set status = 'closed' where orderid = $1`, [left]);
    await must(one_, 'apply_coupon', { couponid: body.couponid });
    expect(await refuses(409, 'couponid', () => scene.act(scene.support, two, 'apply_coupon', { couponid: body.couponid }))).toContain(
      'pedido',
    );
    await must(apart, 'apply_coupon', { couponid: body.couponid });
  });
});

describe('the budget of a batch', () => {
  const batch = async (budget_cents: number, qty: number): Promise<readonly number[]> => {
    const { body } = await scene.chief.post('/v2/event/coupon_batches', {
      organizationid: scene.org,
      eventid: arena.eventid,
      name: 'Club',
      owner_type: 'club',
      prefix: 'B',
      qty,
      budget_cents,
    });
    expect(
      (await scene.chief.post(`/v2/event/coupon_batches/${body.coupon_batchid}/generate`, { input: { type: 'amount', value: 20_000 } }))
        .status,
    ).toBe(200);
    return (await scene.pool.query('select couponid from coupons where coupon_batchid = $1 order by 1', [body.coupon_batchid])).rows.map(
      ({ couponid }) => Number(couponid),
    );
  };

  test('is shared by its coupons: who comes when it is spent hears so, and what is cancelled comes back', async () => {
    const [first, second] = await batch(30_000, 2);
    const id = await discounted(first!, 0),
      other = await held(1);
    expect(await refuses(409, 'couponid', () => scene.act(scene.support, other, 'apply_coupon', { couponid: second }))).toContain(
      'presupuesto del lote',
    );
    await must(id, 'cancel', { cancel_reason: 'admin' });
    await must(other, 'apply_coupon', { couponid: second });
    await clean();
  });

  test('is not passed by those who come at once', async () => {
    const codes = await batch(40_000, 4);
    const ids = [await held(0), await held(1), await held(2), await held(3)];
    const answers = await Promise.all(ids.map((id, at) => scene.act(scene.support, id, 'apply_coupon', { couponid: codes[at] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    await clean();
  });

  test('holds in the database too, no matter who writes the use', async () => {
    const [first] = await batch(10_000, 1);
    const id = await held(0);
    await expect(
      scene.pool.query(
        `insert into coupon_uses (couponid, eventid, inscriptionid, state, discount_cents) values ($1, $2, $3, 'reserved', 10001)`,
        [first, arena.eventid, id],
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });
});
