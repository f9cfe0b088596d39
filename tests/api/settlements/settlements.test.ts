import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '@/resources';
import { localGateway, type LocalGateway } from '../../../server/adapters/paymentGateway/localGateway';
import { createObjectStorages } from '../../../server/adapters/objectStorage/createObjectStorages';
import { openCharges } from '../../../server/features/registration/openCharges';
import { sendRefunds } from '../../../server/features/registration/sendRefunds';
import { readSettlements } from '../../../server/features/settlements/readSettlements';
import { reconcile } from '../../support/reconcile';
import { openScene, type Scene } from '../registration/support';

const secret = 'a secret of tests that is long enough';
const root = '/v2/inscription/gateway_settlements',
  lineRoot = '/v2/inscription/gateway_settlement_lines';
let scene: Scene;
/** What the gateway says instead of what it captured; null while it has not settled, and a failure when it is away. */
let said: ((day: string) => string | null) | null = null;
const gateway: LocalGateway = {
  name: 'local',
  webhookSecret: 'what reports of this gateway are signed with',
  open: (charge) => localGateway(scene.pool, secret).open(charge),
  refund: (refund) => localGateway(scene.pool, secret).refund(refund),
  capture: (ref) => localGateway(scene.pool, secret).capture(ref),
  settlement: async (day) => (said ? said(day) : localGateway(scene.pool, secret).settlement(day)),
};
beforeAll(async () => {
  scene = await openScene({ gateway });
  await scene.pool.query('update organizations set refund_approval_cents = 100000');
});
afterAll(() => scene.close());

const one = async (text: string, values: readonly unknown[] = []): Promise<any> => (await scene.pool.query(text, [...values])).rows[0];
const deps = () => ({ pool: scene.pool, registry, storages: createObjectStorages({ objectStorage: undefined }, scene.pool) });
const sweep = () => readSettlements(deps(), gateway);
let athletes = 0;
/** A registration whose charge is open at the gateway. */
const asked = async (): Promise<{ readonly id: number; readonly paymentid: number; readonly ref: string }> => {
  const { inscriptionid: id } = await scene.signUp(`corre${(athletes += 1)}`);
  expect(await scene.act(scene.support, id, 'request_payment', { method: 'card' })).toMatchObject({ status: 200 });
  await openCharges(deps(), gateway);
  const { paymentid, ref } = await one(
    `select paymentid::int, provider_ref as ref from payments where inscriptionid = $1 and type = 'charge'`,
    [id],
  );
  return { id, paymentid, ref };
};
const capture = (ref: string) => localGateway(scene.pool, secret).capture(ref);
const pay = (ref: string) => scene.finance.post(`/api/local/charges/${ref}/pay`);
const linesOf = async (id: number): Promise<any[]> =>
  (
    await scene.pool.query(
      `select gateway_settlement_lineid::int as id, provider_ref as ref, type, result, status, solution, amount_cents, fee_cents, difference_cents, version from gateway_settlement_lines where gateway_settlementid = $1 and deleted_at is null order by provider_ref`,
      [id],
    )
  ).rows;
const dayOf = async (id: number): Promise<any> => (await scene.finance.get(`${root}/${id}`)).body;
const again = async (id: number): Promise<void> => {
  expect(await scene.finance.post(`${root}/${id}/ask_again`)).toMatchObject({ status: 200 });
  await sweep();
};
const { format } = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' });
const total = 62_500,
  fee = 2_063;

test('a day is fetched, compared and worked off: what is missing here is registered by its own way, the rest is solved with a reason', async () => {
  const [agreed, unreported, absent, refunded] = [await asked(), await asked(), await asked(), await asked()];
  for (const { ref } of [agreed, absent, refunded]) expect(await pay(ref)).toMatchObject({ status: 200, body: { outcome: 'paid' } });
  expect(await scene.support.post(`/api/local/charges/${agreed.ref}/pay`)).toMatchObject({ status: 403 });
  await capture(unreported.ref); // its report got lost
  await scene.pool.query('update gateway_charges set captured_at = null where $1 = $2 || chargeid', [absent.ref, 'local-']);
  await scene.act(scene.support, refunded.id, 'cancel', { cancel_reason: 'requested' });
  expect(
    await scene.finance.post(`/v2/inscription/payments/${refunded.paymentid}/refund`, { input: { amount_cents: 1_000, reason: 'Lesión' } }),
  ).toMatchObject({ status: 200 });
  await sendRefunds(deps(), gateway);

  expect((await scene.support.post(root, { day: format(new Date()) })).status).toBe(403);
  expect(await scene.finance.post(root, { day: '2999-01-01' })).toMatchObject({
    body: { errors: [{ path: 'day', code: 'DAY_NOT_OVER' }] },
  });
  const made = await scene.finance.post(root, { day: format(new Date()) });
  expect(made).toMatchObject({ status: 201, body: { provider: 'local', status: 'waiting' } });
  const id = made.body.gateway_settlementid;
  said = (day) => (day === format(new Date()) ? null : '');
  await sweep();
  expect(await dayOf(id)).toMatchObject({ status: 'waiting', failure: 'not_ready', attempts: 1 });
  said = null;
  await scene.pool.query('update gateway_settlements set next_at = now()');
  await sweep();
  expect(await dayOf(id)).toMatchObject({
    status: 'open',
    lines_count: 5,
    differences_count: 2,
    charges_cents: 3 * total,
    refunds_cents: 1_000,
    fees_cents: 3 * fee,
    net_cents: 3 * total - 3 * fee - 1_000,
    differences_cents: -fee,
  });
  const before = await linesOf(id);
  expect(before.map(({ ref, type, result }) => [type === 'refund' ? 'devolución' : ref, result]).sort()).toEqual(
    [
      [agreed.ref, 'agreed'],
      [unreported.ref, 'missing_here'],
      [absent.ref, 'missing_there'],
      [refunded.ref, 'agreed'],
      ['devolución', 'agreed'],
    ].sort(),
  );
  expect(
    await one('select settled_at is not null as settled, provider_fee_cents as fee from payments where paymentid = $1', [agreed.paymentid]),
  ).toEqual({
    settled: true,
    fee,
  });
  await again(id);
  expect(await linesOf(id)).toEqual(before);

  const lineOf = (ref: string) => before.find((line) => line.ref === ref && line.type === 'charge').id;
  expect((await scene.support.post(`${lineRoot}/${lineOf(unreported.ref)}/register`)).status).toBe(403);
  expect((await scene.finance.post(`${lineRoot}/${lineOf(absent.ref)}/register`)).status).toBe(409);
  expect(await scene.finance.post(`${lineRoot}/${lineOf(unreported.ref)}/register`)).toMatchObject({ status: 200 });
  expect(await scene.read(unreported.id)).toMatchObject({ status: 'assign_number', paid_cents: total });
  expect((await scene.finance.post(`${lineRoot}/${lineOf(absent.ref)}/solve`, { input: {} })).status).toBe(400);
  expect(await scene.finance.post(`${lineRoot}/${lineOf(absent.ref)}/solve`, { input: { reason: 'Aclaración 71' } })).toMatchObject({
    status: 200,
  });
  expect(await dayOf(id)).toMatchObject({ status: 'agreed', differences_count: 0, differences_cents: 0 });
  expect(await scene.finance.post(`${lineRoot}/${lineOf(absent.ref)}/reopen`)).toMatchObject({ status: 200 });
  expect(await dayOf(id)).toMatchObject({ status: 'open', differences_count: 1 });
  expect((await scene.finance.post(`${lineRoot}/${lineOf(unreported.ref)}/reopen`)).status).toBe(409);

  await scene.pool.query(
    `update gateway_charges set captured_at = now() + interval '1 day', fee_cents = $1 where 'local-' || chargeid = $2`,
    [fee, absent.ref],
  );
  const tomorrow = format(new Date(Date.now() + 86_400_000));
  await scene.pool.query(`insert into gateway_settlements (name, provider, day) values ('local', 'local', $1)`, [tomorrow]);
  await sweep();
  expect(await dayOf(id)).toMatchObject({ status: 'agreed' });
  expect((await linesOf(id)).find(({ ref }) => ref === absent.ref)).toMatchObject({ status: 'solved', solution: 'came_later' });
  expect(await reconcile(scene.pool)).toEqual({});
});

test('an uploaded file goes the same way: doubles, other amounts and fees, and strangers are found; a broken one says where', async () => {
  const [normal, dearer, costly] = [await asked(), await asked(), await asked()];
  for (const { ref } of [normal, dearer, costly]) await pay(ref);
  await scene.pool.query('update payments set provider_fee_cents = $1 where paymentid = $2', [fee - 1, costly.paymentid]);
  const line = (ref: string, amount = '625.00') => `charge,${ref},,${amount},20.63,MXN,2026-01-05T18:00:00Z`;
  const file = [
    'type,id,key,amount,fee,currency,at',
    line(normal.ref),
    line(normal.ref),
    line(dearer.ref, '625.01'),
    line(costly.ref),
    line('de-nadie'),
  ];
  const upload = async (name: string, text: string): Promise<object> => {
    await scene.pool.query(
      `insert into uploads (uploadid, mime, name, bytes, storage, created_by) select $1, 'text/csv', $1, $2, 'local', userid from users where asdeporteid = 'fina'`,
      [name, text.length],
    );
    await scene.pool.query('insert into stored_objects (object_key, data) values ($1, $2)', [name, Buffer.from(text)]);
    return { url: `/api/upload/${name}`, name, size: text.length, type: 'text/csv' };
  };
  const made = await scene.finance.post(root, { day: '2026-01-05', file: await upload('dia.csv', file.join('\n')) });
  expect(made.status).toBe(201);
  const id = made.body.gateway_settlementid;
  expect((await scene.finance.post(root, { day: '2026-01-05' })).status).toBe(409);
  await sweep();
  expect((await linesOf(id)).map(({ ref, result, difference_cents }) => [ref, result, difference_cents]).sort()).toEqual(
    [
      [normal.ref, 'agreed', 0],
      [normal.ref, 'double', total - fee],
      [dearer.ref, 'amount_differs', 1],
      [costly.ref, 'fee_differs', -1],
      ['de-nadie', 'missing_here', total - fee],
    ].sort(),
  );
  const feeLine = (await linesOf(id)).find(({ ref }) => ref === costly.ref).id;
  await scene.finance.post(`${lineRoot}/${feeLine}/solve`, { input: { reason: 'Tarifa nueva' } });
  expect(await one('select provider_fee_cents as fee from payments where paymentid = $1', [costly.paymentid])).toEqual({ fee });
  const kept = await linesOf(id);
  await scene.finance.post(`${root}/${id}/read_file`, { input: { file: await upload('otra.csv', file.join('\n')) } });
  await sweep();
  expect(await linesOf(id)).toEqual(kept);
  await scene.finance.post(`${root}/${id}/read_file`, { input: { file: await upload('rota.csv', `${file[0]}\ncharge,a,,mil,0,MXN,x`) } });
  await sweep();
  expect(await dayOf(id)).toMatchObject({ status: 'failed', failure: 'line', failure_line: 2, differences_count: 3 });
  const inbox = await scene.finance.get('/v2/general/inbox');
  expect(JSON.stringify(inbox.body)).toContain('gateway_settlements');
});

test('what subscriptions paid belongs to the day too, and is missing where the gateway lacks it', async () => {
  const { planid } = await one(
    `insert into apolo_plans (name, "interval", price_cents) values ('{"es": "Anual"}', 'year', 90000) returning planid`,
  );
  const { id: subscriptionid } = await one(
    `insert into apolo_subscriptions (web_userid, planid) select min(web_userid), $1 from web_users returning subscriptionid as id`,
    [planid],
  );
  for (const n of [1, 2])
    await scene.pool.query(
      `insert into subscription_charges (subscriptionid, status, amount_cents, period_start, period_end, idempotency_key, provider, provider_ref, settled_at)
         values ($1, 'paid', 90000, '2026-02-01', '2027-02-01', $2, 'local', $2, '2026-02-03T18:00:00Z')`,
      [subscriptionid, `suscripcion-${n}`],
    );
  said = (day) =>
    day === '2026-02-03' ? 'type,id,key,amount,fee,currency,at\ncharge,suscripcion-1,,900.00,26.10,MXN,2026-02-03T18:00:00Z' : null;
  const made = await scene.finance.post(root, { day: '2026-02-03' });
  await sweep();
  expect((await linesOf(made.body.gateway_settlementid)).map(({ ref, result }) => [ref, result])).toEqual([
    ['suscripcion-1', 'agreed'],
    ['suscripcion-2', 'missing_there'],
  ]);
});
