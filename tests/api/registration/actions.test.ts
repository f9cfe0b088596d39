import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add } from '../support/world';
import { openScene, type Scene } from './support';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const one = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  (await scene.pool.query(text, values as unknown[])).rows[0];
const paid = async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<any> => {
  const { inscriptionid } = await scene.signUp(name, more);
  expect(await scene.act(scene.support, inscriptionid, 'pay', { method: 'cash', reference: 'caja 1' })).toMatchObject({
    status: 200,
    body: { ok: 1 },
  });
  return scene.read(inscriptionid);
};
const freeOf = async (number: number): Promise<string> =>
  (await one('select state from bibs where eventid = $1 and number = $2', [scene.eventid, number])).state;
const stock = (size: string): Promise<any> =>
  one('select reserved::int, available from tshirt_stock where tshirt_modelid = $1 and size = $2', [scene.shirt, size]);
const wallet = (web_userid: unknown): Promise<any> =>
  one('select available_cents::int as available, frozen_cents::int as frozen from wallets where web_userid = $1', [web_userid]);

describe('a new inscription', () => {
  test('has an order, its price, its category, a shirt that is kept for it, and an end', async () => {
    const before = await stock('M');
    const { inscriptionid } = await scene.signUp('Alma');
    const row = await scene.read(inscriptionid);
    expect(row).toMatchObject({ status: 'started', list_price_cents: 60_000, fee_cents: 2_500, total_cents: 62_500, paid_cents: 0 });
    expect(row.orderid).not.toBeNull();
    expect(Date.parse(row.expires_at)).toBeGreaterThan(Date.now());
    expect((await one('select name from age_categories where age_categoryid = $1', [row.age_categoryid])).name).toBe('Libre');
    expect(await stock('M')).toEqual({ reserved: before.reserved + 1, available: before.available - 1 });
    expect(await scene.statuses(inscriptionid)).toEqual(['started']);
    expect(
      await one('select total_cents::int as total, inscriptions_count as count, status from orders where orderid = $1', [row.orderid]),
    ).toEqual({ total: 62_500, count: 1, status: 'open' });
  });
});

describe('paying at the counter', () => {
  test('records the payment, closes the order and gives the first bib of the pool in the same step', async () => {
    const row = await paid('Berta');
    expect(row).toMatchObject({ status: 'assign_number', paid_cents: 62_500, number: 1001, expires_at: null });
    expect(await one('select state, inscriptionid::int from bibs where bibid = $1', [row.bibid])).toMatchObject({
      state: 'assigned',
      inscriptionid: row.inscriptionid,
    });
    expect(
      await one('select type, method, status, amount_cents, reference from payments where inscriptionid = $1', [row.inscriptionid]),
    ).toEqual({ type: 'charge', method: 'cash', status: 'paid', amount_cents: 62_500, reference: 'caja 1' });
    expect(await one('select status, charged_cents::int as charged from orders where orderid = $1', [row.orderid])).toEqual({
      status: 'paid',
      charged: 62_500,
    });
    expect(await scene.statuses(Number(row.inscriptionid))).toEqual(['started', 'paid', 'assign_number']);
  });

  test('is refused a second time, with the reason on the status', async () => {
    const row = await paid('Carla');
    const again = await scene.act(scene.support, Number(row.inscriptionid), 'pay', { method: 'cash' });
    expect(again).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'status', message: 'No se puede mientras el registro está en «Con dorsal».' }] },
    });
  });

  test('as a courtesy names its reason and takes the price away', async () => {
    const { inscriptionid } = await scene.signUp('Dora');
    expect(await scene.act(scene.support, inscriptionid, 'pay', { method: 'courtesy' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.reason' }] },
    });
    expect((await scene.act(scene.support, inscriptionid, 'pay', { method: 'courtesy', reason: 'prensa' })).status).toBe(200);
    expect(await scene.read(inscriptionid)).toMatchObject({
      status: 'assign_number',
      discount_cents: 60_000,
      total_cents: 0,
      paid_cents: 0,
    });
  });
});

describe('update number', () => {
  test('frees the old bib or marks it lost, takes the new one with its chip, and says so in the log', async () => {
    const row = await paid('Elsa');
    await scene.pool.query(`update bibs set chip_code = 'CHIP-20' where eventid = $1 and number = 1020`, [scene.eventid]);
    expect(
      (await scene.act(scene.support, Number(row.inscriptionid), 'update_number', { number: 1020, old_bib: 'lost', reason: 'se mojó' }))
        .status,
    ).toBe(200);
    expect(await scene.read(row.inscriptionid)).toMatchObject({ number: 1020, chip_code: 'CHIP-20', status: 'assign_number' });
    expect(await freeOf(row.number)).toBe('lost');
    expect(
      await one(`select action_label, changes from inscription_log where inscriptionid = $1 and status = 'number_updated'`, [
        row.inscriptionid,
      ]),
    ).toMatchObject({ action_label: 'Update number' });
  });

  test('is refused with 409 when somebody wears the number, and changes nothing', async () => {
    const one_ = await paid('Fabiola'),
      other = await paid('Gina');
    const answer = await scene.act(scene.support, Number(one_.inscriptionid), 'update_number', { number: other.number });
    expect(answer).toMatchObject({ status: 409, body: { errors: [{ path: 'number' }] } });
    expect(answer.body.message).toContain(String(other.number));
    expect(await scene.read(one_.inscriptionid)).toMatchObject({ number: one_.number, bibid: one_.bibid, version: one_.version });
  });
});

describe('update race', () => {
  test('moves the seat, credits the difference to the wallet and exchanges the bib', async () => {
    const row = await paid('Hilda');
    const seats = () =>
      one(
        'select (select sold_count from distances where distanceid = $1) as ten, (select sold_count from distances where distanceid = $2) as five',
        [scene.ten, scene.five],
      );
    const before = await seats();
    expect((await scene.act(scene.support, Number(row.inscriptionid), 'update_race', { distanceid: scene.five })).status).toBe(200);
    expect(await scene.read(row.inscriptionid)).toMatchObject({
      distanceid: scene.five,
      number: 5001,
      total_cents: 42_500,
      paid_cents: 62_500,
      refunded_cents: 20_000,
      tshirt_size: 'M',
      age_categoryid: null,
      status: 'assign_number',
    });
    expect(await seats()).toEqual({ ten: before.ten - 1, five: before.five + 1 });
    expect(await freeOf(row.number)).toBe('free');
    expect(await wallet(row.web_userid)).toEqual({ available: 20_000, frozen: 0 });
    expect(await scene.statuses(Number(row.inscriptionid))).toEqual([
      'started',
      'paid',
      'assign_number',
      'category_updated',
      'distance_updated',
      'number_updated',
    ]);
  });

  test('asks how a higher price is paid, and charges it', async () => {
    const row = await paid('Inés', { distanceid: scene.five });
    const asked = await scene.act(scene.support, Number(row.inscriptionid), 'update_race', { distanceid: scene.ten });
    expect(asked).toMatchObject({ status: 400, body: { errors: [{ path: 'input.method', message: expect.stringContaining('200') }] } });
    expect(
      (await scene.act(scene.support, Number(row.inscriptionid), 'update_race', { distanceid: scene.ten, method: 'pos', reference: 'v-1' }))
        .status,
    ).toBe(200);
    expect(await scene.read(row.inscriptionid)).toMatchObject({ paid_cents: 62_500, total_cents: 62_500 });
    expect(
      await one(`select sum(amount_cents)::int as sum from payments where inscriptionid = $1 and type = 'charge' and status = 'paid'`, [
        row.inscriptionid,
      ]),
    ).toEqual({ sum: 62_500 });
  });
});

describe('update t-shirt', () => {
  test('swaps the size in the stock, and is refused without a change', async () => {
    const row = await paid('Julia');
    const [m, l] = [await stock('M'), await stock('L')];
    expect((await scene.act(scene.support, Number(row.inscriptionid), 'update_tshirt', { tshirt_size: 'L' })).status).toBe(200);
    expect([await stock('M'), await stock('L')]).toEqual([
      { reserved: m.reserved - 1, available: m.available + 1 },
      { reserved: l.reserved + 1, available: l.available - 1 },
    ]);
    expect((await scene.act(scene.support, Number(row.inscriptionid), 'update_tshirt', { tshirt_size: 'L' })).status).toBe(409);
  });
});

describe('coupons', () => {
  const coupon = async (code: string, more: Readonly<Record<string, unknown>>): Promise<number> =>
    (await scene.chief.post('/v2/event/coupons', { organizationid: scene.org, eventid: scene.eventid, code, ...more })).body.couponid;

  test('are reserved while the payment waits, used when it is made and returned when it is cancelled', async () => {
    const couponid = await coupon('MITAD', { type: 'percent', value: 50, max_uses: 1 });
    const { inscriptionid } = await scene.signUp('Karla');
    expect((await scene.act(scene.support, inscriptionid, 'apply_coupon', { couponid })).status).toBe(200);
    expect(await scene.read(inscriptionid)).toMatchObject({ discount_cents: 30_000, total_cents: 32_500, couponid });
    const counts = () =>
      one('select uses_count as used, reserved_count as reserved, spent_cents::int as spent from coupons where couponid = $1', [couponid]);
    expect(await counts()).toEqual({ used: 0, reserved: 1, spent: 30_000 });
    const other = await scene.signUp('Laura');
    expect(await scene.act(scene.support, other.inscriptionid, 'apply_coupon', { couponid })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'couponid' }] },
    });
    await scene.act(scene.support, inscriptionid, 'pay', { method: 'cash' });
    expect(await counts()).toEqual({ used: 1, reserved: 0, spent: 30_000 });
    await scene.act(scene.support, inscriptionid, 'cancel', { cancel_reason: 'requested' });
    expect(await counts()).toEqual({ used: 0, reserved: 0, spent: 0 });
  });
  test('for certain e-mails are refused to others on the coupon, and their list is hidden with the contact data', async () => {
    const [{ inscriptionid, email }, stranger] = [await scene.signUp('Invitada'), await scene.signUp('Ajena')];
    const couponid = await coupon('SOLOELLA', { type: 'percent', value: 50, email_restricted: [String(email).toUpperCase()] });
    expect(await scene.act(scene.support, stranger.inscriptionid, 'apply_coupon', { couponid })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'couponid', message: 'El cupón es solo para ciertos correos.' }] },
    });
    expect((await scene.act(scene.support, inscriptionid, 'apply_coupon', { couponid })).status).toBe(200);
    expect((await scene.chief.get(`/v2/event/coupons/${couponid}`)).body.email_restricted).toEqual([email]);
    const masked = (await scene.organizer.get(`/v2/event/coupons/${couponid}`)).body;
    expect(masked).toMatchObject({ code: 'SOLOELLA', email_restricted: null });
    expect(
      (await scene.organizer.patch(`/v2/event/coupons/${couponid}`, { version: masked.version, email_restricted: ['otra@atleta.test'] }))
        .body.errors,
    ).toMatchObject([{ path: 'email_restricted' }]);
    expect(
      (await scene.chief.patch(`/v2/event/coupons/${couponid}`, { version: masked.version, email_restricted: ['no es un correo'] })).body
        .errors,
    ).toMatchObject([{ path: expect.stringMatching(/^email_restricted/) }]);
  });
});

describe('the balance of an inscription', () => {
  test('is what is still to be paid, names who registered it and finds those that owe', async () => {
    const row = await scene.signUp('Deudora');
    expect(row).toMatchObject({ balance_cents: row.total_cents, registered_by_userid: expect.any(Number) });
    await scene.act(scene.support, row.inscriptionid, 'pay', { method: 'cash' });
    expect((await scene.read(row.inscriptionid)).balance_cents).toBe(0);
    const owing = await scene.support.query<any>(
      'inscription',
      `query ($filter: Filter) { inscriptions(filter: $filter) { items { inscriptionid balance_cents } } }`,
      { filter: { and: [{ field: 'eventid', op: 'eq', value: scene.eventid }, { not: { field: 'balance_cents', op: 'eq', value: 0 } }] } },
    );
    const found: readonly { readonly inscriptionid: number; readonly balance_cents: number }[] = owing.body.data.inscriptions.items;
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ balance_cents }) => balance_cents !== 0)).toBe(true);
    expect(found.map(({ inscriptionid }) => inscriptionid)).not.toContain(row.inscriptionid);
  });
});

describe('cancelling', () => {
  test('frees seat, bib, size and frozen balance, and the log tells each step', async () => {
    const athlete = await scene.signUp('Marta');
    await scene.act(scene.support, athlete.inscriptionid, 'pay', { method: 'cash' });
    await scene.act(scene.finance, athlete.inscriptionid, 'wallet_refund', { reason: 'saldo para la prueba' });
    const again = await scene.signUp('Marta');
    expect((await scene.act(scene.support, again.inscriptionid, 'request_payment', { method: 'oxxo', wallet_cents: 20_000 })).status).toBe(
      200,
    );
    expect(await wallet(again.web_userid)).toEqual({ available: 42_500, frozen: 20_000 });
    const before = await stock('M');
    expect((await scene.act(scene.support, again.inscriptionid, 'cancel', { cancel_reason: 'requested' })).status).toBe(200);
    expect(await wallet(again.web_userid)).toEqual({ available: 62_500, frozen: 0 });
    expect(await stock('M')).toEqual({ reserved: before.reserved - 1, available: before.available + 1 });
    expect(await scene.read(again.inscriptionid)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'requested',
      number: null,
      wallet_cents: 0,
    });
    expect(await scene.statuses(again.inscriptionid)).toEqual(['started', 'pending_payment', 'defrost_balance', 'cancelled']);
    expect(await one(`select status from payments where inscriptionid = $1`, [again.inscriptionid])).toEqual({ status: 'cancelled' });
  });

  test('of a delivered kit needs the word of a supervisor', async () => {
    const row = await paid('Nora');
    await scene.pool.query(`update inscriptions set kit_status = 'delivered' where inscriptionid = $1`, [row.inscriptionid]);
    expect(await scene.act(scene.support, Number(row.inscriptionid), 'cancel', { cancel_reason: 'admin' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'kit_status' }] },
    });
    expect(
      (
        await scene.act(scene.support, Number(row.inscriptionid), 'cancel', {
          cancel_reason: 'admin',
          override: true,
          reason: 'devolvió el kit en la meta',
        })
      ).status,
    ).toBe(200);
    expect(await freeOf(row.number)).toBe('restricted');
  });

  test('can be taken back while there is a seat: it is paid again and gets a number again', async () => {
    const row = await paid('Olga');
    await scene.act(scene.support, Number(row.inscriptionid), 'cancel', { cancel_reason: 'admin' });
    expect((await scene.act(scene.support, Number(row.inscriptionid), 'reactivate', { reason: 'fue un error' })).status).toBe(200);
    expect(await scene.read(row.inscriptionid)).toMatchObject({
      status: 'assign_number',
      paid_cents: 62_500,
      cancel_reason: null,
      cancelled_at: null,
    });
    expect(await scene.statuses(Number(row.inscriptionid))).toEqual([
      'started',
      'paid',
      'assign_number',
      'cancelled',
      'paid',
      'assign_number',
    ]);
  });
});

describe('a wallet refund', () => {
  test('gives back what was paid, and no more', async () => {
    const row = await paid('Paula');
    expect(await scene.act(scene.finance, Number(row.inscriptionid), 'wallet_refund', { reason: 'x', amount_cents: 62_501 })).toMatchObject(
      { status: 400, body: { errors: [{ path: 'input.amount_cents' }] } },
    );
    expect((await scene.act(scene.finance, Number(row.inscriptionid), 'wallet_refund', { reason: 'lesión' })).status).toBe(200);
    expect(await scene.read(row.inscriptionid)).toMatchObject({ status: 'wallet_refund', refunded_cents: 62_500 });
    expect(await wallet(row.web_userid)).toEqual({ available: 62_500, frozen: 0 });
  });

  test('of a delivered kit needs the word of a supervisor', async () => {
    const row = await paid('Petra');
    await scene.pool.query(`update inscriptions set kit_status = 'delivered' where inscriptionid = $1`, [row.inscriptionid]);
    expect(await scene.act(scene.finance, Number(row.inscriptionid), 'wallet_refund', { reason: 'lesión' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'kit_status' }] },
    });
    expect((await scene.act(scene.finance, Number(row.inscriptionid), 'wallet_refund', { reason: 'lesión', override: true })).status).toBe(
      200,
    );
  });

  test('above the limit waits for a second person, who is not the first', async () => {
    await scene.pool.query('update organizations set refund_approval_cents = 50000 where organizationid = $1', [scene.org]);
    const row = await paid('Queta');
    expect(await scene.act(scene.finance, Number(row.inscriptionid), 'wallet_refund', { reason: 'lesión' })).toMatchObject({
      status: 200,
      body: { result: { waiting: 1, amount_cents: 62_500 } },
    });
    expect(await scene.read(row.inscriptionid)).toMatchObject({ status: 'assign_number', refunded_cents: 0 });
    const { paymentid } = await one(`select paymentid from payments where inscriptionid = $1 and type = 'refund'`, [row.inscriptionid]);
    expect(await scene.finance.post(`/v2/inscription/payments/${paymentid}/approve`)).toMatchObject({
      status: 409,
      body: { message: 'Otra persona debe autorizar el reembolso que pediste.' },
    });
    expect((await scene.finance.post(`/v2/inscription/payments/${paymentid}/reject`, { input: { reason: 'x' } })).status).toBe(409);
    expect((await scene.support.post(`/v2/inscription/payments/${paymentid}/approve`)).status).toBe(403);
    expect((await scene.chief.post(`/v2/inscription/payments/${paymentid}/approve`)).status).toBe(200);
    expect(await scene.read(row.inscriptionid)).toMatchObject({ status: 'wallet_refund', refunded_cents: 62_500 });
    await scene.pool.query('update organizations set refund_approval_cents = 200000 where organizationid = $1', [scene.org]);
  });

  test('is closed to support, and the screen and the server agree', async () => {
    const row = await paid('Rita');
    expect((await scene.act(scene.support, Number(row.inscriptionid), 'wallet_refund', { reason: 'x' })).status).toBe(403);
  });
});

describe('a chargeback', () => {
  test('that is won leaves everything as it was, bib included', async () => {
    const row = await paid('Sara');
    expect((await scene.act(scene.finance, Number(row.inscriptionid), 'open_chargeback', { reason: 'banco' })).status).toBe(200);
    expect(await scene.read(row.inscriptionid)).toMatchObject({ status: 'chargeback', number: row.number });
    expect(
      (await scene.act(scene.finance, Number(row.inscriptionid), 'close_chargeback', { outcome: 'won', reason: 'evidencia' })).status,
    ).toBe(200);
    expect(await scene.read(row.inscriptionid)).toMatchObject({
      status: 'assign_number',
      number: row.number,
      refunded_cents: 0,
      paid_cents: 62_500,
    });
  });
  test('that is lost cancels it, and it cannot come back', async () => {
    const row = await paid('Tania');
    await scene.act(scene.finance, Number(row.inscriptionid), 'open_chargeback', { reason: 'banco' });
    expect(
      (await scene.act(scene.finance, Number(row.inscriptionid), 'close_chargeback', { outcome: 'lost', reason: 'sin evidencia' })).status,
    ).toBe(200);
    expect(await scene.read(row.inscriptionid)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'chargeback',
      number: null,
      refunded_cents: 62_500,
    });
    expect((await scene.act(scene.support, Number(row.inscriptionid), 'reactivate', { reason: 'x' })).status).toBe(409);
  });
});

describe('assigning numbers over a filter', () => {
  test('follows the rule that was chosen, from the pool that was chosen, and a rehearsal says the same', async () => {
    const rows = [];
    for (const [name, last] of [
      ['Uno', 'Zeta'],
      ['Dos', 'Álvarez'],
      ['Tres', 'Mora'],
    ] as const) {
      const { inscriptionid } = await scene.signUp(name, { last_name: last });
      await scene.act(scene.support, inscriptionid, 'pay', { method: 'cash' });
      await scene.act(scene.support, inscriptionid, 'remove_number', { reason: 'renumerar' });
      rows.push(inscriptionid);
    }
    const { body: pool } = await scene.chief.post('/v2/event/bib_pools', {
      eventid: scene.eventid,
      name: 'Élite',
      distanceids: [scene.ten],
      start: 1,
      end: 2,
      is_primary: false,
    });
    const body = { filter: { field: 'inscriptionid', op: 'in', value: rows }, input: { bib_poolid: pool.bib_poolid, order: 'last_name' } };
    const rehearsed = await scene.support.post('/v2/inscription/inscriptions/actions/assign_number', {
      ...body,
      filter: null,
      ids: rows,
      dry_run: true,
    });
    const done = await scene.support.post('/v2/inscription/inscriptions/actions/assign_number', { ...body, filter: null, ids: rows });
    expect({ ...done.body, undo: undefined }).toEqual(rehearsed.body);
    expect(done.body).toMatchObject({
      ok: 2,
      skipped: [{ id: rows[0], reason: expect.stringContaining('No quedan dorsales libres') }],
      failed: [],
    });
    expect(
      (await scene.pool.query('select number from inscriptions where inscriptionid = any($1) order by inscriptionid', [rows])).rows.map(
        ({ number }) => number,
      ),
    ).toEqual([null, 1, 2]);
  });
});

describe('staff of the organization itself', () => {
  test('changes number and size at the desk, under the role of its tenant', async () => {
    const row = await paid('Ursula');
    expect(await scene.act(scene.desk, Number(row.inscriptionid), 'update_number', { number: 1044 })).toMatchObject({ status: 200 });
    expect(await scene.act(scene.desk, Number(row.inscriptionid), 'update_tshirt', { tshirt_size: 'L' })).toMatchObject({ status: 200 });
    expect(await scene.act(scene.organizer, Number(row.inscriptionid), 'update_comment', { comment: 'llega tarde' })).toMatchObject({
      status: 200,
    });
    expect(await scene.read(row.inscriptionid)).toMatchObject({ number: 1044, tshirt_size: 'L', comment: 'llega tarde' });
  });

  test('may neither cancel nor move money, whatever the screen shows', async () => {
    const row = await paid('Vilma');
    for (const [person, action, input] of [
      [scene.desk, 'cancel', { cancel_reason: 'admin' }],
      [scene.desk, 'pay', { method: 'cash' }],
      [scene.organizer, 'cancel', { cancel_reason: 'admin' }],
      [scene.organizer, 'wallet_refund', { reason: 'x' }],
      [scene.organizer, 'update_race', { distanceid: scene.five }],
      [scene.desk, 'remove_wallet', { reason: 'x' }],
    ] as const)
      expect((await scene.act(person, Number(row.inscriptionid), action, input)).status).toBe(403);
    expect(await scene.read(row.inscriptionid)).toMatchObject({ version: row.version, status: 'assign_number' });
  });

  test('does not see the inscriptions of others', async () => {
    const elsewhere = await add.organization(scene.pool, 'Vecina');
    const eventid = await add.event(scene.pool, elsewhere, 'ajena');
    const theirs = await add.inscription(
      scene.pool,
      eventid,
      await add.distance(scene.pool, eventid, 'AJENA'),
      await add.athlete(scene.pool, 'Wanda'),
      { status: 'paid' },
    );
    expect((await scene.act(scene.desk, theirs, 'update_number', { number: 7 })).status).toBe(404);
  });
});
