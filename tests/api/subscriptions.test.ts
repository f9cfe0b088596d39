import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registry } from '@/resources';
import { localCards } from '../../server/adapters/paymentGateway/localCards';
import { localGateway } from '../../server/adapters/paymentGateway/localGateway';
import type { BillingGateway } from '../../server/adapters/paymentGateway/StoredCards';
import { signatureHeaders, signReport } from '../../server/adapters/signature';
import { closeSubscriptions } from '../../server/features/apolo/closeSubscriptions';
import { completeGrants } from '../../server/features/benefits/grantBenefits';
import { runSubscriptions } from '../../server/features/apolo/runSubscriptions';
import { subscriptionLetters } from '../../server/features/apolo/subscriptionLetters';
import { sendAddedLetters } from '../../server/features/letters/addedLetters';
import { createTranslate } from '../../server/kernel/messages';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const dayMs = 86_400_000,
  start = Date.parse('2027-01-31T18:00:00.000Z'),
  base = '/v2/user/apolo_subscriptions';
let world: World, chief: Person, finance: Person, viewer: Person;
const plans: Record<string, number> = {};
let fault: 'before' | 'after' | null = null;
let serial = 0;

/** The local gateway, which can fail before it takes money, or after it did. */
const gateway: BillingGateway = {
  name: 'local',
  webhookSecret: 'signs reports',
  open: (charge) => localGateway(world.pool, 's').open(charge),
  refund: (refund) => localGateway(world.pool, 's').refund(refund),
  settlement: (day) => localGateway(world.pool, 's').settlement(day),
  askCard: (page) => localCards(world.pool, 'http://shop.test').askCard(page),
  lookUp: (key) => localCards(world.pool, 'http://shop.test').lookUp(key),
  collect: async (money) => {
    if (fault === 'before') throw new Error('away');
    const made = await localCards(world.pool, 'http://shop.test').collect(money);
    if (fault === 'after') throw new Error('the answer was lost');
    return made;
  },
};
const deps = () => ({ pool: world.pool, registry, gateway });
const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> => (await world.pool.query(text, [...values])).rows;
/** Moves the clock of this process, and with it that of the jobs and actions. */
const at = (days: number): void => void vi.setSystemTime(start + days * dayMs);
const turn = async () => {
  await closeSubscriptions(deps());
  return runSubscriptions(deps());
};
const read = async (id: number) => (await chief.get(`${base}/${id}`)).body;
const act = (id: number, action: string, input: object = {}) => chief.post(`${base}/${id}/${action}`, { input });
const must = async (id: number, action: string, input: object = {}) => {
  const { status, body } = await act(id, action, input);
  expect([status, body.skipped, body.failed], action).toEqual([200, [], []]);
  return body.result;
};
const charges = (id: number) =>
  rows(
    'select status, amount_cents as amount, credit_cents as credit, attempt, decline_code as code from subscription_charges where subscriptionid = $1 order by 1, attempt',
    [id],
  );
const story = (id: number) =>
  rows(
    'select status, amount_cents as amount, attempt from subscription_charges where subscriptionid = $1 order by subscription_chargeid',
    [id],
  );
const taken = async (id: number): Promise<number> =>
  Number(
    (
      await rows(
        `select coalesce(sum(g.amount_cents), 0) as sum from gateway_charges g join subscription_charges c on c.idempotency_key = g.charge_key where c.subscriptionid = $1 and g.decline_code is null`,
        [id],
      )
    )[0].sum,
  );
const open = async (plan: string, more: object = {}): Promise<number> => {
  const web_userid = await add.athlete(world.pool, `socia${(serial += 1)}`);
  const { status, body } = await chief.post(base, { web_userid, planid: plans[plan], ...more });
  expect(body.errors ?? []).toEqual([]);
  expect(status).toBe(201);
  return body.subscriptionid;
};
const store = async (id: number, last4: string): Promise<void> => {
  const [{ card_session }] = await rows('select card_session from apolo_subscriptions where subscriptionid = $1', [id]);
  const reply = await world.app.inject({
    method: 'POST',
    url: `/api/local/cards/${card_session}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `card=${last4}`,
  });
  expect(reply.statusCode).toBe(200);
};
/** A subscription that was paid with this card on its first day. */
const paid = async (plan = 'Mensual', last4 = '4242'): Promise<number> => {
  const id = await open(plan);
  await turn();
  await store(id, last4);
  await turn();
  return id;
};
/** Sends the letters that wait, and answers subject and text of those of one subscription. */
const letters = async (id: number): Promise<readonly string[]> => {
  const [{ email }] = await rows('select email from web_users join apolo_subscriptions using (web_userid) where subscriptionid = $1', [id]);
  const sent: string[] = [];
  const translate = createTranslate('locales');
  const mail = {
    send: async ({ to, subject, text }: { to: string; subject: string; text: string }) => {
      if (to === email) sent.push(`${subject}\n${text}`);
      return { provider: 'outbox' as const, ref: 'x' };
    },
  };
  await sendAddedLetters({ ...deps(), translate }, mail as never, subscriptionLetters(translate));
  return sent;
};

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(0);
  world = await openWorld({ gateway: { ...gateway, webhookSecret: 'signs reports' } });
  const org = await add.organization(world.pool, 'Plataforma', { is_platform: true });
  for (const [name, profile] of [
    ['jefa', 'super-admin'],
    ['fina', 'finance'],
    ['nacho', 'national-admin'],
  ] as const)
    await addPerson(world.pool, name, [{ org, profile, regions: ['national'] }]);
  [chief, finance, viewer] = [world.as('jefa', org), world.as('fina', org), world.as('nacho', org)];
  for (const [name, interval, price_cents, trial_days] of [
    ['Mensual', 'month', 14_900, 0],
    ['Anual', 'year', 139_000, 0],
    ['Prueba', 'month', 9_900, 14],
  ] as const)
    plans[name] = (await chief.post('/v2/user/apolo_plans', { name, interval, price_cents, trial_days, status: 'active' })).body.planid;
});
afterEach(() => {
  fault = null;
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

describe('a subscription', () => {
  test('waits for its card, is charged once as soon as it is stored, is announced before it is charged again, and keeps its day', async () => {
    at(0);
    const id = await open('Mensual');
    expect(await read(id)).toMatchObject({ status: 'pending', price_cents: 14_900, card_last4: null });
    await turn();
    const [asked] = await letters(id);
    expect(asked).toContain('http://shop.test/api/local/cards/');
    at(0.5);
    await store(id, '4242');
    await Promise.all([turn(), turn(), turn()]);
    expect(await charges(id)).toEqual([{ status: 'paid', amount: 14_900, credit: 0, attempt: 1, code: null }]);
    expect(await read(id)).toMatchObject({
      status: 'active',
      card_last4: '4242',
      current_period_start: '2027-02-01T06:00:00.000Z',
      next_charge_at: '2027-03-01T06:00:00.000Z',
    });
    expect((await letters(id)).join('\n')).toContain('149.00');
    at(24);
    await turn();
    expect(await letters(id)).toEqual([]);
    at(26.5);
    await turn();
    await turn();
    const announced = await letters(id);
    expect(announced).toHaveLength(1);
    expect(announced[0]).toMatch(/1 de marzo de 2027[\s\S]*4242/);
    at(29);
    await turn();
    at(57);
    await turn();
    expect(await story(id)).toEqual([
      { status: 'paid', amount: 14_900, attempt: 1 },
      { status: 'paid', amount: 14_900, attempt: 1 },
    ]);
    expect(await read(id)).toMatchObject({ current_period_start: '2027-03-01T06:00:00.000Z', next_charge_at: '2027-04-01T06:00:00.000Z' });
    expect(await taken(id)).toBe(29_800);
  });

  test('that is a trial is charged when it ends, and nobody has two; gifts run out, those of partners go on', async () => {
    at(100);
    const id = await open('Prueba');
    expect(await read(id)).toMatchObject({ status: 'trialing', next_charge_at: new Date(start + 114 * dayMs).toISOString() });
    await turn();
    await store(id, '4242');
    await turn();
    expect(await charges(id)).toEqual([]);
    const { web_userid } = await read(id);
    await must(id, 'cancel', { when: 'now', reason: 'Se va' });
    const { body } = await chief.post(base, { web_userid, planid: plans['Prueba'] });
    expect(body.status).toBe('pending');
    const [gift, partner] = [await open('Mensual', { source: 'gift' }), await open('Mensual', { source: 'partner' })];
    at(140);
    await turn();
    expect([(await read(gift)).status, (await read(partner)).status]).toEqual(['expired', 'active']);
    expect(Date.parse((await read(partner)).current_period_end)).toBeGreaterThan(start + 140 * dayMs);
    expect([...(await charges(gift)), ...(await charges(partner))]).toEqual([]);
  });

  test('is paused with the days that it has left, and goes on by itself', async () => {
    at(200);
    const id = await paid();
    const before = await read(id);
    at(210);
    expect((await act(id, 'pause', { resume_on: '2027-01-01' })).body).toMatchObject({
      errors: [{ path: expect.stringContaining('resume_on') }],
    });
    await must(id, 'pause', { resume_on: new Date(start + 230 * dayMs).toISOString().slice(0, 10) });
    at(225);
    await turn();
    expect(await read(id)).toMatchObject({ status: 'paused', next_charge_at: null });
    at(232);
    await turn();
    const after = await read(id);
    expect(after).toMatchObject({ status: 'active', paused_at: null, next_charge_at: after.current_period_end });
    expect((Date.parse(after.current_period_end) - Date.parse(before.current_period_end)) / dayMs).toBe(22);
    expect(await taken(id)).toBe(14_900);
  });

  test('that is cancelled for the end of its period can be kept before, and ends then; a reason is needed', async () => {
    at(300);
    const id = await paid();
    expect((await act(id, 'cancel', { when: 'at_period_end' })).status).toBe(400);
    await must(id, 'cancel', { when: 'at_period_end', reason: 'Se muda' });
    expect((await act(id, 'cancel', { when: 'at_period_end', reason: 'Otra vez' })).status).toBe(409);
    await must(id, 'keep');
    expect(await read(id)).toMatchObject({
      status: 'active',
      cancel_reason: null,
      cancelled_at: null,
      next_charge_at: (await read(id)).current_period_end,
    });
    await must(id, 'cancel', { when: 'at_period_end', reason: 'Se muda' });
    at(340);
    expect((await act(id, 'keep')).status).toBe(409);
    await turn();
    expect(await read(id)).toMatchObject({ status: 'cancelled', ended_at: expect.anything() });
    expect(await taken(id)).toBe(14_900);
    expect((await letters(id)).join()).toContain('Se canceló');
  });
});

describe('a charge that fails', () => {
  test('is tried on days 1, 3, 5 and 7, with a letter each time, and then the subscription ends', async () => {
    at(400);
    const id = await open('Mensual');
    await turn();
    await letters(id);
    await store(id, '0341');
    const found: unknown[] = [];
    for (const day of [0, 0.9, 1, 2.9, 3, 5, 6, 7, 8]) {
      at(400 + day);
      await turn();
      await turn();
      found.push([day, (await charges(id)).length, (await read(id)).status, (await letters(id)).length]);
    }
    expect(found).toEqual([
      [0, 1, 'pending', 1],
      [0.9, 1, 'pending', 0],
      [1, 2, 'pending', 1],
      [2.9, 2, 'pending', 0],
      [3, 3, 'pending', 1],
      [5, 4, 'pending', 1],
      [6, 4, 'pending', 0],
      [7, 5, 'expired', 1],
      [8, 5, 'expired', 0],
    ]);
    expect(await taken(id)).toBe(0);
  });

  test('is late meanwhile and recovers with the period that it is for; a new card is charged at once', async () => {
    at(500);
    const id = await paid('Mensual');
    const end = (await read(id)).current_period_end;
    vi.setSystemTime(Date.parse(end));
    await rows(
      `update gateway_cards set last4 = '0069' where session = (select card_ref from apolo_subscriptions where subscriptionid = $1)`,
      [id],
    );
    await turn();
    expect(await read(id)).toMatchObject({ status: 'past_due', retries: 1, card_last4: null });
    expect((await act(id, 'retry')).status, 'there is no card to try').toBe(409);
    vi.setSystemTime(Date.parse(end) + 1.5 * dayMs);
    await turn();
    expect((await charges(id)).at(-1)).toMatchObject({ status: 'paid' });
    expect(await read(id)).toMatchObject({ status: 'past_due', retries: 2 });
    await must(id, 'ask_card');
    await turn();
    await store(id, '4242');
    await turn();
    expect(await read(id)).toMatchObject({ status: 'active', retries: 0, past_due_since: null, current_period_start: end });
    const answered = await chief.post(`${base}/actions/figures`, {});
    expect([answered.status, answered.body.message, answered.body.code]).toEqual([200, undefined, undefined]);
    const figures = answered.body.result;
    expect(figures.months[0]).toMatchObject({ recovered: 1, recovered_cents: 14_900 });
    expect(figures.mrr_cents).toBeGreaterThanOrEqual(14_900);
    expect((await viewer.post(`${base}/actions/figures`, {})).status).toBe(200);
    const outlook = (await viewer.post(`${base}/${id}/outlook`, {})).body.result;
    expect(outlook.next).toMatchObject([{ what: 'charge', amount_cents: 14_900 }]);
    expect(outlook.past.filter(({ kind }: any) => kind === 'charge')).toHaveLength(4);
  });

  test('without an answer is asked about and never made twice, whether the gateway took the money or not', async () => {
    at(600);
    for (const how of ['after', 'before'] as const) {
      const id = await open('Mensual');
      await turn();
      await store(id, '4242');
      fault = how;
      expect((await turn()).unanswered).toHaveLength(1);
      expect(await charges(id)).toMatchObject([{ status: 'pending' }]);
      expect((await act(id, 'cancel', { when: 'at_period_end', reason: 'x' })).body).toMatchObject({ code: 'CHARGE_UNDER_WAY' });
      expect((await turn()).unanswered, 'it waits a minute').toEqual([]);
      fault = null;
      vi.setSystemTime(Date.now() + 120_000);
      await Promise.all([turn(), turn(), turn(), turn()]);
      expect(await charges(id)).toMatchObject([{ status: 'paid', attempt: 1 }]);
      expect(await taken(id)).toBe(14_900);
      expect(await rows(`select count(*)::int as n from gateway_charges where charge_key like 'apolo-' || $1 || '-%'`, [id])).toEqual([
        { n: 1 },
      ]);
    }
  });

  test('for a subscription that was cancelled meanwhile goes back, and finance can return one by hand once', async () => {
    at(650);
    const id = await open('Mensual');
    await turn();
    await store(id, '4242');
    fault = 'after';
    await turn();
    await must(id, 'cancel', { when: 'now', reason: 'Ya no' });
    fault = null;
    vi.setSystemTime(Date.now() + 120_000);
    await turn();
    expect(await charges(id)).toMatchObject([{ status: 'refunded' }]);
    const other = await paid();
    const [{ id: charge }] = await rows('select subscription_chargeid::int as id from subscription_charges where subscriptionid = $1', [
      other,
    ]);
    const refund = (who: Person) => who.post(`/v2/user/subscription_charges/${charge}/refund`, { input: { reason: 'unknown_charge' } });
    expect((await refund(viewer)).status).toBe(403);
    expect((await refund(finance)).status).toBe(200);
    expect((await refund(finance)).status).toBe(409);
    await turn();
    expect(await charges(other)).toMatchObject([{ status: 'refunded' }]);
    expect(await read(other)).toMatchObject({ status: 'active', paid_cents: 0 });
  });
});

describe('a change of plan', () => {
  test('at once charges the rest to the cent, and credit of a cheaper plan lowers what follows; what is left goes into the wallet', async () => {
    at(700);
    const id = await paid('Mensual');
    const { current_period_start, current_period_end } = await read(id);
    const half = (Date.parse(current_period_start) + Date.parse(current_period_end)) / 2;
    vi.setSystemTime(half);
    expect((await act(id, 'change_plan', { planid: plans['Mensual'], when: 'now' })).status).toBe(409);
    expect(await must(id, 'change_plan', { planid: plans['Anual'], when: 'now' })).toMatchObject({
      unused_cents: 7_450,
      charge_cents: 131_550,
    });
    await turn();
    expect(await read(id)).toMatchObject({
      status: 'active',
      credit_cents: 0,
      price_cents: 139_000,
      current_period_start: new Date(half).toISOString(),
    });
    expect(await taken(id)).toBe(14_900 + 131_550);
    expect(await must(id, 'change_plan', { planid: plans['Mensual'], when: 'now' })).toMatchObject({
      unused_cents: 139_000,
      charge_cents: 0,
      left_cents: 124_100,
    });
    await turn();
    expect(await taken(id)).toBe(14_900 + 131_550);
    expect(await read(id)).toMatchObject({ status: 'active', credit_cents: 124_100 });
    await must(id, 'cancel', { when: 'now', reason: 'Ya no' });
    expect(
      await rows(
        'select available_cents::int as cents from wallets join apolo_subscriptions using (web_userid) where subscriptionid = $1',
        [id],
      ),
    ).toEqual([{ cents: 124_100 }]);
  });

  test('at the end of the period waits for it, can be taken back, and is what the next charge asks for', async () => {
    at(800);
    const id = await paid('Mensual');
    await must(id, 'change_plan', { planid: plans['Anual'], when: 'at_period_end' });
    await must(id, 'keep_plan');
    expect(await read(id)).toMatchObject({ next_planid: null });
    expect((await act(id, 'keep_plan')).status).toBe(409);
    await must(id, 'change_plan', { planid: plans['Anual'], when: 'at_period_end' });
    vi.setSystemTime(Date.parse((await read(id)).current_period_end));
    await turn();
    expect(await read(id)).toMatchObject({ status: 'active', planid: plans['Anual'], next_planid: null, price_cents: 139_000 });
    expect(await taken(id)).toBe(14_900 + 139_000);
    await chief.patch(`/v2/user/apolo_plans/${plans['Prueba']}`, { status: 'archived', version: 1 });
    expect((await act(id, 'change_plan', { planid: plans['Prueba'], when: 'now' })).status).toBe(400);
  });
});

test('prices and benefits of APOLO are those of its subscribers as long as their subscription has them', async () => {
  vi.useRealTimers();
  const days = (count: number): string => new Date(Date.now() + count * dayMs).toISOString();
  const owner = await add.organization(world.pool, 'Casa');
  const eventid = await add.event(world.pool, owner, 'con-precio', {
    status: 'published',
    start_at: days(40),
    end_at: days(41),
    registration_open_at: days(-9),
    registration_close_at: days(30),
  });
  const tier = (name: string, audience: string, price_cents: number) => ({
    name,
    audience,
    price_cents,
    starts_at: days(-1),
    ends_at: days(30),
  });
  const { body } = await chief.post('/v2/event/distances', {
    eventid,
    name: '10 km',
    code: '10K',
    capacity: 50,
    price_tiers: [tier('General', 'general', 60_000), tier('APOLO', 'apolo', 45_000)],
    age_categories: [],
  });
  const priceFor = async (web_userid: number): Promise<number> => {
    const made = await chief.post('/v2/inscription/inscriptions', { eventid, distanceid: body.distanceid, web_userid });
    expect(made.body.errors ?? []).toEqual([]);
    return made.body.list_price_cents;
  };
  const [id, ended] = [await paid(), await paid()];
  await must(ended, 'cancel', { when: 'now', reason: 'Ya no' });
  const prices = [id, ended, await open('Mensual')].map(async (each) => priceFor((await read(each)).web_userid));
  expect(await Promise.all(prices)).toEqual([45_000, 60_000, 60_000]);
  await rows(
    `insert into benefits (organizationid, eventid, name, terms, kind, redemption, apolo, status, granting, audience_statuses) values ($1, $2, '{"es": "Guardarropa"}', '{"es": "Ninguno"}', 'service', 'qr', true, 'active', true, '{started,pending_payment}')`,
    [owner, eventid],
  );
  const given = async () => {
    await completeGrants(deps(), () => false);
    return (await rows('select count(*)::int as n from benefit_grants where deleted_at is null'))[0].n;
  };
  expect(await given()).toBe(1);
  await must(id, 'pause');
  expect(await given()).toBe(0);
  await must(id, 'resume');
  expect(await given()).toBe(1);
  vi.useFakeTimers({ toFake: ['Date'] });
});

test('a gateway reports cards and charges by signed messages; what nobody waits for is unknown, and an amount that differs is refused', async () => {
  at(900);
  const id = await open('Mensual');
  await turn();
  const post = async (message: object) => {
    const payload = JSON.stringify(message);
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      payload,
      headers: { 'content-type': 'application/json', [signatureHeaders.gateway]: signReport('signs reports', payload) },
    });
    return [reply.statusCode, reply.json().outcome ?? reply.json().code];
  };
  const [{ session }] = await rows('select card_session as session from apolo_subscriptions where subscriptionid = $1', [id]);
  expect(await post({ type: 'card_stored', id: 'nobody', card: { id: 'c' } })).toEqual([404, 'NOT_FOUND']);
  expect(await post({ type: 'card_stored', id: session, card: { id: 'c-9', last4: '9', brand: 'visa' } })).toEqual([400, 'INVALID']);
  expect(await post({ type: 'card_stored', id: session, card: { id: 'c-9', last4: '1111', brand: 'visa' } })).toEqual([200, 'card_stored']);
  const later: BillingGateway = {
    ...gateway,
    lookUp: async () => null,
    collect: async () => ({ provider_ref: 'late-1', state: 'sent', decline_code: null }),
  };
  await runSubscriptions({ ...deps(), gateway: later });
  const report = { type: 'paid', id: 'late-1', amount_cents: 14_900, currency: 'MXN' };
  expect(await post({ ...report, amount_cents: 1 })).toEqual([409, 'AMOUNT_DIFFERS']);
  expect([await post(report), await post(report)]).toEqual([
    [200, 'paid'],
    [200, 'known'],
  ]);
  expect(await read(id)).toMatchObject({ status: 'active', card_last4: '1111' });
  const missing = await world.app.inject({
    method: 'POST',
    url: '/api/local/cards/nobody',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'card=4242',
  });
  expect(missing.statusCode).toBe(404);
});
