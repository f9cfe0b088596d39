import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { localGateway } from '../../../server/adapters/paymentGateway/localGateway';
import type { MadeRefund, PaymentGateway } from '../../../server/adapters/paymentGateway/PaymentGateway';
import { signatureHeaders, signReport } from '../../../server/adapters/signature';
import { createTranslate } from '../../../server/kernel/messages';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { openCharges } from '../../../server/features/registration/openCharges';
import { sendRefunds } from '../../../server/features/registration/sendRefunds';
import { effort } from '../../support/effort';
import { random } from '../../support/limits';
import { reconcile } from '../../support/reconcile';
import { openScene, type Scene } from './support';

const secret = 'a secret of tests that is long enough',
  webhookSecret = 'what reports of this gateway are signed with',
  bin = '41523100';
const dayMs = 86_400_000;
const at = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
let scene: Scene,
  athletes = 0;
/** What the gateway answers to the next refunds; without an answer it is away. */
let answers: (MadeRefund | null)[] = [];
const asked: string[] = [];
const gateway: PaymentGateway = {
  name: 'local',
  webhookSecret,
  settlement: (day) => localGateway(scene.pool, secret).settlement(day),
  open: (charge) => localGateway(scene.pool, secret).open(charge),
  refund: (refund) => {
    asked.push(refund.key);
    const answer = answers.shift();
    if (answer === null) throw new Error('away');
    return answer ? Promise.resolve(answer) : localGateway(scene.pool, secret).refund(refund);
  },
};
const deps = () => ({ pool: scene.pool, registry });

beforeAll(async () => {
  scene = await openScene({ gateway, poolSize: 8, capacity: 500, bibs: 500 });
});
afterAll(() => scene.close());
beforeEach(async () => {
  answers = [];
  await scene.pool.query(`update promotion_bins set status = 'ended'`);
});

const one = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  (await scene.pool.query(text, values as unknown[])).rows[0];
const promote = async (more: object = {}): Promise<number> => {
  const root = '/v2/general/promotion_bins';
  const { status, body } = await scene.finance.post(root, {
    name: 'Diez por ciento',
    bank: 'Banco',
    brand: 'visa',
    bins: ['415231'],
    discount_type: 'percent',
    value: 10,
    starts_at: at(-1),
    ends_at: at(10),
    legal_text: { es: 'Aplican restricciones' },
    ...more,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  await scene.finance.post(`${root}/${body.promotion_binid}/activate`);
  return body.promotion_binid;
};
const signUp = async (): Promise<number> => (await scene.signUp(`Atleta ${(athletes += 1)}`)).inscriptionid;
const ask = (id: number, more: object = {}) => scene.act(scene.support, id, 'request_payment', { method: 'card', bin, ...more });
const used = (id: number) =>
  one('select uses_count as uses, spent_cents::int as spent, uses_left as left from promotion_bins where promotion_binid = $1', [id]);
const chargeOf = (id: number) =>
  one(
    `select paymentid::int, provider_ref, status, amount_cents, promotion_binid::int as promotion, card_bin, card_last4 from payments where inscriptionid = $1 and type = 'charge' order by paymentid desc limit 1`,
    [id],
  );
const report = async (body: object): Promise<any> => {
  const payload = JSON.stringify({ currency: 'MXN', ...body });
  const reply = await scene.world.app.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    payload,
    headers: { 'content-type': 'application/json', [signatureHeaders.gateway]: signReport(webhookSecret, payload) },
  });
  return reply.json();
};
/** A registration whose charge is open at the gateway, lowered by the promotion. */
const opened = async (more: object = {}): Promise<number> => {
  const id = await signUp();
  expect(await ask(id, more)).toMatchObject({ status: 200 });
  await openCharges(deps(), gateway);
  return id;
};
const tell = async (id: number, type: string, card: object | null = { bin, last4: '4242' }) => {
  const { provider_ref, amount_cents } = await chargeOf(id);
  return report({ type, id: provider_ref, amount_cents, ...(card && { card }) });
};
const clean = async (): Promise<void> => expect(await reconcile(scene.pool)).toEqual({});

describe('a promotion of a card', () => {
  test('lowers the charge and counts a use, which the end of the registration gives back', async () => {
    const promotion = await promote({ max_uses: 5 });
    const id = await opened();
    expect(await scene.read(id)).toMatchObject({ promotion_binid: promotion, promotion_discount_cents: 6_000, total_cents: 56_500 });
    expect(await chargeOf(id)).toMatchObject({ amount_cents: 56_500, promotion, card_bin: bin });
    expect(await used(promotion)).toEqual({ uses: 1, spent: 6_000, left: 4 });
    expect(await tell(id, 'authorized')).toEqual({ outcome: 'capture' });
    expect(await tell(id, 'paid')).toEqual({ outcome: 'paid' });
    expect(await chargeOf(id)).toMatchObject({ status: 'paid', card_last4: '4242' });
    const { body } = await scene.finance.post(`/v2/general/promotion_bins/${promotion}/uses`);
    expect(body.result.events).toMatchObject([{ eventid: scene.eventid, uses: 1, spent_cents: 6_000 }]);
    await clean();
    expect(await scene.act(scene.finance, id, 'wallet_refund', { reason: 'lesión' })).toMatchObject({ status: 200 });
    expect(await used(promotion)).toEqual({ uses: 0, spent: 0, left: 5 });
    await clean();
  });

  test('is never used more often than allowed, however many charges come at once', async () => {
    const promotion = await promote({ max_uses: 3, budget_cents: 100_000 });
    const ids = [];
    for (let count = 0; count < 8; count += 1) ids.push(await signUp());
    const replies = await Promise.all(ids.map((id) => ask(id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.errors[0].code))).toEqual(
      new Set(['PROMOTION_EXHAUSTED']),
    );
    expect(await used(promotion)).toEqual({ uses: 3, spent: 18_000, left: 0 });
    await clean();
  });

  test('stops before its budget is exceeded, under simultaneous charges too', async () => {
    const promotion = await promote({ budget_cents: 14_000 });
    const ids = [];
    for (let count = 0; count < 6; count += 1) ids.push(await signUp());
    const replies = await Promise.all(ids.map((id) => ask(id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await used(promotion)).toMatchObject({ uses: 2, spent: 12_000 });
    await clean();
  });

  test('asks for the full price when another card pays, before and after the capture', async () => {
    const promotion = await promote();
    const before = await opened();
    expect(await tell(before, 'authorized', { bin: '520000' })).toEqual({ outcome: 'promotion_lost' });
    expect(await tell(before, 'authorized')).toEqual({ outcome: 'promotion_lost' });
    expect(await scene.read(before)).toMatchObject({
      status: 'payment_declined',
      promotion_binid: null,
      total_cents: 62_500,
      paid_cents: 0,
    });
    const after = await opened();
    expect(await tell(after, 'paid', null)).toEqual({ outcome: 'promotion_lost' });
    expect(await tell(after, 'paid', null)).toEqual({ outcome: 'known' });
    expect(await scene.read(after)).toMatchObject({
      status: 'payment_declined',
      total_cents: 62_500,
      paid_cents: 56_500,
      refunded_cents: 56_500,
    });
    expect(await used(promotion)).toMatchObject({ uses: 0, spent: 0 });
    await clean();
  });

  test('that was paused in the meantime is not given at the capture', async () => {
    const promotion = await promote();
    const id = await opened();
    await scene.finance.post(`/v2/general/promotion_bins/${promotion}/pause`);
    expect(await tell(id, 'authorized')).toEqual({ outcome: 'promotion_lost' });
    await clean();
  });

  test('is lifted when somebody pays another way, and refused where it does not belong', async () => {
    const promotion = await promote({ scope: 'event', eventids: [scene.eventid], distanceids: [scene.ten], min_total_cents: 1 });
    const id = await opened();
    expect(await scene.act(scene.support, id, 'pay', { method: 'cash' })).toMatchObject({ status: 200 });
    expect(await scene.read(id)).toMatchObject({ promotion_binid: null, total_cents: 62_500, paid_cents: 62_500 });
    const cash = await scene.act(scene.support, await signUp(), 'pay', { method: 'cash', bin });
    expect([cash.status, cash.body.errors[0].code]).toEqual([400, 'PROMOTION_METHOD']);
    const other = await ask(await signUp(), { bin: '520000' });
    expect([other.status, other.body.errors[0]]).toMatchObject([409, { path: 'input.bin', code: 'PROMOTION_NONE' }]);
    const far = await ask((await scene.signUp('Lejos', { distanceid: scene.five })).inscriptionid);
    expect(far.body.errors[0].code).toBe('PROMOTION_NONE');
    expect(await used(promotion)).toMatchObject({ uses: 0 });
    await clean();
  });

  test('stays with who paid with it after it ended: a dispute is won, a registration comes back', async () => {
    const promotion = await promote();
    const id = await opened();
    expect(await tell(id, 'paid')).toEqual({ outcome: 'paid' });
    expect(await scene.act(scene.finance, id, 'open_chargeback', { reason: 'banco' })).toMatchObject({ status: 200 });
    await scene.finance.post(`/v2/general/promotion_bins/${promotion}/end`);
    expect(await scene.act(scene.finance, id, 'close_chargeback', { outcome: 'won', reason: 'evidencia' })).toMatchObject({ status: 200 });
    expect(await scene.act(scene.support, id, 'cancel', { cancel_reason: 'requested' })).toMatchObject({ status: 200 });
    expect(await used(promotion)).toMatchObject({ uses: 0, spent: 0 });
    expect(await scene.act(scene.support, id, 'reactivate', { reason: 'fue un error' })).toMatchObject({ status: 200 });
    expect(await scene.read(id)).toMatchObject({ promotion_binid: promotion, total_cents: 56_500, paid_cents: 56_500 });
    expect(await used(promotion)).toMatchObject({ uses: 1, spent: 6_000 });
    await clean();
  });

  test('that is not given at the capture is explained to the athlete, with the full price', async () => {
    await promote();
    const id = await opened();
    await tell(id, 'authorized', { bin: '520000' });
    await scene.pool.query(`update inscription_letters set next_at = now() where inscriptionid = $1 and status = 'queued'`, [id]);
    const texts: string[] = [];
    const mail = {
      send: async ({ text }: { readonly text: string }) => (texts.push(text), { provider: 'smtp' as const, ref: `carta-${texts.length}` }),
    };
    await sendLetters({ ...deps(), translate: createTranslate('locales'), paymentLink: undefined }, mail);
    expect(texts.find((text) => text.includes('no tiene la promoción'))).toMatch(/Por pagar: MXN\s625\.00/);
  });

  test('is quoted before anybody is registered', async () => {
    await promote();
    const input = { eventid: scene.eventid, distanceid: scene.ten, bin };
    const { body } = await scene.support.post('/v2/inscription/inscriptions/actions/quote', { input });
    expect(body.result).toMatchObject({ promotion: 'Diez por ciento', promotion_discount_cents: 6_000, total_cents: 56_500 });
  });
});

const kinds = [
  'ask',
  'ask',
  'ask',
  'another',
  'plain',
  'pos',
  'cash',
  'authorized',
  'paid',
  'paid',
  'paid',
  'other',
  'declined',
  'cancel',
  'refund',
  'reactivate',
  'pause',
  'activate',
  'edit',
] as const;
const step = fc.record({ kind: fc.constantFrom(...kinds), who: fc.nat(3), value: fc.integer({ min: 1, max: 40 }) });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('whatever happens to registrations with a promotion, in whatever order and at once', () => {
  const reported = async (id: number, type: string, card: string) => {
    const charge = await chargeOf(id);
    if (!charge?.provider_ref) return { status: 0, body: {} };
    const body = await report({ type, id: charge.provider_ref, amount_cents: charge.amount_cents, card: { bin: card } });
    return { status: body.outcome ? 200 : 500, body };
  };
  const perform = async (root: string, id: number, { kind, value }: Step): Promise<any> => {
    const { support, finance, act } = scene;
    const ways: Readonly<Record<string, () => Promise<any>>> = {
      ask: () => ask(id),
      another: () => ask(id, { bin: '520000' }),
      plain: () => act(support, id, 'request_payment', { method: 'card' }),
      pos: () => act(support, id, 'pay', { method: 'pos', bin, reference: 'r' }),
      cash: () => act(support, id, 'pay', { method: 'cash' }),
      other: () => reported(id, 'paid', '520000'),
      cancel: () => act(support, id, 'cancel', { cancel_reason: 'requested' }),
      refund: () => act(finance, id, 'wallet_refund', { reason: 'x' }),
      reactivate: () => act(support, id, 'reactivate', { reason: 'x' }),
      pause: () => finance.post(`${root}/pause`),
      activate: () => finance.post(`${root}/activate`),
      edit: async () => finance.patch(root, { value, version: (await finance.get(root)).body.version }),
    };
    return (ways[kind] ?? (() => reported(id, kind, bin)))();
  };

  test('uses and budget are never exceeded, and sums agree with payments', random, async () => {
    const terms = [fc.integer({ min: 1, max: 3 }), fc.integer({ min: 5_000, max: 30_000 })] as const;
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: 16, size: 'max' });
    let lowered = 0;
    await fc.assert(
      fc.asyncProperty(rounds, ...terms, async (list, max_uses, budget_cents) => {
        await scene.pool.query(`update promotion_bins set status = 'ended'`);
        const promotion = await promote({ max_uses, budget_cents });
        const ids = [await signUp(), await signUp(), await signUp(), await signUp()];
        for (const round of list) {
          const replies = await Promise.all(
            round.map((each) => perform(`/v2/general/promotion_bins/${promotion}`, Number(ids[each.who]), each)),
          );
          for (const { status, body } of replies) expect([0, 200, 400, 409], JSON.stringify(body)).toContain(status);
          await openCharges(deps(), gateway);
          const { uses, spent } = await used(promotion);
          expect(uses).toBeLessThanOrEqual(max_uses);
          expect(spent).toBeLessThanOrEqual(budget_cents);
          lowered += uses;
          const { rows } = await scene.pool.query(
            `select inscriptionid from inscriptions where inscriptionid = any($1) and status in ('paid', 'assign_number', 'no_assign_number') and total_cents <> paid_cents - refunded_cents`,
            [ids],
          );
          expect(rows).toEqual([]);
          await clean();
        }
      }),
      { numRuns: effort(6, 60) },
    );
    expect(lowered).toBeGreaterThan(0);
  });
});

describe('a refund to where the money came from', () => {
  const paid = async (): Promise<number> => {
    const id = await signUp();
    await scene.act(scene.support, id, 'request_payment', { method: 'card' });
    await openCharges(deps(), gateway);
    expect(await tell(id, 'paid', null)).toEqual({ outcome: 'paid' });
    expect(await scene.act(scene.support, id, 'cancel', { cancel_reason: 'requested' })).toMatchObject({ status: 200 });
    return id;
  };
  const refund = async (id: number, amount_cents: number, idempotency_key?: string) =>
    scene.finance.post(`/v2/inscription/payments/${(await chargeOf(id)).paymentid}/refund`, {
      input: { amount_cents, reason: 'lesión', ...(idempotency_key && { idempotency_key }) },
    });
  const refundOf = (id: number) =>
    one(
      `select paymentid::int, status, refund_state as state, refund_failure as failure, provider_ref as ref, amount_cents from payments where inscriptionid = $1 and type = 'refund' order by paymentid desc limit 1`,
      [id],
    );
  const raise = (cents: number) => scene.pool.query('update organizations set refund_approval_cents = $1', [cents]);
  beforeAll(() => raise(100_000));

  test('goes in parts, once under each key, and never beyond what was paid', async () => {
    const id = await paid();
    const replies = await Promise.all([refund(id, 20_000, 'a'), refund(id, 20_000, 'a')]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await refund(id, 10, 'a')).status).toBe(409);
    expect((await refund(id, 50_000, 'b')).body.errors[0]).toMatchObject({ path: 'input.amount_cents', code: 'REFUND_TOO_MUCH' });
    expect(await sendRefunds(deps(), gateway)).toEqual({ sent: 1, failed: [] });
    expect(await refundOf(id)).toMatchObject({ status: 'paid', state: 'done', amount_cents: 20_000 });
    expect(await chargeOf(id)).toMatchObject({ status: 'partially_refunded' });
    expect((await refund(id, 42_500, 'c')).status).toBe(200);
    await sendRefunds(deps(), gateway);
    expect(await chargeOf(id)).toMatchObject({ status: 'refunded' });
    expect(await scene.read(id)).toMatchObject({ paid_cents: 62_500, refunded_cents: 62_500 });
    await clean();
  });

  test('is tried again under its key while the gateway is away, and is closed by its report', async () => {
    const id = await paid();
    await refund(id, 1_000);
    answers = [null, { provider_ref: `r-${id}`, state: 'sent', reason: null }];
    const { paymentid } = await refundOf(id);
    expect(await sendRefunds(deps(), gateway)).toEqual({ sent: 0, failed: [paymentid] });
    expect(await sendRefunds(deps(), gateway)).toEqual({ sent: 0, failed: [] });
    await scene.pool.query(`update payments set refund_next_at = now() where paymentid = $1`, [paymentid]);
    expect(await sendRefunds(deps(), gateway)).toEqual({ sent: 1, failed: [] });
    expect(new Set(asked.slice(-2)).size).toBe(1);
    expect(await refundOf(id)).toMatchObject({ status: 'pending', state: 'sent' });
    expect((await scene.chief.post(`/v2/inscription/payments/${paymentid}/return_by_hand`, { input: { reference: 'x' } })).status).toBe(
      409,
    );
    const done = { type: 'refunded', id: `r-${id}`, amount_cents: 1_000 };
    expect([await report(done), await report(done)]).toEqual([{ outcome: 'refunded' }, { outcome: 'known' }]);
    expect(await scene.read(id)).toMatchObject({ refunded_cents: 1_000 });
    await clean();
  });

  test('that the gateway refuses says why, and is tried again or goes into the wallet', async () => {
    const id = await paid();
    await refund(id, 1_000);
    answers = [{ provider_ref: `f-${id}`, state: 'failed', reason: 'closed_account' }];
    await sendRefunds(deps(), gateway);
    const { paymentid, ...failed } = await refundOf(id);
    expect(failed).toMatchObject({ status: 'declined', state: 'failed', failure: 'closed_account' });
    const act = (name: string) => scene.finance.post(`/v2/inscription/payments/actions/${name}`, { ids: [paymentid] });
    expect((await act('retry_refund')).status).toBe(200);
    answers = [{ provider_ref: `g-${id}`, state: 'failed', reason: 'closed_account' }];
    await sendRefunds(deps(), gateway);
    expect(await refundOf(id)).toMatchObject({ state: 'failed', ref: `g-${id}` });
    expect(new Set(asked.slice(-2)).size).toBe(2);
    await Promise.all([act('refund_to_wallet'), act('refund_to_wallet')]);
    expect(await refundOf(id)).toMatchObject({ status: 'paid', state: 'done' });
    expect(await scene.read(id)).toMatchObject({ refunded_cents: 1_000 });
    await clean();
  });

  test('without an answer goes neither into the wallet nor is returned by hand until the gateway says that it did not make it', async () => {
    const id = await paid();
    await refund(id, 1_000);
    const { paymentid } = await refundOf(id);
    const act = (name: string, input: object = {}) => scene.chief.post(`/v2/inscription/payments/${paymentid}/${name}`, { input });
    const sweep = async (answer: MadeRefund | null): Promise<void> => {
      answers = [answer];
      await scene.pool.query('update payments set refund_attempts = 6, refund_next_at = now() where paymentid = $1', [paymentid]);
      await sendRefunds(deps(), gateway);
    };
    await sweep(null);
    expect(await refundOf(id)).toMatchObject({ status: 'declined', state: 'failed', failure: 'no_answer' });
    expect(await act('refund_to_wallet')).toMatchObject({ status: 409, body: { rule: 'payments.unanswered' } });
    expect((await scene.act(scene.chief, id, 'wallet_refund', { amount_cents: 1_000, reason: 'x' })).status).toBe(409);
    expect((await act('retry_refund')).status).toBe(200);
    expect((await act('return_by_hand', { reference: 'SPEI' })).status).toBe(409);
    await sweep({ provider_ref: `n-${id}`, state: 'failed', reason: 'closed_account' });
    expect(new Set(asked.slice(-2)).size).toBe(1);
    expect((await act('refund_to_wallet')).status).toBe(200);
    expect(await scene.read(id)).toMatchObject({ refunded_cents: 1_000 });
    await clean();
  });

  test('above the limit waits for a second person, and pays no place that is kept', async () => {
    const id = await paid();
    await raise(500);
    const asking = await refund(id, 1_000);
    expect(asking.body.result).toMatchObject({ waiting: 1 });
    expect(await sendRefunds(deps(), gateway)).toEqual({ sent: 0, failed: [] });
    const { paymentid } = await refundOf(id);
    expect((await scene.finance.post(`/v2/inscription/payments/${paymentid}/approve`)).status).toBe(409);
    expect((await scene.chief.post(`/v2/inscription/payments/${paymentid}/approve`)).status).toBe(200);
    expect(await sendRefunds(deps(), gateway)).toEqual({ sent: 1, failed: [] });
    await raise(100_000);
    const kept = await signUp();
    await scene.act(scene.support, kept, 'request_payment', { method: 'card' });
    await openCharges(deps(), gateway);
    await tell(kept, 'paid', null);
    expect((await refund(kept, 1)).body.errors[0].code).toBe('REFUND_TOO_MUCH');
    expect(
      (
        await scene.support.post(`/v2/inscription/payments/${(await chargeOf(id)).paymentid}/refund`, {
          input: { amount_cents: 1, reason: 'x' },
        })
      ).status,
    ).toBe(403);
    await clean();
  });
});
