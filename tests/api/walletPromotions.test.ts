import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { expirePromos } from '../../server/features/wallets/expirePromos';
import { reconcile } from '../support/reconcile';
import { pdfText } from '../support/pdfText';
import { openScene, type Scene } from './registration/support';
import { add } from './support/world';

const dayMs = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * dayMs);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
let scene: Scene,
  walletid: number,
  athletes = 0;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  const athlete = await add.athlete(scene.pool, `promo${(athletes += 1)}`);
  const { rows } = await scene.pool.query('insert into wallets (web_userid) values ($1) returning walletid', [athlete]);
  walletid = Number(rows[0].walletid);
});
const act = (who: 'finance' | 'chief' | 'support', action: string, input: object = {}) =>
  scene[who].post(`/v2/user/wallets/${walletid}/${action}`, { input });
const read = async () => (await scene.chief.get(`/v2/user/wallets/${walletid}`)).body;
const give = (amount_cents: number, days: number) =>
  act('finance', 'credit', { amount_cents, reason: 'Bienvenida', expires_at: inDays(days).toISOString() });
const runAt = (days: number) => expirePromos({ pool: scene.pool, registry }, () => false, inDays(days));
const promos = async () => (await act('finance', 'promotions')).body.result.map(({ left_cents }: { left_cents: number }) => left_cents);
const movements = async () =>
  (
    await scene.pool.query('select type, amount_cents::int as cents from wallet_movements where walletid = $1 order by movementid', [
      walletid,
    ])
  ).rows;

describe('a promotional credit', () => {
  test('ends in the future, which its field says', async () => {
    expect(await give(5000, -1)).toMatchObject({ status: 400, body: { errors: [{ path: 'input.expires_at' }] } });
    expect(await read()).toMatchObject({ available_cents: 0, promo_expires_at: null });
  });

  test('is spent before money without an end, and what is left is taken back on its day, once', async () => {
    await act('finance', 'credit', { amount_cents: 1000, reason: 'Compensación' });
    await give(5000, 10);
    await give(2000, 20);
    await act('finance', 'debit', { amount_cents: 1500, reason: 'Ajuste' });
    expect(await promos()).toEqual([3500, 2000]);
    expect(await runAt(9)).toBe(0);
    expect(await runAt(11)).toBe(1);
    expect(await runAt(11)).toBe(0);
    expect(await read()).toMatchObject({ available_cents: 3000 });
    expect(await promos()).toEqual([2000]);
    await runAt(21);
    expect(await read()).toMatchObject({ available_cents: 1000, promo_expires_at: null });
    expect((await movements()).filter(({ type }) => type === 'expire')).toEqual([
      { type: 'expire', cents: 3500 },
      { type: 'expire', cents: 2000 },
    ]);
  });

  test('taken back and spent at the same moment is only one of both', async () => {
    await give(5000, 10);
    const [debit] = await Promise.all([
      act('finance', 'debit', { amount_cents: 5000, reason: 'Ajuste' }),
      runAt(11),
      runAt(11),
      act('chief', 'debit', { amount_cents: 5000, reason: 'Ajuste' }),
    ]);
    expect([200, 409]).toContain(debit.status);
    await runAt(11);
    expect(await read()).toMatchObject({ available_cents: 0 });
    expect((await movements()).length).toBe(2);
  });

  test('above the limit of one person waits with its last day, and is one when a second approves it', async () => {
    await scene.pool.query('update organizations set refund_approval_cents = 1000');
    await scene.pool.query(
      `insert into uploads (uploadid, mime, name, bytes, storage, organizationid, created_by) select 'promo.pdf', 'application/pdf', 'promo.pdf', 4, 'database', m.organizationid, m.userid from memberships m join users u using (userid) where u.asdeporteid = 'fina' limit 1`,
    );
    const expires_at = inDays(5).toISOString();
    const evidence_file = { url: '/api/upload/promo.pdf', name: 'promo.pdf', size: 4, type: 'application/pdf' };
    expect(await act('finance', 'credit', { amount_cents: 3000, reason: 'Bienvenida', expires_at, evidence_file })).toMatchObject({
      body: { result: { waiting: 1 } },
    });
    expect(await read()).toMatchObject({ pending_cents: 3000, pending_expires_at: expires_at });
    expect((await act('chief', 'approve_credit')).status).toBe(200);
    expect(await read()).toMatchObject({ available_cents: 3000, pending_expires_at: null, promo_expires_at: expires_at });
    await scene.pool.query('update organizations set refund_approval_cents = 500000');
  });
});

describe('a blocked wallet', () => {
  test('pays nothing until it is unblocked, still receives, and its promotions end on their day', async () => {
    await give(5000, 10);
    expect((await act('support', 'block', { reason: 'Fraude' })).status).toBe(403);
    expect((await act('finance', 'block')).body.errors).toMatchObject([{ path: 'input.reason' }]);
    expect((await act('finance', 'block', { reason: 'Fraude' })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'blocked', block_reason: 'Fraude' });
    expect((await act('finance', 'debit', { amount_cents: 100, reason: 'Ajuste' })).body).toMatchObject({ code: 'WALLET_BLOCKED' });
    expect((await act('finance', 'credit', { amount_cents: 700, reason: 'Compensación' })).status).toBe(200);
    await runAt(11);
    expect(await read()).toMatchObject({ available_cents: 700 });
    expect((await act('finance', 'unblock')).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'active', block_reason: null });
    expect((await act('finance', 'debit', { amount_cents: 700, reason: 'Ajuste' })).status).toBe(200);
  });
});

describe('the statement of a wallet', () => {
  const statement = (who: 'finance' | 'support' | 'organizer', since: string, until: string) =>
    scene.world.app.inject({
      url: `/v2/user/wallets/${walletid}/statement?since=${since}&until=${until}`,
      headers: { authorization: scene[who].authorization },
    });

  test('has the balances and every movement of its days', async () => {
    await give(5000, 10);
    await act('finance', 'debit', { amount_cents: 1500, reason: 'Ajuste de mayo' });
    const { statusCode, rawPayload } = await statement('finance', dayOf(inDays(-1)), dayOf(inDays(1)));
    expect(statusCode).toBe(200);
    const text = pdfText(rawPayload).join(' ');
    for (const part of ['Estado de cuenta del monedero', 'Saldo inicial', 'Abono de promoción', 'Ajuste de mayo', '35.00'])
      expect(text).toContain(part);
  });

  test('is refused on the field for days that are none, and to people who may not read wallets', async () => {
    expect((await statement('finance', 'ayer', dayOf(inDays(0)))).statusCode).toBe(400);
    expect((await statement('finance', dayOf(inDays(1)), dayOf(inDays(0)))).statusCode).toBe(400);
    expect((await statement('organizer', dayOf(inDays(0)), dayOf(inDays(0)))).statusCode).toBe(403);
  });
});

test('every sum holds after all of it', async () => {
  expect(await reconcile(scene.pool)).toEqual({});
});
