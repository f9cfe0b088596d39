import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene } from './registration/support';

let scene: Scene, id: number;
const pick = (entity: string, key: string, value: number, columns: string): string =>
  `{ ${entity}(filter: { field: "${key}", op: "eq", value: ${value} }) { items { ${columns} } } }`;

beforeAll(async () => {
  scene = await openScene();
  const { body } = await scene.chief.post('/v2/event/coupons', {
    organizationid: scene.org,
    eventid: scene.eventid,
    code: 'VERANO',
    type: 'percent',
    value: 10,
  });
  id = Number((await scene.signUp('Vera')).inscriptionid);
  for (const [action, input] of [
    ['apply_coupon', { couponid: body.couponid }],
    ['pay', { method: 'cash', reference: 'caja' }],
  ] as const) {
    const { status } = await scene.act(scene.support, id, action, input);
    if (status !== 200) throw new Error(`${action} answered ${status}`);
  }
});
afterAll(() => scene.close());

describe('a reference whose title is no secret', () => {
  test('reads as a title for anyone who may not list what it points to, and other references stay without', async () => {
    expect((await scene.desk.get('/v2/event/coupons')).status).toBe(403);
    expect((await scene.desk.get('/v2/inscription/orders')).status).toBe(403);
    const { body } = await scene.desk.query(
      'inscription',
      pick('inscriptions', 'inscriptionid', id, 'coupon { title } order { title } web_user { title }'),
    );
    expect(body.errors).toBeUndefined();
    const [row] = body.data.inscriptions.items;
    expect(row).toEqual({ coupon: { title: 'VERANO' }, order: { title: expect.stringMatching(/\w{4,}/) }, web_user: { title: null } });
    expect((await scene.desk.get('/v2/inscription/inscriptions?columns=couponid')).body[0].coupon).toMatchObject({ title: 'VERANO' });
  });

  test('opens no filter and no search by what it names', async () => {
    const filter = encodeURIComponent(JSON.stringify({ field: 'couponid.code', op: 'eq', value: 'VERANO' }));
    expect((await scene.desk.get(`/v2/inscription/inscriptions?filter=${filter}`)).status).toBe(400);
    expect((await scene.desk.get('/v2/inscription/inscriptions?q=verano')).body).toEqual([]);
  });
});

describe('who asked for a refund', () => {
  test('is named in the list of payments for the person who approves it, though no key opens the people of the house', async () => {
    await scene.pool.query('update organizations set refund_approval_cents = 100 where organizationid = $1', [scene.org]);
    const refund = await scene.act(scene.finance, id, 'wallet_refund', { reason: 'lesión' });
    expect(refund).toMatchObject({ status: 200, body: { result: { waiting: 1 } } });
    expect((await scene.finance.get('/v2/user/users')).status).toBe(403);
    const { body } = await scene.finance.query(
      'inscription',
      pick('payments', 'inscriptionid', id, 'type requested_by_user { title } approved_by_user { title }'),
    );
    const found = body.data.payments.items.find(({ type }: { type: string }) => type === 'refund');
    expect(found).toEqual({ type: 'refund', requested_by_user: { title: 'fina Prueba' }, approved_by_user: null });
  });
});
