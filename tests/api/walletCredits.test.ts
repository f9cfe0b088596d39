import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { effort } from '../support/effort';
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
const newWallet = async (): Promise<void> => {
  const athlete = await add.athlete(scene.pool, `ana${(athletes += 1)}`);
  walletid = Number(
    (await scene.pool.query('insert into wallets (web_userid) values ($1) returning walletid', [athlete])).rows[0].walletid,
  );
};
beforeEach(newWallet);
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
      'select m.reason, m.evidence_file, u.asdeporteid as approver, a.asdeporteid as asker from wallet_movements m join users u on u.userid = m.approved_by_userid join users a on a.userid = m.requested_by_userid where walletid = $1',
      [walletid],
    );
    expect(movement).toMatchObject({ reason: 'Compensación', evidence_file: { name: 'comprobante.pdf' }, approver: 'jefa', asker: 'fina' });
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

describe('several credits of one person to one wallet', () => {
  const credit = (who: 'finance' | 'chief', amount_cents: number) =>
    act(who, 'credit', { amount_cents, reason: 'Compensación', evidence_file });

  test('are added up over a day: the one that goes above the limit waits for somebody else, in whatever parts it comes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: limit }), { minLength: 2, maxLength: 6 }), async (parts) => {
        await newWallet();
        let given = 0;
        for (const part of parts) {
          const { status, body } = await credit('finance', part);
          const isAbove = given + part > limit;
          expect({ status, waiting: body.result?.waiting }, `${part} after ${given}`).toEqual({
            status: 200,
            waiting: isAbove ? 1 : undefined,
          });
          if (isAbove) break;
          given += part;
        }
        expect(await balance()).toBe(given);
      }),
      { numRuns: effort(4, 60) },
    );
  });

  test('asked for at once are added up as well', async () => {
    const answers = await Promise.all([credit('finance', limit), credit('finance', limit)]);
    expect(answers.map(({ body }) => body.result.waiting ?? 0).sort()).toEqual([0, 1]);
    expect(await balance()).toBe(limit);
  });

  test('count for their own asker alone, and no longer after a day or once somebody else approved them', async () => {
    await credit('finance', limit);
    expect((await credit('chief', limit)).body.result).toMatchObject({ available_cents: 2 * limit });
    expect((await credit('finance', 1)).body.result).toMatchObject({ waiting: 1 });
    await act('chief', 'approve_credit');
    expect((await credit('chief', 1)).body.result, 'their own stay theirs').toMatchObject({ waiting: 1 });
    await act('finance', 'approve_credit');
    await scene.pool.query('alter table wallet_movements disable trigger all');
    await scene.pool.query(`update wallet_movements set created = created - interval '25 hours' where walletid = $1`, [walletid]);
    await scene.pool.query('alter table wallet_movements enable trigger all');
    expect((await credit('finance', limit)).body.result).toMatchObject({ available_cents: 3 * limit + 2 });
  });
});

describe('who asked', () => {
  test('is on the movement for anyone who reads the ledger, also where nobody had to approve', async () => {
    await act('finance', 'credit', { amount_cents: 100, reason: 'Compensación' });
    const { body } = await scene.chief.query(
      'user',
      `{ wallet_movements(filter: { field: "walletid", op: "eq", value: ${walletid} }) { items { requested_by_user { title } approved_by_user { title } } } }`,
    );
    expect(body.data.wallet_movements.items).toEqual([{ requested_by_user: { title: 'fina Prueba' }, approved_by_user: null }]);
    const sent = await scene.finance.post(`/v2/user/wallets/${walletid}/credit`, {
      input: { amount_cents: 100, reason: 'Compensación', requested_by_userid: 1 },
    });
    expect(sent.status, 'nobody names another asker').toBe(400);
  });

  test('is named for the person who decides, though no key opens the people of the house', async () => {
    await ask();
    expect((await scene.finance.get('/v2/user/users')).status).toBe(403);
    const { body } = await scene.finance.query(
      'user',
      `{ wallets(filter: { field: "walletid", op: "eq", value: ${walletid} }) { items { pending_by_user { title } } } }`,
    );
    expect(body.data.wallets.items[0].pending_by_user.title).toBe('fina Prueba');
  });
});
