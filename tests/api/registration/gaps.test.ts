import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { inSystemTransaction, type Transaction } from '../../../server/kernel/transaction';
import { readStored } from '../../../server/api/list/stored';
import { expireHolds } from '../../../server/features/registration/expireHolds';
import { advance } from '../../../server/features/registration/advance';
import { digestOf, reconcile } from '../../support/reconcile';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 3, seats: [1, 5], bibs: [5, 5], shirts: [1, 5], uses: 1, budget: 90_000, cents: 100_000 });
});
afterAll(() => scene.close());

const system = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => inSystemTransaction({ pool: scene.pool, registry }, work);
const one = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  (await scene.pool.query(text, values as unknown[])).rows[0];
const signUp = (athlete = 0, more: object = {}) =>
  scene.support.post('/v2/inscription/inscriptions', {
    eventid: arena.eventid,
    distanceid: arena.distances[0],
    web_userid: arena.athletes[athlete],
    ...more,
  });
const signed = async (athlete = 0, more: object = {}): Promise<number> => (await signUp(athlete, more)).body.inscriptionid;
const must = async (id: number, action: string, input: object = {}, person = scene.support): Promise<void> =>
  expect(await scene.act(person, id, action, input)).toMatchObject({ status: 200 });
const qrOf = async (id: number): Promise<string | null> => (await scene.read(id)).qr_token;
const clean = async (): Promise<void> => expect(await reconcile(scene.pool)).toEqual({});

describe('the QR code of an inscription', () => {
  test.each([
    ['is cancelled', async (id: number) => must(id, 'cancel', { cancel_reason: 'admin' })],
    ['goes back into the wallet', async (id: number) => must(id, 'wallet_refund', { reason: 'lesión' }, scene.finance)],
    [
      'loses its dispute',
      async (id: number) => {
        await must(id, 'open_chargeback', { reason: 'banco' }, scene.finance);
        await must(id, 'close_chargeback', { outcome: 'lost', reason: 'sin evidencia' }, scene.finance);
      },
    ],
  ])('is dead when the inscription %s', async (_what, close) => {
    const id = await signed();
    await must(id, 'pay', { method: 'cash' });
    const code = await qrOf(id);
    expect(code).toMatch(/^[\w-]{22}$/);
    await close(id);
    expect(await qrOf(id)).toBeNull();
    expect(await one('select count(*)::int as found from inscriptions where qr_token = $1', [code])).toEqual({ found: 0 });
    await clean();
  });

  test('is a new one when the inscription comes back: the old one stays dead', async () => {
    const id = await signed();
    await must(id, 'pay', { method: 'cash' });
    const code = await qrOf(id);
    await must(id, 'cancel', { cancel_reason: 'admin' });
    await must(id, 'reactivate', { reason: 'fue un error' });
    expect(await qrOf(id)).toMatch(/^[\w-]{22}$/);
    expect(await qrOf(id)).not.toBe(code);
  });

  test('is named in the log when it changes, and never written there', async () => {
    const id = await signed();
    await must(id, 'pay', { method: 'cash' });
    const code = await qrOf(id);
    await must(id, 'cancel', { cancel_reason: 'admin' });
    const { changes } = await one(`select changes from inscription_log where inscriptionid = $1 and status = 'cancelled'`, [id]);
    expect(changes).toContainEqual({ field: 'qr_token' });
    expect(JSON.stringify(changes)).not.toContain(code);
  });

  test('lives through a dispute that is won', async () => {
    const id = await signed();
    await must(id, 'pay', { method: 'cash' });
    const code = await qrOf(id);
    await must(id, 'open_chargeback', { reason: 'banco' }, scene.finance);
    await must(id, 'close_chargeback', { outcome: 'won', reason: 'evidencia' }, scene.finance);
    expect(await qrOf(id)).toBe(code);
  });
});

describe('a payment that was declined', () => {
  const decline = (id: number): Promise<unknown> =>
    system(async (tx) =>
      advance(tx, (await readStored(tx, inscriptions, id, { lock: true })) as unknown as Inscription, 'payment_declined', {
        actor: 'gateway',
      }),
    );
  const wallet = (): Promise<any> =>
    one('select available_cents::int as available, frozen_cents::int as frozen from wallets where web_userid = $1', [arena.athletes[0]]);
  const sweep = () => expireHolds({ pool: scene.pool, registry });
  const declinedAgo = async (minutes: number): Promise<number> => {
    const id = await signed();
    await must(id, 'request_payment', { method: 'oxxo', wallet_cents: 20_000 });
    await decline(id);
    await scene.pool.query('alter table inscription_log disable trigger user');
    await scene.pool.query(`update inscription_log set created = now() - $2 * interval '1 minute' where inscriptionid = $1`, [id, minutes]);
    await scene.pool.query('alter table inscription_log enable trigger user');
    return id;
  };

  test('keeps the part of the wallet frozen for a quarter of an hour', async () => {
    const id = await declinedAgo(14);
    const before = await digestOf(scene.pool);
    expect(await sweep()).toEqual({ expired: 0, thawed: 0, refused: [] });
    expect(await digestOf(scene.pool)).toBe(before);
    expect(await wallet()).toEqual({ available: 80_000, frozen: 20_000 });
    await must(id, 'cancel', { cancel_reason: 'requested' });
  });

  test('then sets it free once, and keeps the seat until the hold is over', async () => {
    const id = await declinedAgo(16);
    expect(await sweep()).toEqual({ expired: 0, thawed: 1, refused: [] });
    expect(await wallet()).toEqual({ available: 100_000, frozen: 0 });
    expect(await scene.read(id)).toMatchObject({
      status: 'payment_declined',
      wallet_cents: 0,
      total_cents: 62_500,
      expires_at: expect.any(String),
    });
    expect(
      await one(`select actor_type, source, reason from inscription_log where inscriptionid = $1 and status = 'defrost_balance'`, [id]),
    ).toEqual({ actor_type: 'system', source: 'job', reason: 'payment_declined' });
    expect(await one('select held_count from distances where distanceid = $1', [arena.distances[0]])).toEqual({ held_count: 1 });
    expect(await sweep()).toEqual({ expired: 0, thawed: 0, refused: [] });
    expect(await scene.statuses(id)).toEqual(['started', 'pending_payment', 'payment_declined', 'defrost_balance']);
    await clean();
    await must(id, 'pay', { method: 'cash' });
    expect(await scene.read(id)).toMatchObject({ status: 'assign_number', paid_cents: 62_500 });
    await clean();
  });
});

describe('money that staff moves in a wallet', () => {
  test.each(['credit', 'debit'] as const)('is booked once under one key, and the answer is the same: %s', async (action) => {
    const { walletid } = await one('select walletid from wallets where web_userid = $1', [arena.athletes[0]]);
    const send = (amount_cents = 5_000) =>
      scene.chief.post(`/v2/user/wallets/${walletid}/${action}`, { input: { amount_cents, reason: 'ajuste', idempotency_key: 'caja-7' } });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first).toMatchObject({
      status: 200,
      body: { result: { movementid: expect.any(Number), available_cents: action === 'credit' ? 105_000 : 95_000 } },
    });
    expect(second.body).toEqual(first.body);
    expect((await send()).body).toEqual(first.body);
    expect(
      await one(
        `select count(*)::int as rows, sum(amount_cents)::int as cents from wallet_movements where walletid = $1 and type = $2 and reason = 'ajuste'`,
        [walletid, `admin_${action}`],
      ),
    ).toEqual({ rows: 1, cents: 5_000 });
    expect(await send(6_000)).toMatchObject({ status: 409, body: { errors: [{ path: 'input.idempotency_key' }] } });
    await clean();
  });
});

describe('the evidence of a booking', () => {
  test('stays with the movement, and must be an upload', async () => {
    const { walletid } = await one('select walletid from wallets where web_userid = $1', [arena.athletes[0]]);
    const file = { name: 'ficha.pdf', size: 9, type: 'application/pdf' };
    const send = (url: string) =>
      scene.chief.post(`/v2/user/wallets/${walletid}/credit`, {
        input: { amount_cents: 1_000, reason: 'ficha', evidence_file: { ...file, url } },
      });
    expect((await send('/api/upload/AAAAAAAAAAAAAAAAAAAAAA.pdf')).body.errors).toMatchObject([{ path: 'input.evidence_file' }]);
    await scene.pool.query(
      `insert into uploads (uploadid, mime, name, bytes, storage, created_by) values ('ficha.pdf', 'application/pdf', 'ficha.pdf', 9, 'none', (select userid from users where asdeporteid = 'jefa'))`,
    );
    expect((await send('/api/upload/ficha.pdf')).status).toBe(200);
    expect(await one(`select evidence_file from wallet_movements where walletid = $1 and reason = 'ficha'`, [walletid])).toEqual({
      evidence_file: { ...file, url: '/api/upload/ficha.pdf' },
    });
    await clean();
  });
});

describe('the last seat', () => {
  test("is somebody else's: the sign-up contradicts what is so now, on the distance", async () => {
    await signed();
    expect(await signUp(1)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'distanceid', message: 'No quedan lugares en la distancia.' }] },
    });
    expect(await one('select count(*)::int as rows from orders where eventid = $1', [arena.eventid])).toEqual({ rows: 1 });
  });

  test('of a distance that was closed is refused alike', async () => {
    await scene.pool.query(`update distances set status = 'closed' where distanceid = $1`, [arena.distances[0]]);
    expect(await signUp()).toMatchObject({ status: 409, body: { errors: [{ path: 'distanceid' }] } });
  });
});
