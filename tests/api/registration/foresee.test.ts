import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testServer } from '../../support/database';
import { effort } from '../../support/effort';
import { random } from '../../support/limits';
import { openArena } from './randomActions';
import { bundle, fates, foreseenBulks, inputOf, leave, plenty, settle, targetOf, wait } from './randomBulks';
import { openScene, type Scene } from './support';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await scene.pool.query('update organizations set refund_approval_cents = 20000');
});
afterAll(() => scene.close());

const tries = testServer() ? { numRuns: effort(4, 100) } : { numRuns: effort(2, 8) };

interface Left {
  readonly id: number;
  readonly code: string;
  readonly reason: string;
}
const said = (left: readonly Left[]) =>
  [...left].map(({ id, code, reason: why }) => [id, code, why]).sort((one, other) => Number(one[0]) - Number(other[0]));

/** Rehearses with a clock on which the time to try anything is over at once: everything that is said is foreseen. */
const foresee = async (url: string, body: object): Promise<{ readonly ok: number; readonly left: readonly Left[] }> => {
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 60_000));
  try {
    const answer = await scene.chief.post(url, { ...body, dry_run: true });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { tried: 0, surprised: 0 } });
    return {
      ok: answer.body.ok,
      left: answer.body.left.flatMap(({ ids, ...group }: any) => ids.map((id: number) => ({ id, ...group }))),
    };
  } finally {
    clock.mockRestore();
  }
};
/** What must have been met on the way, or the scene is too kind to tell anything. */
const expected = [
  'assign_number POOL_EMPTY',
  'update_race SOLD_OUT',
  'update_race DIFFERENCE_DUE',
  'update_tshirt NO_SIZE_LEFT',
  'update_wave CHECK_FAILED',
  'apply_coupon COUPON_EXHAUSTED',
  'request_payment WALLET_SHORT',
  'pay WALLET_SHORT',
  'pay NOT_UNIQUE',
  'cancel KIT_DELIVERED',
  'wallet_refund REFUND_WAITING',
  'reactivate SOLD_OUT',
  'reactivate NO_SIZE_LEFT',
  'offer SOLD_OUT',
];

describe('what is foreseen, record by record, is what the work itself then finds', () => {
  test('whatever people did before, and whatever is done to all of them at once', random, async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fates, { minLength: 12, maxLength: 18, size: 'max' }),
        fc.array(foreseenBulks, { minLength: 10, maxLength: 14, size: 'max' }),
        async (people, list) => {
          const arena = await openArena(scene, plenty);
          await scene.pool.query('update wallets set available_cents = 200000 where web_userid = any($1)', [arena.athletes]);
          await bundle(arena);
          for (const person of people) await settle(arena, person);
          await wait(arena);
          for (const [chosen, left, all] of list) {
            await leave(arena, left);
            const { url, ids } = await targetOf(arena, chosen, all);
            if (ids.length === 0) continue;
            const body = { ids, input: inputOf(arena, chosen) };
            const foreseen = await foresee(url, body);
            const found = await scene.chief.post(url, body);
            expect(found.status, JSON.stringify(found.body)).toBe(200);
            const what = JSON.stringify(chosen);
            expect(said(foreseen.left), what).toEqual(said([...found.body.skipped, ...found.body.failed]));
            expect(foreseen.ok, what).toBe(found.body.ok);
            for (const { code } of foreseen.left) seen.set(`${chosen.action} ${code}`, (seen.get(`${chosen.action} ${code}`) ?? 0) + 1);
          }
        },
      ),
      { numRuns: tries.numRuns, endOnFailure: true },
    );
    if (tries.numRuns >= 14) expect(expected.filter((each) => !seen.has(each))).toEqual([]);
    if (process.env['DEBUG']) process.stderr.write(`${JSON.stringify([...seen].sort(), null, 1)}\n`);
  });
});
