import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounter, root, type Counter } from './support';

let counter: Counter, blue: number, red: number;
beforeAll(async () => {
  counter = await openCounter(60);
  [blue, red] = counter.variants as [number, number];
  await counter.scene.pool.query('update store_variants set price_cents = case variantid when $1 then 3333 else 10001 end', [blue]);
});
afterAll(() => counter.scene.close());

let athletes = 0;
const codeOf = (body: any): string => body.errors?.[0]?.code ?? body.code;
const signUp = (): Promise<any> => counter.scene.signUp(`parte${(athletes += 1)}`);
const sold = async (input: object): Promise<number> => {
  const { inscriptionid } = await signUp();
  const { status, body } = await counter.sell({ inscriptionid, ...input });
  expect([status, body]).toMatchObject([200, { result: { total_cents: expect.any(Number) } }]);
  return body.result.saleid;
};
const lineOf = async (saleid: number, variantid: number): Promise<number> =>
  (await counter.one('select sale_lineid::int as id from store_sale_lines where saleid = $1 and variantid = $2', [saleid, variantid])).id;
const refund = (id: number, lines: readonly object[], more: object = {}) =>
  counter.act(counter.scene.organizer, id, 'refund', { lines, goods: 'returned', to: 'origin', reason: 'Talla', ...more });
const linesNow = (saleid: number) =>
  counter.one(
    'select jsonb_object_agg(variantid, jsonb_build_array(qty, refunded_qty, returning_qty)) as of from store_sale_lines where saleid = $1',
    [saleid],
  );
const cart = () => [
  { variantid: blue, qty: 3 },
  { variantid: red, qty: 1 },
];

test('some articles are returned: their pieces and their money, and the rest of the sale stays', async () => {
  const id = await sold({ lines: cart(), method: 'cash' });
  const before = await counter.shelf(blue);
  const answer = await refund(id, [{ sale_lineid: await lineOf(id, blue), qty: 2 }]);
  expect(answer.body).toMatchObject({ result: { amount_cents: 6666, waiting: 0 } });
  expect(await counter.sale(id)).toMatchObject({
    status: 'paid',
    total_cents: 20_000,
    refunded_cents: 6666,
    returned: 6666,
    order: 'paid',
  });
  expect(await linesNow(id)).toEqual({ of: { [blue]: [3, 2, 0], [red]: [1, 0, 0] } });
  expect((await counter.shelf(blue)).available).toBe(before.available + 2);
  const { body } = await counter.scene.organizer.get(`${root}/${id}`);
  expect(body.articles).toMatchObject([
    { qty: 3, refunded_qty: 2 },
    { qty: 1, refunded_qty: 0 },
  ]);
});

test('the last articles bring exactly what is left, and end the sale; handed over stays handed over until then', async () => {
  const id = await sold({ lines: cart(), method: 'cash' });
  await counter.act(counter.scene.desk, id, 'hand_over');
  const [one, other] = [await lineOf(id, blue), await lineOf(id, red)];
  await refund(id, [{ sale_lineid: one, qty: 1 }], { goods: 'written_off' });
  expect(await counter.sale(id)).toMatchObject({ status: 'handed_over', refunded_cents: 3333 });
  await refund(id, [{ sale_lineid: other, qty: 1 }]);
  expect(await counter.sale(id)).toMatchObject({ status: 'handed_over', refunded_cents: 13_334 });
  await refund(id, []);
  expect(await counter.sale(id)).toMatchObject({ status: 'refunded', refunded_cents: 20_000, returned: 20_000, order: 'closed' });
  expect(await counter.one(`select status from payments where saleid = $1 and type = 'charge'`, [id])).toEqual({ status: 'refunded' });
  expect((await refund(id, [])).status).toBe(409);
});

test('no more comes back than is left, and nothing of another sale', async () => {
  const [id, other] = [await sold({ lines: cart(), method: 'cash' }), await sold({ lines: cart(), method: 'cash' })];
  const line = await lineOf(id, blue);
  expect(codeOf((await refund(id, [{ sale_lineid: line, qty: 4 }])).body)).toBe('REFUND_TOO_MANY');
  expect(
    codeOf(
      (
        await refund(id, [
          { sale_lineid: line, qty: 2 },
          { sale_lineid: line, qty: 2 },
        ])
      ).body,
    ),
  ).toBe('REFUND_TOO_MANY');
  expect(codeOf((await refund(id, [{ sale_lineid: await lineOf(other, blue), qty: 1 }])).body)).toBe('INVALID_REFERENCE');
  await refund(id, [{ sale_lineid: line, qty: 2 }]);
  expect(codeOf((await refund(id, [{ sale_lineid: line, qty: 2 }])).body)).toBe('REFUND_TOO_MANY');
  expect(await counter.sale(id)).toMatchObject({ refunded_cents: 6666 });
});

test('a card gets its part back from the gateway, and a second person decides above the limit: refused, nothing has moved', async () => {
  const id = await sold({ lines: cart(), method: 'card' });
  await counter.openLinks();
  const { ref } = await counter.one(`select provider_ref as ref from payments where saleid = $1 and type = 'charge'`, [id]);
  await counter.scene.finance.post(`/api/local/charges/${ref}/pay`);
  await counter.scene.pool.query('update organizations set refund_approval_cents = 5000');
  const line = await lineOf(id, red);
  const before = await counter.shelf(red);
  expect((await refund(id, [{ sale_lineid: line, qty: 1 }])).body).toMatchObject({ result: { amount_cents: 10_001, waiting: 1 } });
  const { asked } = await counter.one(`select paymentid::int as asked from payments where saleid = $1 and status = 'created'`, [id]);
  await counter.scene.finance.post(`/v2/inscription/payments/${asked}/reject`, { input: { reason: 'No' } });
  expect(await linesNow(id)).toEqual({ of: { [blue]: [3, 0, 0], [red]: [1, 0, 0] } });
  expect(await counter.shelf(red)).toEqual(before);
  await counter.scene.pool.query('update organizations set refund_approval_cents = 100000');
  await refund(id, [{ sale_lineid: line, qty: 1 }]);
  expect(await counter.sale(id)).toMatchObject({ status: 'refunding', returned: 0 });
  await counter.returnMoney();
  expect(await counter.sale(id)).toMatchObject({ status: 'paid', refunded_cents: 10_001, returned: 10_001 });
  expect(await counter.one(`select status from payments where saleid = $1 and type = 'charge'`, [id])).toEqual({
    status: 'partially_refunded',
  });
});

test('two refunds of the same article at once return it once', async () => {
  const id = await sold({ lines: cart(), method: 'cash' });
  const line = await lineOf(id, red);
  const answers = await Promise.all(Array.from({ length: 4 }, () => refund(id, [{ sale_lineid: line, qty: 1 }])));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await counter.sale(id)).toMatchObject({ status: 'paid', refunded_cents: 10_001, returned: 10_001 });
});

const walletOf = (saleid: number) =>
  counter.one(
    'select w.available_cents::int as available, w.frozen_cents::int as frozen from wallets w join store_sales s using (web_userid) where s.saleid = $1',
    [saleid],
  );
test('the wallet pays a sale and gets its money back; what is not there sells nothing', async () => {
  const { inscriptionid } = await signUp();
  const { web_userid } = await counter.one('select web_userid::int from inscriptions where inscriptionid = $1', [inscriptionid]);
  const lines = [{ variantid: red, qty: 2 }];
  const before = await counter.shelf(red);
  expect(codeOf((await counter.sell({ inscriptionid, lines, method: 'wallet' })).body)).toBe('WALLET_SHORT');
  expect(await counter.shelf(red)).toEqual(before);
  await counter.scene.pool.query('insert into wallets (web_userid) values ($1) on conflict do nothing', [web_userid]);
  await counter.scene.pool.query(
    `insert into wallet_movements (walletid, type, amount_cents, available_change_cents, frozen_change_cents, available_after_cents, frozen_after_cents, idempotency_key)
     select walletid, 'promo_credit', 30000, 30000, 0, 30000, 0, 'prueba' from wallets where web_userid = $1`,
    [web_userid],
  );
  const { status, body } = await counter.sell({ inscriptionid, lines, method: 'wallet' });
  expect([status, codeOf(body)]).toEqual([200, undefined]);
  const id = body.result.saleid;
  expect(await counter.sale(id)).toMatchObject({ status: 'paid', method: 'wallet', charged: 20_002 });
  expect(await walletOf(id)).toEqual({ available: 9_998, frozen: 0 });
  await refund(id, [{ sale_lineid: await lineOf(id, red), qty: 1 }]);
  expect(await walletOf(id)).toEqual({ available: 19_999, frozen: 0 });
  await counter.scene.pool.query('update events set wallet_allowed = false');
  expect(codeOf((await counter.sell({ inscriptionid, lines: [{ variantid: red, qty: 1 }], method: 'wallet' })).body)).toBe(
    'WALLET_NOT_ALLOWED',
  );
  await counter.scene.pool.query('update events set wallet_allowed = true');
});
