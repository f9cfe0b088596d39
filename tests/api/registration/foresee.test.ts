import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { inSystemTransaction } from '../../../server/kernel/transaction';
import { inscriptionsHooks } from '../../../server/features/registration/inscriptions.hooks';
import { openScene, type Scene } from './support';

let scene: Scene,
  ids: number[],
  round = 0;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
/** Four who hold a seat and have not paid. */
beforeEach(async () => {
  round += 1;
  ids = [];
  for (const name of ['ana', 'bea', 'carla', 'dora']) ids.push((await scene.signUp(`${name}${round}`)).inscriptionid);
});

const each = async (action: string, input: object = {}): Promise<void> => {
  for (const id of ids) expect((await scene.act(scene.support, id, action, input)).status).toBe(200);
};
const set = (text: string, values: readonly unknown[] = []) => scene.pool.query(text, values as unknown[]);

/** Who is foreseen to be left out when it is done to all of them at once, and who then is. */
const compared = async (
  action: string,
  input: object,
): Promise<{ readonly foreseen: readonly number[]; readonly found: readonly number[] }> => {
  const shortages = await inSystemTransaction({ pool: scene.pool, registry }, (tx) =>
    inscriptionsHooks.foresee[action]!({ tx, ids, input }),
  );
  const { body } = await scene.support.post(`/v2/inscription/inscriptions/actions/${action}`, { ids, input });
  return {
    foreseen: shortages.flatMap((shortage) => shortage.ids),
    found: [...body.skipped, ...body.failed].map(({ id }: { id: number }) => id),
  };
};
/** So many of the last ones, as both say. */
const last = (count: number) => ({ foreseen: ids.slice(ids.length - count), found: ids.slice(ids.length - count) });

describe('what is left, compared as sums, is what the work itself finds', () => {
  test('for seats of another distance', async () => {
    await set('update distances set capacity = 2 where distanceid = $1', [scene.five]);
    expect(await compared('update_race', { distanceid: scene.five })).toEqual(last(2));
  });

  test('for seats to return to', async () => {
    await each('cancel', { cancel_reason: 'requested' });
    await set('update distances set capacity = sold_count + held_count + 1 where distanceid = $1', [scene.ten]);
    expect(await compared('reactivate', { reason: 'error' })).toEqual(last(3));
    await set('update distances set capacity = 50 where distanceid = $1', [scene.ten]);
  });

  test('for sizes', async () => {
    await set(`update tshirt_stock set received = 3 where tshirt_modelid = $1 and size = 'L'`, [scene.shirt]);
    expect(await compared('update_tshirt', { tshirt_size: 'L' })).toEqual(last(1));
  });

  test('for places of a wave', async () => {
    await each('pay', { method: 'cash' });
    const {
      rows: [wave],
    } = await set(
      `insert into waves (eventid, name, start_at, capacity) values ($1, 'Elite', now() + interval '40 days', 3) returning waveid`,
      [scene.eventid],
    );
    expect(await compared('update_wave', { waveid: Number(wave.waveid) })).toEqual(last(1));
  });

  test('for uses of a coupon, and for its budget', async () => {
    const make = async (limit: string, value: number): Promise<number> =>
      Number(
        (
          await set(
            `insert into coupons (organizationid, eventid, code, type, value, status, ${limit}) values ($1, $2, '${limit}', 'amount', 10000, 'active', $3) returning couponid`,
            [scene.org, scene.eventid, value],
          )
        ).rows[0].couponid,
      );
    expect(await compared('apply_coupon', { couponid: await make('max_uses', 3) })).toEqual(last(1));
    expect(await compared('apply_coupon', { couponid: await make('budget_cents', 25_000) })).toEqual(last(2));
  });

  test('for money in a wallet', async () => {
    await set(`insert into wallets (web_userid) select web_userid from inscriptions where inscriptionid = any($1)`, [ids]);
    await set(
      `insert into wallet_movements (walletid, type, amount_cents, available_change_cents, frozen_change_cents, available_after_cents, frozen_after_cents, idempotency_key)
      select w.walletid, 'admin_credit', 5000, 5000, 0, 5000, 0, 'k' || w.walletid from wallets w join inscriptions i using (web_userid) where i.inscriptionid = any($1)`,
      [ids.slice(0, 3)],
    );
    expect(await compared('request_payment', { method: 'card', wallet_cents: 5000 })).toEqual(last(1));
  });

  test('for numbers', async () => {
    await each('pay', { method: 'cash' });
    await each('remove_number', { reason: 'renumerar' });
    await set(
      `update bibs set state = 'restricted' where bibid in (select bibid from bibs where eventid = $1 and state = 'free' and number < 5000 order by number offset 1)`,
      [scene.eventid],
    );
    expect(await compared('assign_number', {})).toEqual(last(3));
  });
});
