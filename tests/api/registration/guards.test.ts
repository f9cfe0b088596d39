import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { inSystemTransaction, type Transaction } from '../../../server/kernel/transaction';
import { readStored } from '../../../server/api/list/stored';
import { expireHolds } from '../../../server/features/registration/expireHolds';
import { advance } from '../../../server/features/registration/advance';
import { runEffects } from '../../../server/features/registration/runEffects';
import { moveWallet, type Movement } from '../../../server/features/wallets/wallets';
import { testServer } from '../../support/database';
import { reconcile } from '../../support/reconcile';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';
import { asArrays } from '../../../server/kernel/asArrays';
import { execute } from '../../../server/kernel/select';
import { sql } from '../../../server/kernel/sql';

let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene({ poolSize: 12 });
});
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 5, seats: [5, 5], bibs: [5, 5], shirts: [1, 5], uses: 1, budget: 90_000, cents: 10_000 });
});
afterAll(() => scene.close());

const stepMs = 15,
  patienceMs = 5_000,
  checkFailed = '23514';
/** A transaction that lingers after everything it reads, so that a concurrent request surely arrives before it writes. */
const lingering = (tx: Transaction): Transaction => ({
  ...tx,
  [asArrays]: async (statement) => {
    const rows = await tx[asArrays](statement);
    await pause(stepMs);
    return rows;
  },
});
const slowly = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  inSystemTransaction({ pool: scene.pool, registry }, (tx) => work(lingering(tx)));
/** What each of some things that happen at once came to: done, the key of a refusal, or the code of a constraint that had to catch it. */
const together = async (works: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> =>
  (await Promise.allSettled(works.map((work) => work())))
    .map((each) => (each.status === 'fulfilled' ? 'done' : String((each.reason as { readonly code?: string }).code)))
    .sort();
const rowOf = async (tx: Transaction, id: number): Promise<Inscription> =>
  (await readStored(tx, inscriptions, id, { lock: true })) as unknown as Inscription;
const signUp = async (athlete: number, more: object = {}): Promise<number> =>
  (
    await scene.support.post('/v2/inscription/inscriptions', {
      eventid: arena.eventid,
      distanceid: arena.distances[0],
      web_userid: arena.athletes[athlete],
      ...more,
    })
  ).body.inscriptionid;
const clean = async (): Promise<void> => expect(await reconcile(scene.pool)).toEqual({});

describe('a wallet', () => {
  const move = (movement: Omit<Movement, 'key'>, key: string): Promise<void> =>
    slowly((tx) => moveWallet(tx, arena.athletes[0]!, { ...movement, key: `${arena.eventid}:${key}` }));
  const walletid = async (): Promise<number> =>
    Number((await scene.pool.query('select walletid from wallets where web_userid = $1', [arena.athletes[0]])).rows[0].walletid);

  test('is locked while it is read and written: movements that come at once follow one another', async () => {
    const come = Array.from({ length: 5 }, (_, number) => () => move({ type: 'promo_credit', amount_cents: 100 }, `promo-${number}`));
    expect(await together(come)).toEqual(['done', 'done', 'done', 'done', 'done']);
    await clean(); // every movement continues the one before
  });

  test('gives no more than it has to those who ask at once, and says so before the database has to', async () => {
    const ask = Array.from({ length: 4 }, (_, number) => () => move({ type: 'hold', amount_cents: 4_000 }, `hold-${number}`));
    expect(await together(ask)).toEqual(['WALLET_SHORT', 'WALLET_SHORT', 'done', 'done']);
    expect(
      (
        await scene.pool.query('select available_cents::int as available, frozen_cents::int as frozen from wallets where walletid = $1', [
          await walletid(),
        ])
      ).rows,
    ).toEqual([{ available: 2_000, frozen: 8_000 }]);
    expect(await together([() => move({ type: 'capture', amount_cents: 8_001 }, 'capture')])).toEqual(['WALLET_SHORT']);
    expect(await together([() => move({ type: 'release', amount_cents: 8_000 }, 'release')])).toEqual(['done']);
  });

  test('that is blocked takes money and gives none', async () => {
    await scene.pool.query(`update wallets set status = 'blocked' where walletid = $1`, [await walletid()]);
    expect(await together([() => move({ type: 'admin_debit', amount_cents: 1 }, 'out')])).toEqual(['WALLET_BLOCKED']);
    expect(await together([() => move({ type: 'admin_credit', amount_cents: 1 }, 'in')])).toEqual(['done']);
  });

  test('never falls below zero in the database either, no matter who writes the movement and whatever it claims', async () => {
    const insert = async (available: number, frozen: number): Promise<unknown> =>
      scene.pool.query(
        `insert into wallet_movements (walletid, type, amount_cents, available_change_cents, frozen_change_cents, available_after_cents, frozen_after_cents, idempotency_key) values ($1, 'admin_debit', 10001, $2, $3, 0, 0, $4)`,
        [await walletid(), available, frozen, `${arena.eventid}:${available}:${frozen}`],
      );
    expect(await together([() => insert(-10_001, 0)])).toEqual([checkFailed]);
    expect(await together([() => insert(0, -10_001)])).toEqual([checkFailed]);
  });
});

describe('the stock of a size', () => {
  test('is locked while it is read: the last shirt is promised to one, and the others hear that none is left', async () => {
    const ids = [await signUp(0), await signUp(1), await signUp(2)];
    const reserve = (id: number) => () =>
      slowly(async (tx) => {
        const row = await rowOf(tx, id);
        await runEffects(
          tx,
          { ...row, tshirt_modelid: arena.shirt, tshirt_size: 'M' },
          { from: 'started', to: 'started', effects: ['reserve_size'] },
        );
        await execute(tx, sql`update inscriptions set tshirt_modelid = ${arena.shirt}, tshirt_size = 'M' where inscriptionid = ${id}`);
      });
    expect(await together(ids.map(reserve))).toEqual(['NO_SIZE_LEFT', 'NO_SIZE_LEFT', 'done']);
    await clean();
  });

  test('never falls below zero in the database either, no matter who writes the movement', async () => {
    const insert = (): Promise<unknown> =>
      scene.pool.query(
        `insert into tshirt_movements (tshirt_stockid, type, qty, reserved_change) select tshirt_stockid, 'reserve', 2, 2 from tshirt_stock where tshirt_modelid = $1 and size = 'M'`,
        [arena.shirt],
      );
    expect(await together([insert])).toEqual([checkFailed]);
  });
});

test('a coupon is locked while it is judged: its last use is given to one', async () => {
  const ids = [await signUp(0), await signUp(1), await signUp(2)];
  const apply = (id: number) => () =>
    slowly(async (tx) => {
      await advance(tx, await rowOf(tx, id), 'coupon_applied', { couponid: arena.coupons[0]! });
    });
  expect(await together(ids.map(apply))).toEqual(['COUPON_EXHAUSTED', 'COUPON_EXHAUSTED', 'done']);
  await clean();
});

describe('what somebody else is at', () => {
  test('is passed by: as many desks as bibs draw at once, and none finds the pool empty', async () => {
    const ids = [];
    for (let athlete = 0; athlete < 5; athlete += 1) {
      const id = await signUp(athlete);
      await scene.act(scene.support, id, 'pay', { method: 'cash' });
      await scene.act(scene.support, id, 'remove_number', { reason: 'renumerar', old_bib: 'free' });
      ids.push(id);
    }
    const draw = (id: number) => () =>
      slowly(async (tx) => {
        await advance(tx, await rowOf(tx, id), 'assign_number');
      });
    expect(await together(ids.map(draw))).toEqual(['done', 'done', 'done', 'done', 'done']);
    const { rows } = await scene.pool.query('select number from inscriptions where inscriptionid = any($1) order by number', [ids]);
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    await clean();
  });

  test('is passed by without waiting: a bib that another desk holds in its hand is left, and the next one is drawn', async () => {
    const id = await signUp(0);
    await scene.act(scene.support, id, 'pay', { method: 'cash' });
    await scene.act(scene.support, id, 'remove_number', { reason: 'renumerar', old_bib: 'free' });
    const elsewhere = testServer() ? await scene.pool.connect() : null; // the embedded database has nobody else
    await elsewhere?.query('begin');
    await elsewhere?.query('select 1 from bibs where eventid = $1 and number = 1 for update', [arena.eventid]);
    const drawing = scene.act(scene.support, id, 'assign_number');
    const first = await Promise.race([drawing.then(({ status }) => status), pause(patienceMs, 'waits')]);
    await elsewhere?.query('rollback');
    elsewhere?.release();
    await drawing;
    expect([first, (await scene.read(id)).number]).toEqual([200, elsewhere ? 2 : 1]);
    await clean();
  });

  test('is left by the sweep of expired holds, which does not wait for it', async () => {
    const [held, other] = [await signUp(0), await signUp(1)];
    await scene.pool.query(`update inscriptions set expires_at = now() - interval '1 second' where inscriptionid = any($1)`, [
      [held, other],
    ]);
    const elsewhere = testServer() ? await scene.pool.connect() : null; // the embedded database has nobody else
    await elsewhere?.query('begin');
    await elsewhere?.query('select 1 from inscriptions where inscriptionid = $1 for update', [held]);
    const sweeping = expireHolds({ pool: scene.pool, registry });
    const first = await Promise.race([sweeping.then(({ expired }) => expired), pause(patienceMs, 'waits')]);
    await elsewhere?.query('rollback');
    elsewhere?.release();
    await sweeping;
    expect(first).toBe(elsewhere ? 1 : 2);
    await expireHolds({ pool: scene.pool, registry });
    expect([(await scene.read(held)).status, (await scene.read(other)).status]).toEqual(['cancelled', 'cancelled']);
    await clean();
  });
});
