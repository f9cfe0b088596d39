import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireSales } from '../../../server/features/store/expireSales';
import { openCounter, root, type Counter } from './support';

let counter: Counter, blue: number, red: number;
beforeAll(async () => {
  counter = await openCounter(40);
  [blue, red] = counter.variants as [number, number];
});
afterAll(() => counter.scene.close());

let athletes = 0;
const signUp = async (): Promise<any> => counter.scene.signUp(`compra${(athletes += 1)}`);
const sold = async (input: object): Promise<number> => {
  const { inscriptionid } = await signUp();
  const { status, body } = await counter.sell({ inscriptionid, ...input });
  expect([status, body]).toMatchObject([200, { result: { total_cents: expect.any(Number) } }]);
  return body.result.saleid;
};
const codeOf = (body: any): string => body.errors?.[0]?.code ?? body.code;
const chargeOf = (saleid: number) =>
  counter.one(
    `select paymentid::int, provider_ref as ref, status, method from payments where saleid = $1 and type = 'charge' order by paymentid desc limit 1`,
    [saleid],
  );
const payLink = (ref: string) => counter.scene.finance.post(`/api/local/charges/${ref}/pay`);
/** What is on the shelf changes by what was said, whatever other tests left there. */
const expectChange = async (variantid: number, work: () => Promise<unknown>, change: Readonly<Record<string, number>>): Promise<void> => {
  const before = await counter.shelf(variantid);
  await work();
  const after = await counter.shelf(variantid);
  for (const name of ['received', 'reserved', 'sold', 'adjusted', 'available', 'stock'])
    expect([name, after[name] - before[name]]).toEqual([name, change[name] ?? 0]);
};

test('a sale at the counter is paid at once, with an order of its own', async () => {
  let id = 0;
  await expectChange(
    blue,
    async () => {
      id = await sold({
        lines: [
          { variantid: blue, qty: 1 },
          { variantid: red, qty: 1 },
          { variantid: blue, qty: 1 },
        ],
        method: 'cash',
      });
    },
    { sold: 2, available: -2, stock: -3 },
  );
  expect(await counter.sale(id)).toMatchObject({
    status: 'paid',
    items: 3,
    total_cents: 75_000,
    method: 'cash',
    order: 'paid',
    sales_cents: 75_000,
    charged: 75_000,
    letter_kind: 'paid',
    letter: 'waiting',
  });
});

test('a sale that waits keeps its pieces, and gives them back when it is cancelled or nobody pays in time', async () => {
  let id = 0;
  await expectChange(blue, async () => void (id = await sold({ lines: [{ variantid: blue, qty: 2 }] })), {
    reserved: 2,
    available: -2,
    stock: -2,
  });
  await expectChange(blue, () => counter.act(counter.scene.organizer, id, 'cancel', { reason: 'Ya no la quiere' }), {
    reserved: -2,
    available: 2,
    stock: 2,
  });
  expect(await counter.sale(id)).toMatchObject({ status: 'cancelled', ended_by: 'requested', order: 'closed', letter_kind: 'cancelled' });
  const late = await sold({ lines: [{ variantid: blue, qty: 1 }], method: 'card' });
  await counter.scene.pool.query(`update store_sales set expires_at = now() - interval '1 minute' where saleid = $1`, [late]);
  await expectChange(blue, () => expireSales(counter.deps), { reserved: -1, available: 1, stock: 1 });
  expect(await counter.sale(late)).toMatchObject({ status: 'cancelled', ended_by: 'expired' });
  expect(await chargeOf(late)).toMatchObject({ status: 'expired' });
});

test('a link is opened at the gateway, written to the buyer and paid once, however often it is reported', async () => {
  const id = await sold({ lines: [{ variantid: red, qty: 1 }], method: 'card' });
  await counter.openLinks();
  expect(await counter.sale(id)).toMatchObject({ status: 'unpaid', letter_kind: 'link', letter: 'waiting' });
  const { ref } = await chargeOf(id);
  await expectChange(
    red,
    async () => {
      expect(await payLink(ref)).toMatchObject({ status: 200, body: { outcome: 'paid' } });
      await payLink(ref);
    },
    { reserved: -1, sold: 1 },
  );
  expect(await counter.sale(id)).toMatchObject({ status: 'paid', charged: 25_000, letter_kind: 'paid' });
});

test('money that comes late pays the sale again while its pieces are there, and otherwise goes into the wallet', async () => {
  const late = async (): Promise<{ id: number; ref: string }> => {
    const id = await sold({ lines: [{ variantid: red, qty: 2 }], method: 'card' });
    await counter.openLinks();
    await counter.scene.pool.query(`update store_sales set expires_at = now() - interval '1 minute' where saleid = $1`, [id]);
    await expireSales(counter.deps);
    return { id, ref: (await chargeOf(id)).ref };
  };
  const inTime = await late(),
    tooLate = await late();
  await expectChange(red, () => payLink(inTime.ref), { sold: 2, available: -2, stock: -2 });
  expect(await counter.sale(inTime.id)).toMatchObject({ status: 'paid', charged: 50_000, ended_by: null });
  const { available } = await counter.shelf(red);
  const adjust = (qty: number) =>
    counter.scene.organizer.post(`/v2/organization/store_variants/${red}/adjust`, { input: { qty, kind: 'adjust', reason: 'Conteo' } });
  expect(await adjust(-available)).toMatchObject({ status: 200 });
  expect(await payLink(tooLate.ref)).toMatchObject({ status: 200, body: { outcome: 'credited' } });
  await adjust(available);
  expect(await counter.sale(tooLate.id)).toMatchObject({ status: 'cancelled', charged: 50_000, returned: 50_000 });
  expect(
    await counter.one('select w.available_cents from wallets w join store_sales s using (web_userid) where s.saleid = $1', [tooLate.id]),
  ).toEqual({ available_cents: 50_000 });
});

test('the desk hands over what is paid, and takes it back', async () => {
  const unpaid = await sold({ lines: [{ variantid: blue, qty: 1 }] });
  const { desk } = counter.scene;
  expect(await counter.act(desk, unpaid, 'hand_over')).toMatchObject({ status: 409 });
  const { inscriptionid } = await signUp();
  const { body } = await counter.sell({ inscriptionid, lines: [{ variantid: blue, qty: 1 }], method: 'pos', reference: 'T-1' });
  const id = body.result.saleid;
  const bought = await desk.post(`${root}/actions/bought`, { input: { inscriptionid } });
  expect(bought.body.result.sales).toMatchObject([{ saleid: id, status: 'paid', lines: [{ qty: 1, name: { es: 'Gorra Azul M' } }] }]);
  expect(await counter.act(desk, id, 'hand_over')).toMatchObject({ status: 200 });
  expect(await counter.act(desk, id, 'hand_over')).toMatchObject({ status: 409 });
  expect(await counter.sale(id)).toMatchObject({ status: 'handed_over' });
  expect(await counter.act(desk, id, 'take_back')).toMatchObject({ status: 200 });
  expect(await counter.sale(id)).toMatchObject({ status: 'paid' });
  expect((await desk.get(`${root}/${id}`)).body).toMatchObject({ code: expect.any(String), total_cents: null });
  for (const [action, input] of [
    ['refund', { reason: 'x' }],
    ['cancel', { reason: 'x' }],
    ['pay', { method: 'cash' }],
  ] as const)
    expect(await counter.act(desk, id, action, input)).toMatchObject({ status: 403 });
  expect(await counter.sell({ inscriptionid, lines: [{ variantid: blue, qty: 1 }] }, desk)).toMatchObject({ status: 403 });
});

test('is handed over at the store where the store offers it, and nowhere else', async () => {
  const id = await sold({ lines: [{ variantid: blue, qty: 1 }], method: 'cash' });
  const { organizer, desk, pool } = counter.scene;
  expect(await counter.act(organizer, id, 'pick_up')).toMatchObject({
    status: 409,
    body: { code: 'PICKUP_NOT_OFFERED', message: expect.stringContaining('entrega en tienda') },
  });
  expect(await counter.sale(id)).toMatchObject({ status: 'paid' });
  await pool.query('update stores set pickup_enabled = true');
  expect(await counter.act(desk, id, 'pick_up')).toMatchObject({ status: 403 });
  expect(await counter.act(organizer, id, 'pick_up')).toMatchObject({ status: 200, body: { undo: [id] } });
  expect(await counter.sale(id)).toMatchObject({ status: 'handed_over' });
  expect(await counter.act(organizer, id, 'pick_up')).toMatchObject({ status: 409, body: { code: 'STATE_NOT_ALLOWED' } });
  expect(await counter.act(organizer, id, 'take_back')).toMatchObject({ status: 200 });
  expect(await counter.sale(id)).toMatchObject({ status: 'paid' });
  await pool.query('update stores set pickup_enabled = false');
});

test('a refund of cash is made at the counter; the pieces return, or are written off', async () => {
  const returned = await sold({ lines: [{ variantid: blue, qty: 1 }], method: 'cash' });
  await expectChange(
    blue,
    () => counter.act(counter.scene.organizer, returned, 'refund', { goods: 'returned', to: 'origin', reason: 'Talla' }),
    {
      sold: -1,
      available: 1,
      stock: 1,
    },
  );
  expect(await counter.sale(returned)).toMatchObject({
    status: 'refunded',
    refunded_cents: 25_000,
    order: 'closed',
    returned: 25_000,
    letter_kind: 'refunded',
  });
  const broken = await sold({ lines: [{ variantid: blue, qty: 1 }], method: 'cash' });
  await counter.act(counter.scene.desk, broken, 'hand_over');
  await expectChange(
    blue,
    () => counter.act(counter.scene.organizer, broken, 'refund', { goods: 'written_off', to: 'wallet', reason: 'Rota' }),
    {
      sold: -1,
      adjusted: -1,
    },
  );
  expect(await counter.sale(broken)).toMatchObject({ status: 'refunded', returned: 25_000 });
  expect(
    await counter.one('select w.available_cents from wallets w join store_sales s using (web_userid) where s.saleid = $1', [broken]),
  ).toEqual({
    available_cents: 25_000,
  });
  expect(await counter.act(counter.scene.organizer, broken, 'refund', { reason: 'otra vez' })).toMatchObject({ status: 409 });
});

test('a card is refunded by the gateway, and what it does not return goes into the wallet', async () => {
  const id = await sold({ lines: [{ variantid: red, qty: 1 }], method: 'card' });
  await counter.openLinks();
  const { ref, paymentid } = await chargeOf(id);
  await payLink(ref);
  const direct = await counter.scene.finance.post(`/v2/inscription/payments/${paymentid}/refund`, {
    input: { amount_cents: 100, reason: 'x' },
  });
  expect([direct.status, codeOf(direct.body)]).toEqual([409, 'REFUSED']);
  await counter.act(counter.scene.organizer, id, 'refund', { goods: 'returned', to: 'origin', reason: 'Talla' });
  expect(await counter.sale(id)).toMatchObject({ status: 'refunding', returned: 0, order: 'paid' });
  await counter.returnMoney();
  expect(await counter.sale(id)).toMatchObject({ status: 'refunded', returned: 25_000, order: 'closed' });
  expect(await chargeOf(id)).toMatchObject({ status: 'refunded' });
});

test('above the limit of the organization a second person decides, and nothing moves before', async () => {
  await counter.scene.pool.query('update organizations set refund_approval_cents = 1000');
  const id = await sold({ lines: [{ variantid: red, qty: 1 }], method: 'cash' });
  await counter.act(counter.scene.desk, id, 'hand_over');
  const ask = () => counter.act(counter.scene.organizer, id, 'refund', { goods: 'returned', to: 'origin', reason: 'Talla' });
  await expectChange(red, async () => expect(await ask()).toMatchObject({ body: { result: { waiting: 1 } } }), {});
  const waiting = async () =>
    (await counter.one(`select paymentid::int as id from payments where saleid = $1 and status = 'created'`, [id])).id;
  const decide = async (action: string, input = {}) =>
    counter.scene.finance.post(`/v2/inscription/payments/${await waiting()}/${action}`, { input });
  expect(await decide('reject', { reason: 'Ya la usó' })).toMatchObject({ status: 200 });
  expect(await counter.sale(id)).toMatchObject({ status: 'handed_over', refunded_cents: 0 });
  await ask();
  await expectChange(red, async () => expect(await decide('approve')).toMatchObject({ status: 200 }), { sold: -1, available: 1, stock: 1 });
  expect(await counter.sale(id)).toMatchObject({ status: 'refunded', returned: 25_000 });
  await counter.scene.pool.query('update organizations set refund_approval_cents = 100000');
});

test('a sale is refused for what is not there, not on sale, too many, or of somebody else', async () => {
  const { inscriptionid } = await signUp();
  const refusal = async (input: object): Promise<string> => codeOf((await counter.sell({ inscriptionid, ...input })).body);
  expect(await refusal({ lines: [{ variantid: blue, qty: 7 }] })).toBe('TOO_MANY_OF_PRODUCT');
  expect(await refusal({ lines: [{ variantid: 999_999, qty: 1 }] })).toBe('INVALID_REFERENCE');
  expect(await refusal({ inscriptionid: null, lines: [{ variantid: blue, qty: 1 }] })).toBe('REQUIRED');
  expect(await refusal({ inscriptionid: 999_999, lines: [{ variantid: blue, qty: 1 }] })).toBe('INVALID_REFERENCE');
  const { web_userid } = await counter.one('select web_userid::int from inscriptions where inscriptionid = $1', [inscriptionid]);
  expect(await refusal({ inscriptionid: null, web_userid, lines: [{ variantid: blue, qty: 1 }] })).toBe('INVALID_REFERENCE');
  await counter.scene.pool.query('update store_products set active = false');
  expect(await refusal({ lines: [{ variantid: blue, qty: 1 }] })).toBe('PRODUCT_NOT_ON_SALE');
  await counter.scene.pool.query('update store_products set active = true');
  await counter.scene.pool.query(`update stores set status = 'paused'`);
  expect(await refusal({ lines: [{ variantid: blue, qty: 1 }] })).toBe('STORE_CLOSED');
  await counter.scene.pool.query(`update stores set status = 'active'`);
  const byChief = await counter.sell({ web_userid, lines: [{ variantid: blue, qty: 1 }] }, counter.scene.chief);
  expect(byChief).toMatchObject({ status: 200 });
});

test('the same key sells once', async () => {
  const { inscriptionid } = await signUp();
  const input = { inscriptionid, lines: [{ variantid: blue, qty: 1 }], method: 'cash', idempotency_key: 'doble-clic' };
  const [first, second] = [await counter.sell(input), await counter.sell(input)];
  expect(second.body.result).toEqual(first.body.result);
});

test('variants are added once for each colour and size, and the count is corrected with a reason but never below zero', async () => {
  const add = () =>
    counter.scene.organizer.post(`/v2/organization/store_products/${counter.productid}/add_variants`, {
      input: { sizes: ['M', 'L'], colors: 'Azul, Rojo', qty: 3 },
    });
  expect((await add()).body).toMatchObject({ result: { added: 2 } });
  expect((await add()).body).toMatchObject({ result: { added: 0 } });
  const { id } = await counter.one(`select variantid::int as id from store_variants where sku = 'GORRA-AZUL-L'`);
  const adjust = (input: object) => counter.scene.organizer.post(`/v2/organization/store_variants/${id}/adjust`, { input });
  expect(codeOf((await adjust({ qty: -4, reason: 'Conteo' })).body)).toBe('NO_STOCK_LEFT');
  expect(await adjust({ qty: 2, kind: 'loss', reason: 'Mojadas' })).toMatchObject({ status: 200 });
  expect(await counter.shelf(id)).toMatchObject({ received: 3, adjusted: -2, available: 1 });
  expect(await adjust({ qty: 1 })).toMatchObject({ status: 400 });
});
