import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openScene, type Scene } from './registration/support';
import { add } from './support/world';

let scene: Scene, walletid: number;
const limit = 50_000;
/** Somebody uploaded it before. */
const evidence_file = { url: '/api/upload/comprobante.pdf', name: 'comprobante.pdf', size: 4, type: 'application/pdf' };
beforeAll(async () => {
  scene = await openScene();
  await scene.pool.query('update organizations set refund_approval_cents = $1', [limit]);
  await scene.pool.query(
    `insert into uploads (uploadid, mime, name, bytes, storage, organizationid, created_by) select 'comprobante.pdf', 'application/pdf', 'comprobante.pdf', 4, 'database', m.organizationid, m.userid from memberships m join users u using (userid) where u.asdeporteid in ('fina', 'jefa') limit 1`,
  );
});
afterAll(() => scene.close());
let athletes = 0;
beforeEach(async () => {
  const athlete = await add.athlete(scene.pool, `ana${(athletes += 1)}`);
  walletid = Number(
    (await scene.pool.query('insert into wallets (web_userid) values ($1) returning walletid', [athlete])).rows[0].walletid,
  );
});
const act = (who: 'finance' | 'chief' | 'support', action: string, input: object = {}) =>
  scene[who].post(`/v2/user/wallets/${walletid}/${action}`, { input });
const read = async () => (await scene.chief.get(`/v2/user/wallets/${walletid}`)).body;
const balance = async () => (await read()).available_cents;
const ask = (more: object = {}) => act('finance', 'credit', { amount_cents: limit + 1, reason: 'Compensación', evidence_file, ...more });

describe('a credit to a wallet', () => {
  test('up to the limit is booked at once', async () => {
    expect(await act('finance', 'credit', { amount_cents: limit, reason: 'Compensación' })).toMatchObject({
      status: 200,
      body: { result: { available_cents: limit } },
    });
    expect(await balance()).toBe(limit);
  });

  test('above the limit needs evidence', async () => {
    expect(await ask({ evidence_file: null })).toMatchObject({ status: 400, body: { errors: [{ path: 'input.evidence_file' }] } });
    expect(await read()).toMatchObject({ available_cents: 0, pending_cents: null });
  });

  test('above the limit moves nothing until a second person approves it, who is not the first', async () => {
    expect(await ask()).toMatchObject({ status: 200, body: { result: { waiting: 1, amount_cents: limit + 1 } } });
    expect(await read()).toMatchObject({ available_cents: 0, pending_cents: limit + 1, pending_reason: 'Compensación' });
    expect(await act('finance', 'approve_credit')).toMatchObject({
      status: 409,
      body: { message: 'Otra persona debe autorizar el abono que pediste.' },
    });
    expect((await act('finance', 'reject_credit', { reason: 'x' })).status).toBe(409);
    expect((await act('support', 'approve_credit')).status).toBe(403);
    expect(await act('chief', 'approve_credit')).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ available_cents: limit + 1, pending_cents: null, pending_file: null });
    const {
      rows: [movement],
    } = await scene.pool.query(
      'select m.reason, m.evidence_file, u.asdeporteid as approver, a.asdeporteid as asker from wallet_movements m join users u on u.userid = m.approved_by_userid left join users a on a.userid = m.created_by where walletid = $1',
      [walletid],
    );
    expect(movement).toMatchObject({ reason: 'Compensación', evidence_file: { name: 'comprobante.pdf' }, approver: 'jefa' });
    expect((await act('chief', 'approve_credit')).status, 'there is nothing left to approve').toBe(409);
  });

  test('is approved once by two who do so at the same time', async () => {
    await ask();
    const answers = await Promise.all([act('chief', 'approve_credit'), act('chief', 'approve_credit')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await balance()).toBe(limit + 1);
  });

  test('is turned down with a reason that stays on the record, and may be asked for again', async () => {
    await ask();
    expect((await act('chief', 'reject_credit')).body.errors).toMatchObject([{ path: 'input.reason' }]);
    expect((await act('chief', 'reject_credit', { reason: 'Falta el folio' })).status).toBe(200);
    expect(await read()).toMatchObject({ available_cents: 0, pending_cents: null, reject_reason: 'Falta el folio' });
    expect((await ask()).body.result).toMatchObject({ waiting: 1 });
  });

  test('waits alone: another one is refused, and the same one asked again says the same', async () => {
    await ask({ idempotency_key: 'uno' });
    expect((await ask({ idempotency_key: 'uno' })).body.result).toEqual({ waiting: 1, amount_cents: limit + 1 });
    expect(await ask({ idempotency_key: 'dos' })).toMatchObject({ status: 409, body: { errors: [{ path: 'input.amount_cents' }] } });
    await act('chief', 'approve_credit');
    expect((await ask({ idempotency_key: 'uno' })).body.result, 'it was booked under that key').toMatchObject({
      available_cents: limit + 1,
    });
    expect(await balance()).toBe(limit + 1);
  });
});

describe('who asked', () => {
  test('is named to whoever decides, though no key opens the people of the house', async () => {
    await ask();
    expect((await scene.finance.get('/v2/user/users')).status).toBe(403);
    const { body } = await scene.finance.query(
      'user',
      `{ wallets(filter: { field: "walletid", op: "eq", value: ${walletid} }) { items { pending_by_user { title } } } }`,
    );
    expect(body.data.wallets.items[0].pending_by_user.title).toBe('fina Prueba');
  });
});
