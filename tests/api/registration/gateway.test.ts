import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { createPaymentGateway } from '../../../server/adapters/paymentGateway/createPaymentGateway';
import { httpGateway } from '../../../server/adapters/paymentGateway/httpGateway';
import { localGateway } from '../../../server/adapters/paymentGateway/localGateway';
import type { NewCharge, PaymentGateway } from '../../../server/adapters/paymentGateway/PaymentGateway';
import { isSigned, signatureHeaders, signReport } from '../../../server/adapters/signature';
import { expireHolds } from '../../../server/features/registration/expireHolds';
import { openCharges } from '../../../server/features/registration/openCharges';
import { reconcile } from '../../support/reconcile';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

const secret = 'a secret of tests that is long enough';
let failing = false;
const webhookSecret = 'what reports of this gateway are signed with';
/** The local gateway behind a name that the scene can have before its database exists. */
const gateway: PaymentGateway = {
  name: 'local',
  webhookSecret,
  settlement: (day) => localGateway(scene.pool, secret).settlement(day),
  open: (charge) => {
    if (failing) throw new Error('away');
    return localGateway(scene.pool, secret).open(charge);
  },
  refund: (refund) => localGateway(scene.pool, secret).refund(refund),
};
let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene({ gateway });
});
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 3, seats: [1, 5], bibs: [5, 5], shirts: [5, 5], uses: 1, budget: 90_000, cents: 100_000 });
});
afterAll(() => scene.close());

const one = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  (await scene.pool.query(text, values as unknown[])).rows[0];
const open = () => openCharges({ pool: scene.pool, registry }, gateway);
const signUp = async (athlete = 0): Promise<number> =>
  (
    await scene.support.post('/v2/inscription/inscriptions', {
      eventid: arena.eventid,
      distanceid: arena.distances[0],
      web_userid: arena.athletes[athlete],
    })
  ).body.inscriptionid;
const must = async (id: number, action: string, input: object = {}): Promise<void> =>
  expect(await scene.act(scene.support, id, action, input)).toMatchObject({ status: 200 });
const asked = async (method = 'oxxo'): Promise<number> => {
  const id = await signUp();
  await must(id, 'request_payment', { method, wallet_cents: 12_500 });
  expect(await open()).toEqual({ opened: 1, failed: [] });
  return id;
};
const chargeOf = (id: number): Promise<any> =>
  one(
    `select provider, provider_ref, reference, status, amount_cents, expires_at from payments where inscriptionid = $1 and type = 'charge' order by paymentid desc limit 1`,
    [id],
  );
const lapse = async (id: number): Promise<void> => {
  await scene.pool.query(`update inscriptions set expires_at = now() - interval '1 second' where inscriptionid = $1`, [id]);
  await expireHolds({ pool: scene.pool, registry });
};
const post = async (payload: string, signature: string | undefined): Promise<{ status: number; body: any }> => {
  const reply = await scene.world.app.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    payload,
    headers: { 'content-type': 'application/json', ...(signature && { [signatureHeaders.gateway]: signature }) },
  });
  return { status: reply.statusCode, body: reply.json() };
};
const report = (ref: string, more: object = {}) => {
  const body = JSON.stringify({ type: 'paid', id: ref, amount_cents: 50_000, currency: 'MXN', reference: 'aut-1', ...more });
  return post(body, signReport(webhookSecret, body));
};
const clean = async (): Promise<void> => expect(await reconcile(scene.pool)).toEqual({});

describe('a charge that an action left waiting', () => {
  test('is opened once, and the payment says by whom, under which name and with which reference', async () => {
    const id = await asked();
    expect(await chargeOf(id)).toMatchObject({
      provider: 'local',
      provider_ref: expect.stringMatching(/^local-\d+$/),
      reference: expect.stringMatching(/^LOCAL-\d{14}$/),
      status: 'pending',
      expires_at: expect.anything(),
    });
    expect(
      await one(
        'select g.amount_cents, g.method from gateway_charges g join payments p on p.idempotency_key = g.charge_key where p.inscriptionid = $1',
        [id],
      ),
    ).toEqual({ amount_cents: 50_000, method: 'oxxo' });
    expect(await open()).toEqual({ opened: 0, failed: [] });
    expect(await scene.statuses(id)).toEqual(['started', 'pending_payment', 'url_created']);
    await clean();
  });

  test('keeps waiting while the gateway is away, and logs it', async () => {
    const id = await signUp();
    await must(id, 'request_payment', { method: 'card', wallet_cents: 0 });
    failing = true;
    const { paymentid } = await one('select paymentid::int from payments where inscriptionid = $1', [id]);
    expect(
      await open().finally(() => {
        failing = false;
      }),
    ).toEqual({ opened: 0, failed: [paymentid] });
    expect(await open()).toEqual({ opened: 1, failed: [] });
  });

  test('is opened once although the process asked twice under its key', async () => {
    const charge: NewCharge = { key: 'la-misma', amount_cents: 100, currency: 'MXN', method: 'card', expires_at: null, card_bin: null };
    const local = localGateway(scene.pool, secret);
    expect(await local.open(charge)).toEqual(await local.open(charge));
  });
});

describe('a report of the gateway', () => {
  test('pays what waits, once, however often it comes', async () => {
    const id = await asked();
    const { provider_ref } = await chargeOf(id);
    const answers = await Promise.all([report(provider_ref), report(provider_ref), report(provider_ref)]);
    expect(answers.map(({ status, body }) => [status, body.outcome]).sort()).toEqual([
      [200, 'known'],
      [200, 'known'],
      [200, 'paid'],
    ]);
    expect(await scene.read(id)).toMatchObject({ status: 'assign_number', paid_cents: 62_500 });
    expect(await one('select reference from payments where inscriptionid = $1 and provider_ref = $2', [id, provider_ref])).toEqual({
      reference: 'aut-1',
    });
    await clean();
  });

  test('that comes after the hold is over takes the seat again', async () => {
    const id = await asked();
    await lapse(id);
    expect((await report((await chargeOf(id)).provider_ref)).body).toEqual({ outcome: 'paid' });
    expect(await scene.read(id)).toMatchObject({ status: 'assign_number', cancel_reason: null });
    await clean();
  });

  test('that comes after somebody else took the seat goes into the wallet', async () => {
    const id = await asked();
    await lapse(id);
    await signUp(1);
    expect((await report((await chargeOf(id)).provider_ref)).body).toEqual({ outcome: 'credited' });
    expect(await scene.read(id)).toMatchObject({ status: 'wallet_refund', paid_cents: 50_000, refunded_cents: 50_000 });
    expect((await one('select available_cents::int as cents from wallets where web_userid = $1', [arena.athletes[0]])).cents).toBe(150_000);
    await clean();
  });

  test('of a decline keeps the seat, is known the second time, and may be followed by the payment', async () => {
    const id = await asked('card');
    const { provider_ref } = await chargeOf(id);
    expect((await report(provider_ref, { type: 'declined', decline_code: 'insufficient_funds' })).body).toEqual({ outcome: 'declined' });
    expect((await report(provider_ref, { type: 'declined' })).body).toEqual({ outcome: 'known' });
    expect(await scene.read(id)).toMatchObject({ status: 'payment_declined', expires_at: expect.any(String) });
    await clean();
    expect((await report(provider_ref)).body).toEqual({ outcome: 'paid' });
    expect(await scene.read(id)).toMatchObject({ status: 'assign_number', paid_cents: 62_500 });
    await clean();
  });

  test.each([
    ['without a signature', () => undefined],
    ['signed by somebody else', (body: string) => signReport('another secret', body)],
    ['signed for another text', () => signReport(webhookSecret, '{}')],
    ['signed ten minutes ago', (body: string) => signReport(webhookSecret, body, Date.now() - 600_000)],
  ])("%s is nobody's, and changes nothing", async (_what, sign) => {
    const id = await asked();
    const body = JSON.stringify({ type: 'paid', id: (await chargeOf(id)).provider_ref, amount_cents: 50_000, currency: 'MXN' });
    expect((await post(body, sign(body))).status).toBe(401);
    expect((await scene.read(id)).status).toBe('pending_payment');
  });

  test('of another amount, of an unknown charge or in no known form is refused', async () => {
    const id = await asked();
    const { provider_ref } = await chargeOf(id);
    expect((await report(provider_ref, { amount_cents: 1 })).status).toBe(409);
    expect((await report('local-999999999')).status).toBe(404);
    expect((await report(provider_ref, { type: 'perhaps' })).status).toBe(400);
    expect((await post('no', signReport(webhookSecret, 'no'))).status).toBe(400);
    expect((await scene.read(id)).status).toBe('pending_payment');
  });
});

test('a signature holds for its body, its secret and five minutes', () => {
  const at = Date.parse('2026-06-01T12:00:00Z'),
    header = signReport('s', 'body', at);
  expect([
    isSigned('s', 'body', header, at + 299_000),
    isSigned('s', 'body', header, at + 301_000),
    isSigned('s', 'body', header, at - 301_000),
  ]).toEqual([true, false, false]);
  expect([
    isSigned('s', 'other', header, at),
    isSigned('t', 'body', header, at),
    isSigned('s', 'body', 'v1=', at),
    isSigned('s', 'body', undefined, at),
  ]).toEqual([false, false, false, false]);
});

describe('the gateway of an installation', () => {
  test('is the configured one, the local one to try the product out, and none in production without one', () => {
    const config = { paymentGateway: undefined, production: false, authSecret: secret, publicOrigin: 'http://127.0.0.1' };
    expect(createPaymentGateway(config, scene.pool)?.name).toBe('local');
    expect(createPaymentGateway({ ...config, production: true }, scene.pool)).toBeNull();
    expect(
      createPaymentGateway(
        { ...config, production: true, paymentGateway: `https://k:${secret.replaceAll(' ', '-')}@pay.example.com/v1?name=banco` },
        scene.pool,
      )?.name,
    ).toBe('banco');
  });

  test('without one, nobody may report anything', async () => {
    const { openWorld } = await import('../support/openWorld');
    const world = await openWorld();
    expect((await world.app.inject({ method: 'POST', url: '/api/payments/webhook', payload: '{}' })).statusCode).toBe(404);
    await world.close();
  });

  test('that is reached by HTTP gets the charge with its key, and its answer is kept or refused', async () => {
    const seen: unknown[] = [];
    let answer: unknown = { id: 'ch_1', reference: '9300', url: 'https://pay.example.com/ch_1' };
    const server: Server = createServer((request, response) => {
      let text = '';
      request
        .on('data', (part: Buffer) => {
          text += part.toString();
        })
        .on('end', () => {
          seen.push([request.url, request.headers.authorization, request.headers['idempotency-key'], JSON.parse(text)]);
          response.writeHead(answer === null ? 500 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const charge: NewCharge = { key: 'c-1', amount_cents: 100, currency: 'MXN', method: 'spei', expires_at: null, card_bin: null };
    const far = httpGateway(`http://llave:secreto@127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    expect(await far.open(charge)).toEqual({ provider_ref: 'ch_1', reference: '9300', url: 'https://pay.example.com/ch_1' });
    expect(seen).toEqual([['/v1/charges', 'Bearer llave', 'c-1', charge]]);
    answer = { id: 'ch_2', url: 'javascript:alert(1)' };
    await expect(far.open(charge)).rejects.toThrow('url');
    answer = null;
    await expect(far.open(charge)).rejects.toThrow('answered 500');
    server.close();
  });
});
