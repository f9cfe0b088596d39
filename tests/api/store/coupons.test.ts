import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireSales } from '../../../server/features/store/expireSales';
import { openCounter, type Counter } from './support';

let counter: Counter, blue: number, red: number;
let athletes = 0,
  codes = 0;
const codeOf = (body: any): string => body.errors?.[0]?.code ?? body.code;
const signUp = (): Promise<any> => counter.scene.signUp(`cupon${(athletes += 1)}`);
const coupon = async (more: object = {}): Promise<{ readonly id: number; readonly code: string }> => {
  const code = `TIENDA${(codes += 1)}`;
  const { status, body } = await counter.scene.organizer.post('/v2/event/coupons', {
    organizationid: counter.scene.org,
    eventid: counter.scene.eventid,
    code,
    type: 'percent',
    value: 33,
    applies_to: 'store',
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.couponid, code };
};
const sell = async (code: string, more: object = {}) =>
  counter.sell({ inscriptionid: (await signUp()).inscriptionid, lines: [{ variantid: blue, qty: 3 }], coupon: code, ...more });
const countsOf = (id: number) =>
  counter.one(
    'select uses_count::int as used, reserved_count::int as reserved, spent_cents::int as spent, status from coupons where couponid = $1',
    [id],
  );

beforeAll(async () => {
  counter = await openCounter(90);
  [blue, red] = counter.variants as [number, number];
  await counter.scene.pool.query('update store_variants set price_cents = 3335 where variantid = $1', [blue]);
});
afterAll(() => counter.scene.close());

test('a coupon lowers a sale, is reserved with it and used with its payment', async () => {
  const { id, code } = await coupon();
  const { status, body } = await sell(code.toLowerCase());
  expect([status, codeOf(body)]).toEqual([200, undefined]);
  const { saleid } = body.result;
  expect(body.result.total_cents).toBe(10_005 - 3302); // a third of 100.05 is 33.0165
  expect(await countsOf(id)).toMatchObject({ used: 0, reserved: 1, spent: 3302 });
  await counter.act(counter.scene.organizer, saleid, 'pay', { method: 'cash' });
  expect(await counter.sale(saleid)).toMatchObject({ status: 'paid', total_cents: 6703, charged: 6703 });
  expect(await countsOf(id)).toMatchObject({ used: 1, reserved: 0, spent: 3302 });
});

test('returned piece by piece, a sale with a coupon gives back exactly what was paid, and the use with the last one', async () => {
  const { id, code } = await coupon();
  const { saleid } = (await sell(code, { method: 'cash' })).body.result;
  const { line } = await counter.one('select sale_lineid::int as line from store_sale_lines where saleid = $1', [saleid]);
  const back: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    expect(await countsOf(id)).toMatchObject({ used: 1 });
    const input = { lines: [{ sale_lineid: line, qty: 1 }], goods: 'returned', to: 'origin', reason: 'Talla' };
    back.push((await counter.act(counter.scene.organizer, saleid, 'refund', input)).body.result.amount_cents);
  }
  expect(back).toEqual([2234, 2235, 2234]);
  expect(await counter.sale(saleid)).toMatchObject({ status: 'refunded', refunded_cents: 6703, returned: 6703 });
  expect(await countsOf(id)).toMatchObject({ used: 0, reserved: 0, spent: 0, status: 'active' });
});

test('a sale that ends without money gives its use back; late money takes it again, or goes into the wallet when it is gone', async () => {
  const { id, code } = await coupon({ max_uses: 1 });
  const cancelled = (await sell(code)).body.result.saleid;
  expect(codeOf((await sell(code)).body)).toBe('COUPON_EXHAUSTED');
  await counter.act(counter.scene.organizer, cancelled, 'cancel', { reason: 'Ya no' });
  expect(await countsOf(id)).toMatchObject({ reserved: 0, spent: 0, status: 'active' });
  const late = (await sell(code, { method: 'card' })).body.result.saleid;
  await counter.openLinks();
  const { ref } = await counter.one(`select provider_ref as ref from payments where saleid = $1 and type = 'charge'`, [late]);
  await counter.scene.pool.query(`update store_sales set expires_at = now() - interval '1 minute' where saleid = $1`, [late]);
  await expireSales(counter.deps);
  expect(await countsOf(id)).toMatchObject({ reserved: 0 });
  expect((await sell(code, { method: 'cash' })).status).toBe(200);
  await counter.scene.finance.post(`/api/local/charges/${ref}/pay`);
  expect(await counter.sale(late)).toMatchObject({ status: 'cancelled' });
  expect(
    await counter.one(
      'select w.available_cents::int as available from wallets w join store_sales s using (web_userid) where s.saleid = $1',
      [late],
    ),
  ).toEqual({ available: 6703 });
  expect(await countsOf(id)).toMatchObject({ used: 1, reserved: 0 });
});

test('the rules of coupons hold at the store as at a registration', async () => {
  const { inscriptionid } = await signUp();
  const refusal = async (more: object): Promise<string> => {
    const { code } = await coupon(more);
    return codeOf((await counter.sell({ inscriptionid, lines: [{ variantid: blue, qty: 1 }], coupon: code })).body);
  };
  expect(codeOf((await sell('NADIE')).body)).toBe('COUPON_UNKNOWN');
  expect(await refusal({ applies_to: 'entry' })).toBe('COUPON_NOT_FOR_STORE');
  expect(await refusal({ starts_at: '2090-01-01T00:00:00Z' })).toBe('COUPON_EARLY');
  expect(await refusal({ min_total_cents: 9000 })).toBe('COUPON_MINIMUM');
  expect(await refusal({ distanceids: [counter.scene.five] })).toBe('COUPON_DISTANCE');
  expect(await refusal({ domain_restricted: 'otra.test' })).toBe('COUPON_DOMAIN');
  expect(await refusal({ budget_cents: 100 })).toBe('COUPON_EXHAUSTED');
  const { code } = await coupon({ applies_to: 'all' });
  expect((await counter.sell({ inscriptionid, lines: [{ variantid: blue, qty: 1 }], coupon: code })).status).toBe(200);
  expect(codeOf((await counter.sell({ inscriptionid, lines: [{ variantid: blue, qty: 1 }], coupon: code })).body)).toBe('COUPON_USED_UP');
  const applied = await counter.scene.act(counter.scene.chief, inscriptionid, 'apply_coupon', {
    couponid: (await counter.one('select couponid::int as id from coupons where code = $1', [code])).id,
  });
  expect(codeOf(applied.body)).toBe('COUPON_USED_UP');
});

test('many who sell with the last uses of a coupon at once take each of them once', async () => {
  const { id, code } = await coupon({ max_uses: 3, budget_cents: 100_000, type: 'amount', value: 1001 });
  const people = [];
  for (let at = 0; at < 9; at += 1) people.push((await signUp()).inscriptionid);
  const answers = await Promise.all(
    people.map((inscriptionid) => counter.sell({ inscriptionid, lines: [{ variantid: red, qty: 1 }], coupon: code, method: 'cash' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await countsOf(id)).toEqual({ used: 3, reserved: 0, spent: 3003, status: 'exhausted' });
});
