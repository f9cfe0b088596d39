import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asRole } from '../../support/asRole';
import { reconcile } from '../../support/reconcile';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 3, seats: [2, 2], bibs: [2, 2], shirts: [2, 1], uses: 1, budget: 90_000, cents: 10_000 });
});
afterAll(() => scene.close());

const signUp = (athlete: number, more: object = {}) =>
  scene.support.post('/v2/inscription/inscriptions', {
    eventid: arena.eventid,
    distanceid: arena.distances[0],
    web_userid: arena.athletes[athlete],
    ...more,
  });
const signed = async (athlete: number, more?: object): Promise<number> => {
  const { status, body } = await signUp(athlete, more);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.inscriptionid;
};
const paid = async (athlete: number, more?: object): Promise<number> => {
  const id = await signed(athlete, more);
  expect((await scene.act(scene.support, id, 'pay', { method: 'cash' })).status).toBe(200);
  return id;
};
const one = async (text: string, values: readonly unknown[]): Promise<any> => (await scene.pool.query(text, values as unknown[])).rows[0];
const walletOf = async (athlete: number): Promise<number> =>
  Number((await one('select walletid as id from wallets where web_userid = $1', [arena.athletes[athlete]])).id);

/** What stops a statement that goes past all code, under the role that a request has. */
const stoppedBy = async (work: (client: pg.PoolClient) => Promise<unknown>): Promise<string | undefined> =>
  asRole(scene.pool, { role: 'platform', organizationid: scene.org, userid: null }, work).then(
    () => undefined,
    (error: pg.DatabaseError) => error.constraint ?? error.message,
  );

const constraintSql = 'select conrelid::regclass as "table", pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1';
/** Takes rules out of the database while some work goes on. They come back whole, and would not if anything had broken them in the meantime. */
const without = async <T>(names: readonly string[], work: () => Promise<T>): Promise<T> => {
  const back: string[] = [];
  for (const name of names) {
    const rule = await one(constraintSql, [name]);
    back.push(
      rule
        ? `alter table ${rule.table} add constraint ${name} ${rule.definition}`
        : (await one('select indexdef from pg_indexes where indexname = $1', [name])).indexdef,
    );
    await scene.pool.query(rule ? `alter table ${rule.table} drop constraint ${name}` : `drop index ${name}`);
  }
  const result = await work();
  for (const statement of back) await scene.pool.query(statement);
  expect(await reconcile(scene.pool)).toEqual({});
  return result;
};
const refusedOn = (path: string) => ({ status: 409, body: { errors: [expect.objectContaining({ path })] } });

describe('the last seat', () => {
  beforeEach(async () => {
    await signed(0);
    await paid(1);
  });
  test('is kept by the database alone', async () => {
    expect(
      await stoppedBy((client) =>
        client.query(
          `insert into inscriptions (eventid, distanceid, web_userid, first_name, last_name, gender) values ($1, $2, $3, 'Ana', 'Ruiz', 'F')`,
          [arena.eventid, arena.distances[0], arena.athletes[2]],
        ),
      ),
    ).toBe('distances_seats_rule');
  });
  test('is kept by the code alone', async () => {
    expect(await without(['distances_seats_rule', 'price_tiers_sold_within_limit_rule'], () => signUp(2))).toMatchObject(
      refusedOn('distanceid'),
    );
  });
});

describe('a bib', () => {
  test('is worn once by the database alone, as a number and as a bib', async () => {
    const [first, second] = [await paid(0), await paid(1)];
    expect(
      await stoppedBy((client) =>
        client.query(
          'update inscriptions set number = (select number from inscriptions where inscriptionid = $1), bibid = null where inscriptionid = $2',
          [first, second],
        ),
      ),
    ).toBe('inscriptions_eventid_prefix_number_nnd');
    expect(
      await stoppedBy((client) =>
        client.query('update inscriptions set bibid = (select bibid from inscriptions where inscriptionid = $1) where inscriptionid = $2', [
          first,
          second,
        ]),
      ),
    ).toBe('inscriptions_bibid_uq');
    expect(await stoppedBy((client) => client.query('insert into bibs (eventid, number) values ($1, 1)', [arena.eventid]))).toBe(
      'bibs_eventid_prefix_number_nnd',
    );
  });
  test('is worn once by the code alone', async () => {
    const [first, second] = [await paid(0), await paid(1)];
    const { number } = await scene.read(first);
    const names = [
      'inscriptions_eventid_prefix_number_nnd',
      'inscriptions_bibid_uq',
      'bibs_eventid_prefix_number_nnd',
      'bibs_inscriptionid_uq',
    ];
    expect(await without(names, () => scene.act(scene.support, second, 'update_number', { number }))).toMatchObject(refusedOn('number'));
    expect(
      (await one('select count(*)::int as rows from inscriptions where eventid = $1 and number = $2', [arena.eventid, number])).rows,
    ).toBe(1);
  });
});

describe('the last shirt of a size', () => {
  beforeEach(async () => {
    await signed(0, { tshirt_modelid: arena.shirt, tshirt_size: 'L' });
  });
  test('is kept by the database alone', async () => {
    expect(
      await stoppedBy((client) =>
        client.query(
          `insert into tshirt_movements (tshirt_stockid, type, qty, reserved_change) select tshirt_stockid, 'reserve', 1, 1 from tshirt_stock where tshirt_modelid = $1 and size = 'L'`,
          [arena.shirt],
        ),
      ),
    ).toBe('tshirt_stock_nothing_promised_twice_rule');
  });
  test('is kept by the code alone, from who signs up and from who changes the size', async () => {
    const other = await paid(1, { tshirt_modelid: arena.shirt, tshirt_size: 'M' });
    const rule = ['tshirt_stock_nothing_promised_twice_rule'];
    expect(await without(rule, () => scene.act(scene.support, other, 'update_tshirt', { tshirt_size: 'L' }))).toMatchObject(
      refusedOn('tshirt_size'),
    );
    expect(
      await without(rule, () => signUp(2, { distanceid: arena.distances[1], tshirt_modelid: arena.shirt, tshirt_size: 'L' })),
    ).toMatchObject(refusedOn('tshirt_size'));
  });
});

describe('the last use of a coupon', () => {
  let other: number;
  beforeEach(async () => {
    const first = await signed(0);
    other = await signed(1);
    const { status } = await scene.act(scene.support, first, 'apply_coupon', { couponid: arena.coupons[0] });
    if (status !== 200) throw new Error(`the first use was refused with ${status}`);
  });
  test('is kept by the database alone', async () => {
    expect(
      await stoppedBy((client) =>
        client.query(
          `insert into coupon_uses (couponid, inscriptionid, eventid, state, discount_cents) values ($1, $2, $3, 'reserved', 1)`,
          [arena.coupons[0], other, arena.eventid],
        ),
      ),
    ).toBe('coupons_uses_within_quota_rule');
  });
  test('is kept by the code alone', async () => {
    expect(
      await without(['coupons_uses_within_quota_rule'], () =>
        scene.act(scene.support, other, 'apply_coupon', { couponid: arena.coupons[0] }),
      ),
    ).toMatchObject(refusedOn('couponid'));
  });
});

describe('the last cents of a wallet', () => {
  test('are kept by the database alone, whatever the movement claims', async () => {
    const walletid = await walletOf(0);
    const debit = (after: number) => (client: pg.PoolClient) =>
      client.query(
        `insert into wallet_movements (walletid, type, amount_cents, available_change_cents, frozen_change_cents, available_after_cents, frozen_after_cents, idempotency_key) values ($1, 'admin_debit', 10001, -10001, 0, $2, 0, $3)`,
        [walletid, after, `${arena.eventid}:${after}`],
      );
    expect(await stoppedBy(debit(0))).toBe('wallets_never_negative_rule');
    expect(await stoppedBy(debit(-1))).toBe('wallet_movements_available_after_cents_check');
  });
  test('are kept by the code alone', async () => {
    const walletid = await walletOf(0),
      id = await signed(0);
    const { rows } = await scene.pool.query<{ readonly conname: string }>(
      `select conname from pg_constraint where conrelid in ('wallets'::regclass, 'wallet_movements'::regclass) and contype = 'c'`,
    );
    const rules = rows.map(({ conname }) => conname);
    expect(rules).toEqual(
      expect.arrayContaining([
        'wallets_never_negative_rule',
        'wallet_movements_available_after_cents_check',
        'wallet_movements_never_negative_rule',
      ]),
    );
    expect(
      await without(rules, () =>
        scene.chief.post(`/v2/user/wallets/${walletid}/debit`, { input: { amount_cents: 10_001, reason: 'de más' } }),
      ),
    ).toMatchObject({ status: 409 });
    expect(
      await without(rules, () => scene.act(scene.support, id, 'request_payment', { method: 'card', wallet_cents: 10_001 })),
    ).toMatchObject({ status: 409 });
  });
});
