import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene } from './registration/support';
import { hooks as declaredHooks } from '../../server/hooks';
import { eventually } from '../support/eventually';
import { workAt } from './support/worker';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const one = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  (await scene.pool.query(text, values as unknown[])).rows[0];
let made = 0;
const signUp = async (more: Readonly<Record<string, unknown>> = {}): Promise<number> =>
  (await scene.signUp(`Atleta ${(made += 1)}`, more)).inscriptionid;
const paid = async (): Promise<number> => {
  const id = await signUp();
  expect((await scene.act(scene.support, id, 'pay', { method: 'cash' })).status).toBe(200);
  return id;
};
const refused = async (work: () => Promise<unknown>): Promise<any> => {
  const answer = await work().catch((error: unknown) => error); // signing up throws what was answered
  return answer as { readonly status: number; readonly body: unknown };
};
const couponOf = async (more: object): Promise<any> => {
  const code = `CODE${(made += 1)}`;
  return scene.chief.post('/v2/event/coupons', { organizationid: scene.org, code, type: 'percent', value: 10, ...more });
};

type Case = readonly [code: string, status: number, field: string | null, ask: () => Promise<unknown>, rule?: string | undefined];
/** The most frequent refusals, one each: the code of the answer and, if there is one, that of its first field. */
const cases: readonly Case[] = [
  ['NOT_FOUND', 404, null, () => scene.chief.get('/v2/event/events/999999')],
  ['FORBIDDEN', 403, null, () => scene.desk.post('/v2/event/coupons', {})],
  ['INVALID', 400, 'REQUIRED', () => scene.chief.post('/v2/event/coupons', { organizationid: scene.org, type: 'percent', value: 10 })],
  ['INVALID', 400, 'UNKNOWN_FIELD', () => couponOf({ colour: 'red' })],
  ['INVALID', 400, 'NOT_A_CHOICE', () => couponOf({ type: 'gift' })],
  ['INVALID', 400, 'UNKNOWN_PARAMETER', () => scene.chief.get('/v2/event/events?size=1')],
  ['INVALID', 400, 'INVALID_PAGE', () => scene.chief.get('/v2/event/events?_start=0&_end=100000')],
  ['INVALID', 400, 'INVALID_REFERENCE', () => signUp({ distanceid: 999_999 })],
  ['INVALID', 400, 'RULE_BROKEN', () => couponOf({ value: 120 }), 'coupons.percentAtMost100'],
  ['ALREADY_EXISTS', 409, 'NOT_UNIQUE', async () => couponOf({ code: (await couponOf({})).body.code })],
  ['STALE_VERSION', 409, 'STALE_VERSION', () => scene.chief.patch(`/v2/event/events/${scene.eventid}`, { version: 0, city: 'León' })],
  ['IN_USE', 409, null, async () => scene.chief.remove(`/v2/event/distances/${scene.ten}`, { version: (await distance()).version })],
  [
    'INVALID',
    400,
    'CHECK_FAILED',
    async () => {
      for (const _ of [1, 2]) await signUp();
      return scene.chief.patch(`/v2/event/distances/${scene.ten}`, { version: (await distance()).version, capacity: 1 });
    },
    'distances.seats',
  ],
  ['STATE_NOT_ALLOWED', 409, 'STATE_NOT_ALLOWED', async () => scene.act(scene.support, await paid(), 'pay', { method: 'cash' })],
  [
    'BIB_TAKEN',
    409,
    'BIB_TAKEN',
    async () => scene.act(scene.support, await paid(), 'update_number', { number: (await scene.read(await paid())).number }),
  ],
  ['UNCHANGED', 409, null, async () => scene.act(scene.support, await paid(), 'update_race', { distanceid: scene.ten })],
  [
    'REFUSED',
    409,
    'REFUSED',
    async () => scene.act(scene.finance, await signUp(), 'remove_wallet', { reason: 'x' }),
    'inscriptions.withoutWallet',
  ],
  [
    'INVALID',
    400,
    'REFUND_TOO_MUCH',
    async () => scene.act(scene.finance, await paid(), 'wallet_refund', { reason: 'x', amount_cents: 99_999_999 }),
  ],
  [
    'COUPON_CLOSED',
    409,
    'COUPON_CLOSED',
    async () => {
      const { couponid } = (await couponOf({})).body;
      await scene.chief.post(`/v2/event/coupons/${couponid}/pause`);
      return scene.act(scene.support, await signUp(), 'apply_coupon', { couponid });
    },
  ],
  [
    'NO_SIZE_LEFT',
    409,
    'NO_SIZE_LEFT',
    () => scarce(`update tshirt_stock set ordered = 0, received = reserved where size = 'L'`, { tshirt_size: 'L' }),
  ],
  ['SOLD_OUT', 409, 'SOLD_OUT', () => scarce('update distances set capacity = sold_count + held_count where sold_count > 0')],
  ['DISTANCE_PAUSED', 409, 'DISTANCE_PAUSED', () => scarce(`update distances set status = 'paused'`)],
];
const distance = (): Promise<any> => one('select version from distances where distanceid = $1', [scene.ten]);
/** Registers for something that no longer exists. */
const scarce = async (statement: string, more: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
  await scene.pool.query(statement);
  return signUp(more);
};

describe('a refusal', () => {
  test.each(cases.map(([code, status, field, ask, rule = undefined]) => ({ code, status, field, ask, rule })))(
    'is $code with $status, and $field on its field',
    async ({ code, status, field, ask, rule }) => {
      const { status: answered, body } = await refused(ask);
      expect(
        { answered, code: body.code, field: body.errors?.[0]?.code ?? null, rule: body.errors?.[0]?.rule },
        JSON.stringify(body),
      ).toEqual({
        answered: status,
        code,
        field,
        rule,
      });
      expect(body.message).toMatch(/\S/);
    },
  );

  test('is UNAUTHENTICATED for nobody', async () => {
    const reply = await scene.world.app.inject({ url: '/v2/event/events' });
    expect(reply.json()).toMatchObject({ statusCode: 401, code: 'UNAUTHENTICATED', errors: [] });
  });
});

describe('every way to ask tells the code', () => {
  const actions = '/v2/inscription/inscriptions';
  let open: number, done: number;
  beforeAll(async () => {
    await scene.pool.query(`update distances set status = 'open', capacity = 500`);
    [open, done] = [await signUp(), await paid()];
  });

  test('an action over many, on each record that it left out', async () => {
    const ids = [open, done, 999_999];
    for (const dry_run of [true, false])
      expect((await scene.support.post(`${actions}/actions/pay`, { ids, input: { method: 'cash' }, dry_run })).body).toEqual({
        ok: 1,
        skipped: [
          { id: done, code: 'STATE_NOT_ALLOWED', reason: 'No se puede mientras el registro está en «Con dorsal».' },
          { id: 999_999, code: 'NOT_FOUND', reason: 'No se encontró lo que buscas.' },
        ],
        failed: [],
      });
  });
  test('an action over many, where a value is wrong and where a rule is declared', async () => {
    const id = await signUp();
    const move = { ids: [id], input: { distanceid: scene.five, difference: 'waive', reason: 'x' } };
    expect((await scene.support.post(`${actions}/actions/update_race`, move)).body.failed).toMatchObject([{ code: 'NO_DIFFERENCE' }]);
    const { body } = await scene.finance.post(`${actions}/actions/remove_wallet`, { ids: [id], input: { reason: 'x' } });
    expect(body.skipped).toMatchObject([{ id, code: 'REFUSED', rule: 'inscriptions.withoutWallet' }]);
  });
  test('a run, when it is read', async () => {
    const runs = `${actions}/actions/pay/runs`;
    const { runid } = (await scene.support.post(runs, { ids: [done], input: { method: 'cash' } })).body;
    const left = [{ id: done, code: 'STATE_NOT_ALLOWED' }];
    const worker = workAt(scene.world, declaredHooks);
    await eventually(async () => expect((await scene.support.get(`${runs}/${runid}`)).body.skipped).toMatchObject(left));
    await worker.stop();
  });
  test('what keeps a record from an action', async () => {
    const { body } = await scene.chief.get(`/v2/event/events/${scene.eventid}/publish`);
    expect(body.errors).toMatchObject([{ path: 'status', code: 'STATE_NOT_ALLOWED' }]);
  });
  test('GraphQL, in its extensions', async () => {
    const extensionsOf = async (query: string) => (await scene.chief.query('event', query)).body.errors?.[0].extensions;
    expect(await extensionsOf('{ event(eventid: 999999) { name } }')).toEqual({ statusCode: 404, code: 'NOT_FOUND', errors: [] });
    expect(await extensionsOf('{ events(filter: { field: "colour", op: "eq", value: 1 }) { total } }')).toMatchObject({
      code: 'INVALID',
      errors: [{ path: 'filter.colour', code: 'NOT_FILTERABLE' }],
    });
    expect(await extensionsOf('{ nothing }')).toEqual({ statusCode: 400, code: 'INVALID', errors: [] });
  });
  test('the search, a follow-up link and an upload', async () => {
    const post = async (url: string, headers: Readonly<Record<string, string>>, payload: unknown = {}) =>
      (await scene.world.app.inject({ method: 'POST', url, headers, payload: payload as object })).json();
    const { authorization } = scene.chief;
    expect(await post('/1/indexes/*/queries', { authorization }, { requests: [] })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await post('/api/followup', {}, { token: 'nobody' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await post('/api/upload', { authorization })).toMatchObject({ statusCode: 415, code: 'FILE_MISSING' });
  });
});
