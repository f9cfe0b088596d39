import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../support/reconcile';
import { add } from '../support/world';
import { openScene, type Scene } from './support';

let scene: Scene,
  made = 0,
  codes = 0,
  athlete: number,
  eventid: number,
  ten: number,
  five: number,
  dear: number;
const at = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const one = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  (await scene.pool.query(text, values as unknown[])).rows[0];
const created = async (service: string, resource: string, body: object): Promise<any> => {
  const answer = await scene.chief.post(`/v2/${service}/${resource}`, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body;
};

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
/** An event at 333.33, 217.77 and 333.34, each with its odd fee; nothing here is a round number. */
beforeEach(async () => {
  made += 1;
  eventid = await add.event(scene.pool, scene.org, `nones-${made}`, {
    status: 'published',
    refund_policy: 'wallet',
    numbering_mode: 'none',
    name_change_fee_cents: 18_001,
    start_at: at(40),
    registration_close_at: at(30),
    refund_schedule: JSON.stringify([{ days_before: 10, percent: 33 }]),
  });
  const distance = async (code: string, price_cents: number, service_fee_cents: number): Promise<number> =>
    (
      await created('event', 'distances', {
        eventid,
        name: code,
        code,
        price_tiers: [{ name: 'Única', starts_at: at(-1), ends_at: at(30), price_cents, service_fee_cents }],
        age_categories: [],
      })
    ).distanceid;
  ten = await distance('10K', 33_333, 1_111);
  five = await distance('5K', 21_777, 999);
  dear = await distance('21K', 33_334, 1_111);
  athlete = await add.athlete(scene.pool, `Non${made}`);
});

const held = async (distanceid = ten, web_userid = athlete): Promise<number> =>
  (await created('inscription', 'inscriptions', { eventid, distanceid, web_userid })).inscriptionid;
const act = (id: number, action: string, input: object = {}, person = scene.chief) => scene.act(person, id, action, input);
const must = async (id: number, action: string, input: object = {}, person = scene.chief): Promise<any> => {
  const answer = await act(id, action, input, person);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body.result;
};
const paid = async (couponid?: number): Promise<number> => {
  const id = await held();
  if (couponid) await must(id, 'apply_coupon', { couponid });
  await must(id, 'pay', { method: 'cash' });
  return id;
};
const coupon = async (more: object): Promise<number> =>
  (
    await created('event', 'coupons', {
      organizationid: scene.org,
      eventid,
      code: `NON${(codes += 1)}`,
      type: 'percent',
      value: 15,
      ...more,
    })
  ).couponid;
const paymentsOf = async (id: number): Promise<readonly unknown[]> =>
  (
    await scene.pool.query(
      'select type, method, status, amount_cents::int as cents from payments where inscriptionid = $1 order by paymentid',
      [id],
    )
  ).rows.map(({ type, method, status, cents }) => `${type} ${method} ${status} ${cents}`);
const balance = async (): Promise<unknown> =>
  (await one('select available_cents::int as available, frozen_cents::int as frozen from wallets where web_userid = $1', [athlete])) ??
  null;
const credit = async (amount_cents: number): Promise<void> => {
  const { walletid } = await one('insert into wallets (web_userid) values ($1) returning walletid', [athlete]);
  expect((await scene.chief.post(`/v2/user/wallets/${walletid}/credit`, { input: { amount_cents, reason: 'Saldo' } })).status).toBe(200);
};

describe('a coupon of 15 percent', () => {
  test('takes 50.00 off 333.33, and the counter is paid the rest to the cent', async () => {
    const id = await paid(await coupon({}));
    expect(await scene.read(id)).toMatchObject({
      list_price_cents: 33_333,
      discount_cents: 5_000,
      fee_cents: 1_111,
      total_cents: 29_444,
      paid_cents: 29_444,
    });
    expect(await paymentsOf(id)).toEqual(['charge cash paid 29444']);
  });

  test('takes 1.67 off the fee too where it serves all', async () => {
    expect(await scene.read(await paid(await coupon({ applies_to: 'all' })))).toMatchObject({
      discount_cents: 5_000,
      fee_cents: 944,
      total_cents: 29_277,
      paid_cents: 29_277,
    });
  });

  test('asks for its least price to the cent', async () => {
    const id = await held();
    expect(await act(id, 'apply_coupon', { couponid: await coupon({ min_total_cents: 33_334 }) })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'couponid' }] },
    });
    await must(id, 'apply_coupon', { couponid: await coupon({ min_total_cents: 33_333 }) });
  });

  test('follows to another race: what was paid too much is credited, and what is missing is charged', async () => {
    const id = await paid(await coupon({}));
    expect(await must(id, 'update_race', { distanceid: five })).toEqual({ difference_cents: -9_935 });
    expect(await scene.read(id)).toMatchObject({
      discount_cents: 3_267,
      fee_cents: 999,
      total_cents: 19_509,
      paid_cents: 29_444,
      refunded_cents: 9_935,
    });
    expect(await balance()).toEqual({ available: 9_935, frozen: 0 });
    expect((await act(id, 'update_race', { distanceid: ten })).body.errors).toMatchObject([
      { path: 'input.method', message: expect.stringContaining('99.35') },
    ]);
    await must(id, 'update_race', { distanceid: ten, method: 'pos' });
    expect(await paymentsOf(id)).toEqual(['charge cash paid 29444', 'refund wallet paid 9935', 'charge pos paid 9935']);
    expect(await scene.read(id)).toMatchObject({ discount_cents: 5_000, total_cents: 29_444, paid_cents: 39_379, refunded_cents: 9_935 });
  });
});

describe('a budget', () => {
  test.each([
    ['of a coupon', 4_999, 409],
    ['of a coupon', 5_000, 200],
  ])('%s of %i cents for a discount of 50.00 answers %i', async (_of, budget_cents, status) => {
    const couponid = await coupon({ budget_cents }),
      id = await held();
    const answer = await act(id, 'apply_coupon', { couponid });
    expect(answer.status).toBe(status);
    if (status === 409)
      expect(answer.body.errors).toEqual([{ path: 'couponid', code: 'COUPON_EXHAUSTED', message: 'El cupón ya no tiene usos.' }]);
    expect(await one('select spent_cents::int as spent, status from coupons where couponid = $1', [couponid])).toEqual(
      status === 200 ? { spent: 5_000, status: 'exhausted' } : { spent: 0, status: 'active' },
    );
  });

  test('bears a second discount to its last cent and not one more', async () => {
    const second = await add.athlete(scene.pool, `Otra${made}`),
      [tight, enough] = [
        await coupon({ budget_cents: 9_999, max_uses_per_user: 9 }),
        await coupon({ budget_cents: 10_000, max_uses_per_user: 9 }),
      ];
    const [mine, other] = [await held(), await held(ten, second)];
    await must(mine, 'apply_coupon', { couponid: tight });
    expect((await act(other, 'apply_coupon', { couponid: tight })).body.errors).toEqual([
      { path: 'couponid', code: 'COUPON_EXHAUSTED', message: 'El cupón ya no tiene usos.' },
    ]);
    await must(mine, 'apply_coupon', { couponid: enough });
    await must(other, 'apply_coupon', { couponid: enough });
  });

  test.each([
    [4_999, 409],
    [5_000, 200],
  ])('of a batch of %i cents answers %i', async (budget_cents, status) => {
    const { coupon_batchid } = await created('event', 'coupon_batches', {
      organizationid: scene.org,
      eventid,
      name: 'Club',
      owner_type: 'club',
      prefix: 'N',
      qty: 1,
      budget_cents,
    });
    expect(
      (await scene.chief.post(`/v2/event/coupon_batches/${coupon_batchid}/generate`, { input: { type: 'percent', value: 15 } })).status,
    ).toBe(200);
    const { couponid } = await one('select couponid from coupons where coupon_batchid = $1', [coupon_batchid]);
    const answer = await act(await held(), 'apply_coupon', { couponid });
    expect(answer.status).toBe(status);
    if (status === 409)
      expect(answer.body.errors).toEqual([
        { path: 'couponid', code: 'BATCH_EXHAUSTED', message: expect.stringContaining('presupuesto del lote') },
      ]);
  });

  test('of a coupon holds to the cent in the database too, no matter who writes the use', async () => {
    const couponid = await coupon({ budget_cents: 5_000 }),
      id = await held();
    const use = (cents: number): Promise<unknown> =>
      scene.pool.query(
        `insert into coupon_uses (couponid, eventid, inscriptionid, state, discount_cents) values ($1, $2, $3, 'reserved', $4)`,
        [couponid, eventid, id, cents],
      );
    await expect(use(5_001)).rejects.toMatchObject({ code: '23514', constraint: expect.stringContaining('spent_within_budget') });
    await use(5_000);
    await scene.pool.query('delete from coupon_uses where couponid = $1', [couponid]);
  });
});

describe('what the wallet does', () => {
  test('a part of 100.01 is set aside, and the card is asked for the rest', async () => {
    await credit(10_001);
    const id = await held();
    await must(id, 'request_payment', { method: 'card', wallet_cents: 10_001 });
    expect(await paymentsOf(id)).toEqual(['charge card pending 24443']);
    expect(await balance()).toEqual({ available: 0, frozen: 10_001 });
    await must(id, 'pay', { method: 'pos' });
    expect(await paymentsOf(id)).toEqual(['charge card cancelled 24443', 'charge pos paid 24443', 'charge wallet paid 10001']);
    expect(await scene.read(id)).toMatchObject({ paid_cents: 34_444, wallet_cents: 10_001 });
  });

  test.each([
    [34_443, 409],
    [34_444, 200],
  ])('a balance of %i cents pays 344.44: %i', async (cents, status) => {
    await credit(cents);
    expect((await act(await held(), 'pay', { method: 'wallet' })).status).toBe(status);
    expect(await balance()).toEqual({ available: status === 200 ? 0 : cents, frozen: 0 });
  });

  test('no more than the total is set aside, not by a cent', async () => {
    await credit(40_000);
    const id = await held();
    expect(await act(id, 'request_payment', { method: 'card', wallet_cents: 34_445 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.wallet_cents' }] },
    });
    await must(id, 'request_payment', { method: 'card', wallet_cents: 34_444 });
    expect(await scene.read(id)).toMatchObject({ status: 'no_assign_number', paid_cents: 34_444 });
  });
});

describe('a refund', () => {
  test('of 33 percent of 344.44 gives 113.66', async () => {
    const id = await paid();
    expect(await must(id, 'wallet_refund', { reason: 'lesión' })).toEqual({ amount_cents: 11_366, waiting: 0 });
    expect(await scene.read(id)).toMatchObject({ status: 'wallet_refund', paid_cents: 34_444, refunded_cents: 11_366 });
    expect(await balance()).toEqual({ available: 11_366, frozen: 0 });
  });

  test('never gives a cent more than was paid', async () => {
    const id = await paid();
    expect(await act(id, 'wallet_refund', { reason: 'todo', amount_cents: 34_445 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.amount_cents' }] },
    });
    expect(await must(id, 'wallet_refund', { reason: 'todo', amount_cents: 34_444 })).toEqual({ amount_cents: 34_444, waiting: 0 });
  });

  test('above the limit is asked for no cent more than was paid either', async () => {
    const limit = (cents: number) =>
      scene.pool.query('update organizations set refund_approval_cents = $1 where organizationid = $2', [cents, scene.org]);
    await limit(1);
    const answer = await act(await paid(), 'wallet_refund', { reason: 'todo', amount_cents: 34_445 });
    await limit(200_000);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'input.amount_cents' }] } });
  });

  test.each([
    [34_443, 1],
    [34_444, 0],
  ])('of 344.44 where %i cents need nobody else: %i waits', async (limit, waiting) => {
    await scene.pool.query('update organizations set refund_approval_cents = $1 where organizationid = $2', [limit, scene.org]);
    expect(await must(await paid(), 'wallet_refund', { reason: 'todo', amount_cents: 34_444 })).toEqual({ amount_cents: 34_444, waiting });
    await scene.pool.query('update organizations set refund_approval_cents = 200000 where organizationid = $1', [scene.org]);
  });
});

describe('a change after the payment', () => {
  test('of the name costs 180.01, which joins the total', async () => {
    const id = await paid();
    expect((await act(id, 'update_name', { first_name: 'Otra', last_name: 'García' })).body.errors).toMatchObject([
      { path: 'input.method', message: expect.stringContaining('180.01') },
    ]);
    expect(await must(id, 'update_name', { first_name: 'Otra', last_name: 'García', method: 'cash' })).toEqual({ fee_cents: 18_001 });
    expect(await scene.read(id)).toMatchObject({ extra_cents: 18_001, total_cents: 52_445, paid_cents: 52_445 });
    await must(id, 'update_race', { distanceid: dear, method: 'cash' });
    expect(await scene.read(id), 'the fee stays in the total of the other race').toMatchObject({ total_cents: 52_446, paid_cents: 52_446 });
  });

  test('of the race by one cent takes that cent, and gives it back', async () => {
    const id = await paid();
    await must(id, 'update_race', { distanceid: dear, method: 'cash' });
    await must(id, 'update_race', { distanceid: ten });
    expect(await paymentsOf(id)).toEqual(['charge cash paid 34444', 'charge cash paid 1', 'refund wallet paid 1']);
    expect(await balance()).toEqual({ available: 1, frozen: 0 });
  });

  test('of the event parts the money to the cent', async () => {
    const other = await add.event(scene.pool, scene.org, `par-${made}`, {
      status: 'published',
      refund_policy: 'wallet',
      numbering_mode: 'none',
      start_at: at(40),
      registration_close_at: at(30),
    });
    const distance = async (code: string, price_cents: number): Promise<number> =>
      (
        await created('event', 'distances', {
          eventid: other,
          name: code,
          code,
          price_tiers: [{ name: 'Única', starts_at: at(-1), ends_at: at(30), price_cents, service_fee_cents: 1_111 }],
          age_categories: [],
        })
      ).distanceid;
    const [less, more] = [await distance('menos', 33_332), await distance('mas', 33_334)];
    const id = await paid();
    const moved = (await must(id, 'change_event', { eventid: other, distanceid: less, reason: 'se mudó' })).inscriptionid;
    expect([await paymentsOf(id), await paymentsOf(moved)]).toEqual([
      ['charge cash paid 34444', 'transfer_out external paid 34443', 'refund wallet paid 1'],
      ['transfer_in external paid 34443'],
    ]);
    expect(await balance()).toEqual({ available: 1, frozen: 0 });
    athlete = await add.athlete(scene.pool, `Mas${made}`);
    const second = await paid();
    expect((await act(second, 'change_event', { eventid: other, distanceid: more, reason: 'se mudó' })).body.errors).toMatchObject([
      { path: 'input.method', message: expect.stringContaining('0.01') },
    ]);
    const dearer = (await must(second, 'change_event', { eventid: other, distanceid: more, reason: 'se mudó', method: 'pos' }))
      .inscriptionid;
    expect(await paymentsOf(dearer)).toEqual(['transfer_in external paid 34444', 'charge pos paid 1']);
  });
});

test('every total agrees after all of it', async () => expect(await reconcile(scene.pool)).toEqual({}));
