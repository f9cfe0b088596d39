import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '@/domain/registration/lifecycle';
import { registry } from '@/resources';
import { inSystemTransaction } from '../../../server/kernel/transaction';
import { settleCharge } from '../../../server/features/registration/settleCharge';
import { moveWallet } from '../../../server/features/wallets/wallets';
import { testServer } from '../../support/database';
import { effort, isLong, seed } from '../../support/effort';
import { reconcile } from '../../support/reconcile';
import { randomActions, openArena, perform, type Arena, type RandomAction } from './randomActions';
import { random } from '../../support/limits';
import { openScene, type Scene } from './support';

const clients = 50,
  signedBefore = 15;
/** The embedded database has one connection: there the same things happen one after the other, and fewer of them. */
const operations = testServer() ? effort(300, 10_000) : 600;
const scarce = { athletes: 40, seats: [30, 12], bibs: [28, 12], shirts: [20, 10], uses: 6, budget: 150_000, cents: 50_000 } as const;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ poolSize: clients });
  await scene.pool.query('update organizations set refund_approval_cents = 50000');
});
afterAll(() => scene.close());

const count = async (text: string, values: readonly unknown[] = []): Promise<number> =>
  Number(Object.values((await scene.pool.query(text, values as unknown[])).rows[0])[0]);

interface Tally {
  readonly ok: Map<string, number>;
  readonly refused: Map<string, number>;
  readonly cents: { in: number; out: number };
}
const raise = (map: Map<string, number>, name: string, by = 1): void => void map.set(name, (map.get(name) ?? 0) + by);

const mostTries = 3;
/** Somebody whose request waited too long gets the answer to try again, and does: how long it waits depends on the machine. */
const performAgain = async (arena: Arena, action: RandomAction): ReturnType<typeof perform> => {
  for (let left = mostTries; ; left -= 1) {
    const answer = await perform(arena, action);
    const isLate = [answer.body?.code, answer.body?.message].some((each) => each === 'TOO_SLOW' || each === 'BUSY');
    if (!isLate || left === 0) return answer;
  }
};

/** Every client takes the next thing to do until all are done; who comes first is decided by the database. */
const hammer = async (arena: Arena, list: readonly RandomAction[], atOnce: number, tally: Tally): Promise<Tally> => {
  const queue = list.values();
  const client = async (): Promise<void> => {
    for (const action of queue) {
      const { status, body } = await performAgain(arena, action);
      // Even then, with nothing done.
      if (status !== 503 || ![body?.code, body?.message].includes('TOO_SLOW'))
        expect([0, 200, 201, 400, 409], `${action.kind} ${JSON.stringify(body)}`).toContain(status);
      if (status >= 400) raise(tally.refused, `${action.kind}: ${body.errors?.[0]?.message ?? body.message}`);
      else if (status > 0) {
        raise(tally.ok, action.kind === 'settle' ? `settle ${body}` : action.kind);
        if (action.kind === 'expire') raise(tally.ok, 'expired', body.expired);
        if (action.kind === 'wallet_refund' && body.result.waiting === 0) raise(tally.ok, 'refunded');
        if (action.kind === 'close_chargeback') raise(tally.ok, action.outcome);
        if (action.kind === 'credit') tally.cents.in += action.amount_cents;
        if (action.kind === 'debit') tally.cents.out += action.amount_cents;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return tally;
};

/** The answers that people got agree with what is stored, counted by SQL. */
const compare = async ({ eventid, other, athletes }: Arena, { ok, cents }: Tally, said: string): Promise<void> => {
  const total = (...names: readonly string[]): number => names.reduce((sum, name) => sum + (ok.get(name) ?? 0), 0);
  // A refund taken back, or a merge undone, leads to where it was again, which nobody did.
  const rows = (status: string): Promise<number> =>
    count(
      `select count(*) from inscription_log where eventid = any($1) and status = $2 and coalesce(from_status not in ('wallet_refund', 'merged'), true)`,
      [[eventid, other.eventid], status],
    );
  const moved = (type: string): Promise<number> =>
    count(
      'select coalesce(sum(m.amount_cents), 0) from wallet_movements m join wallets w using (walletid) where w.web_userid = any($1) and m.type = $2',
      [athletes, type],
    );
  expect(
    {
      signed: await count(
        'select count(*) from inscriptions i where eventid = $1 and not exists (select 1 from waitlist_entries w where w.inscriptionid = i.inscriptionid)',
        [eventid],
      ),
      joined: await count('select count(*) from waitlist_entries where eventid = $1', [eventid]),
      cancelled: await rows('cancelled'),
      numbered: (await rows('number_updated')) >= total('update_number'),
      shirts: (await rows('tshirt_updated')) + (await rows('tshirt_saved')),
      coupons: await rows('coupon_applied'),
      races: (await rows('distance_updated')) + (await rows('distance_saved')),
      disputes: await rows('chargeback'),
      declined: (await rows('payment_declined')) >= total('decline'),
      merges: await count(`select count(*) from inscription_log where eventid = any($1) and status = 'merged'`, [[eventid, other.eventid]]),
      returns: await count(`select count(*) from inscription_log where eventid = any($1) and from_status = 'merged'`, [
        [eventid, other.eventid],
      ]),
      debited: await moved('admin_debit'),
      credited: await moved('admin_credit'),
      walletRefunds: (await rows('wallet_refund')) >= total('refunded', 'approve'),
    },
    said,
  ).toEqual({
    signed: total('sign_up'),
    joined: total('join'),
    cancelled: total('cancel', 'expired', 'lost'),
    numbered: true,
    shirts: total('update_tshirt'),
    coupons: total('apply_coupon'),
    races: total('update_race'),
    disputes: total('open_chargeback'),
    declined: true,
    merges: total('merge'),
    returns: total('unmerge'),
    debited: cents.out,
    credited: cents.in + athletes.length * scarce.cents,
    walletRefunds: true,
  });
};

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((whole, each) => whole + each, 0);
const listed = (counts: ReadonlyMap<string, number>): string => [...counts].map(([name, times]) => `  ${times} x ${name}`).join('\n');
/** What a run came to, once all of it was compared with what is stored. */
const reportOf = ({ ok, refused }: Tally): string =>
  `hammer: tried ${operations} operations by ${clients} clients, refused ${sum(refused)}, lost 0, oversold 0\ndone:\n${listed(ok)}\nrefused:\n${listed(refused)}`;

describe(`${clients} clients at once`, () => {
  test(
    `neither oversell, double nor lose anything in ${operations} operations over the last seats, bibs, sizes, uses of coupons and cents`,
    async () => {
      const arena = await openArena(scene, scarce);
      const said = `TEST_SEED=${seed} asks for the same again`;
      const tally: Tally = { ok: new Map(), refused: new Map(), cents: { in: 0, out: 0 } };
      // Where nobody has signed up there is nothing to do: on a slow machine the clients would be through before the first one has.
      const first = Array.from({ length: signedBefore }, (_, who): RandomAction => ({ kind: 'sign_up', who, distance: 0, size: 'M' }));
      await hammer(arena, first, 1, tally);
      await hammer(arena, fc.sample(randomActions, { numRuns: operations, seed }), clients, tally).catch((error: unknown) => {
        throw new Error(said, { cause: error });
      });
      expect(await reconcile(scene.pool), said).toEqual({});
      await compare(arena, tally, said);
      const { rows } = await scene.pool.query<any>(
        'select i.status, array_agg(l.status order by l.logid) as log from inscriptions i join inscription_log l using (inscriptionid) where i.eventid = $1 group by i.inscriptionid',
        [arena.eventid],
      );
      for (const { status, log } of rows) expect(replay(log.map((each: any) => ({ status: each }))), said).toBe(status);
      expect(tally.ok.size, said).toBeGreaterThan(isLong ? 15 : 8); // how many kinds get through depends on who waits for whom
      if (isLong || process.env['HAMMER_REPORT']) console.log(reportOf(tally));
    },
    random.timeout,
  );
});

/** What each of some things that happen at once came to; a refusal by its code. */
const raced = async (times: number, work: () => Promise<unknown>): Promise<readonly unknown[]> =>
  (await Promise.allSettled(Array.from({ length: times }, work))).map((each) =>
    each.status === 'fulfilled'
      ? each.value
      : ((each.reason as { readonly code?: string; readonly statusCode?: number }).code ?? (each.reason as Error).message),
  );

describe('what there is one of', () => {
  const paidOnes = async (arena: Arena, size: 'M' | 'L'): Promise<readonly number[]> => {
    for (let who = 0; who < 5; who += 1) await perform(arena, { kind: 'sign_up', who, distance: 0, size });
    for (const id of arena.signed) expect((await scene.act(scene.support, id, 'pay', { method: 'cash' })).status).toBe(200);
    return arena.signed;
  };
  const codes = (answers: readonly { readonly status: number }[]): readonly number[] => answers.map(({ status }) => status).sort();

  test('is given to one of those who ask at once: the last size, the last bib, the last cents', async () => {
    const arena = await openArena(scene, { ...scarce, athletes: 5, shirts: [5, 1], bibs: [5, 5] });
    const ids = await paidOnes(arena, 'M');
    expect(codes(await Promise.all(ids.map((id) => scene.act(scene.support, id, 'update_tshirt', { tshirt_size: 'L' }))))).toEqual([
      200, 409, 409, 409, 409,
    ]);
    for (const id of ids) await scene.act(scene.support, id, 'remove_number', { reason: 'x', old_bib: 'restricted' });
    await scene.pool.query(`update bibs set state = 'free', reason = null where eventid = $1 and number = 3`, [arena.eventid]);
    expect(codes(await Promise.all(ids.map((id) => scene.act(scene.support, id, 'assign_number'))))).toEqual([200, 409, 409, 409, 409]);
    const walletid = await count('select walletid from wallets where web_userid = $1', [arena.athletes[0]]);
    const debits = await Promise.all(
      Array.from({ length: 8 }, () =>
        scene.chief.post(`/v2/user/wallets/${walletid}/debit`, { input: { amount_cents: 20_000, reason: 'x' } }),
      ),
    );
    expect(codes(debits)).toEqual([200, 200, 409, 409, 409, 409, 409, 409]);
    expect(await reconcile(scene.pool)).toEqual({});
  });
});

describe('money that is said twice', () => {
  test('moves once: the same movement of a wallet, from many sides at once', async () => {
    const [web_userid] = (await openArena(scene, { ...scarce, athletes: 1 })).athletes;
    const move = (): Promise<string> =>
      inSystemTransaction({ pool: scene.pool, registry }, async (tx) => {
        await moveWallet(tx, web_userid!, { type: 'promo_credit', amount_cents: 700, key: 'promo:enero' });
        return 'moved';
      });
    expect([...(await raced(8, move))].sort()).toEqual([...Array.from({ length: 7 }, () => '23505'), 'moved']);
    expect(await count('select available_cents from wallets where web_userid = $1', [web_userid])).toBe(scarce.cents + 700);
  });

  test('is taken once: the same charge, reported by its gateway again and again', async () => {
    const arena = await openArena(scene, { ...scarce, athletes: 1 });
    await perform(arena, { kind: 'sign_up', who: 0, distance: 0, size: 'M' });
    await perform(arena, { kind: 'request_payment', who: 0, method: 'card', wallet_cents: 12_500 });
    const [id] = arena.signed;
    const charge = await count(`select paymentid from payments where inscriptionid = $1 and status = 'pending'`, [id]);
    expect(
      [...(await raced(8, () => inSystemTransaction({ pool: scene.pool, registry }, (tx) => settleCharge(tx, charge, 'auth-1'))))].sort(),
    ).toEqual([...Array.from({ length: 7 }, () => 'known'), 'paid']);
    expect(await scene.read(id!)).toMatchObject({ status: 'assign_number', paid_cents: 62_500, refunded_cents: 0 });
    expect(await count('select count(*) from payments where inscriptionid = $1', [id])).toBe(2);
  });

  test('is written once: two payments never share a key', async () => {
    const insert = (): Promise<unknown> =>
      scene.pool
        .query(
          `insert into payments (orderid, eventid, type, method, status, amount_cents, idempotency_key) select orderid, eventid, 'charge', 'card', 'paid', 100, 'la-misma' from orders limit 1 returning 1`,
        )
        .then(() => 'written');
    expect([...(await raced(6, insert))].sort()).toEqual([...Array.from({ length: 5 }, () => '23505'), 'written']);
    await scene.pool.query(`update payments set status = 'cancelled' where idempotency_key = 'la-misma'`);
    expect(await reconcile(scene.pool)).toEqual({});
  });
});
