import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '@/registration/lifecycle';
import { testServer } from '../../support/database';
import { digestOf, reconcile } from '../../support/reconcile';
import { deeds, openArena, perform, type Arena, type Scarcity } from './deeds';
import { openScene, type Scene } from './support';

const scarce: Scarcity = { athletes: 4, seats: [4, 2], bibs: [4, 2], shirts: [3, 2], uses: 2, budget: 45_000, cents: 70_000 };
/** The embedded database answers one request at a time; PostgreSQL is asked much more. */
const effort = testServer() ? { numRuns: 25, maxLength: 50 } : { numRuns: 4, maxLength: 25 };
const approvalCents = 50_000;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await scene.pool.query('update organizations set refund_approval_cents = $1', [approvalCents]);
}, 120_000);
afterAll(() => scene.close());

const logsReplay = async ({ signed }: Arena): Promise<void> => {
  const { rows } = await scene.pool.query<any>(
    'select i.inscriptionid, i.status, array_agg(l.status order by l.logid) as log from inscriptions i join inscription_log l on l.inscriptionid = i.inscriptionid where i.inscriptionid = any($1) group by 1, 2', [signed]);
  expect(rows).toHaveLength(signed.length);
  for (const { status, log } of rows) expect(replay(log.map((each: any) => ({ status: each })))).toBe(status);
};

describe('whatever people do to inscriptions, in whatever order', () => {
  test('totals and rows agree, every log replays, and what is refused changes not one byte', async () => {
    await fc.assert(fc.asyncProperty(fc.array(deeds, { minLength: 10, maxLength: effort.maxLength, size: 'max' }), async (list) => {
      const arena = await openArena(scene, scarce);
      for (const deed of list) {
        const before = await digestOf(scene.pool);
        const { status, body } = await perform(arena, deed);
        expect([0, 200, 201, 400, 409], JSON.stringify(body)).toContain(status);
        if (status >= 400) expect(await digestOf(scene.pool), `${deed.kind} ${status} ${JSON.stringify(body)}`).toBe(before);
        else if (status > 0) expect(await reconcile(scene.pool), deed.kind).toEqual({});
      }
      await logsReplay(arena);
    }), { numRuns: effort.numRuns, endOnFailure: true });
  }, 900_000);
});
