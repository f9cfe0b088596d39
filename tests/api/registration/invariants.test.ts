import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '@/domain/registration/lifecycle';
import { testServer } from '../../support/database';
import { effort } from '../../support/effort';
import { digestOf, reconcile, type Scope } from '../../support/reconcile';
import { randomActions, openArena, perform, type Arena, type Scarcity } from './randomActions';
import { random } from '../../support/limits';
import { openScene, type Scene } from './support';

const scarce: Scarcity = { athletes: 4, seats: [4, 2], bibs: [4, 2], shirts: [3, 2], uses: 2, budget: 45_000, cents: 70_000 };
/** The embedded database answers one request at a time; PostgreSQL is asked more. */
const tries = testServer() ? { numRuns: effort(8, 100), maxLength: 50 } : { numRuns: effort(3, 10), maxLength: 25 };
const approvalCents = 50_000;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await scene.pool.query('update organizations set refund_approval_cents = $1', [approvalCents]);
});
afterAll(() => scene.close());

const logsReplay = async ({ signed, eventid }: Arena): Promise<void> => {
  const { rows } = await scene.pool.query<any>(
    `select i.inscriptionid, i.status, array_agg(l.status order by l.logid) as log from inscriptions i join inscription_log l on l.inscriptionid = i.inscriptionid
      where i.inscriptionid = any($1) or i.inscriptionid in (select inscriptionid from waitlist_entries where eventid = $2) group by 1, 2`,
    [signed, eventid],
  );
  expect(rows.length).toBeGreaterThanOrEqual(signed.length);
  for (const { status, log } of rows) expect(replay(log.map((each: any) => ({ status: each })))).toBe(status);
};

/** Seats given to more people than there are, offers without a seat that is held, and people who were offered two: counted here alone. */
const twice = async ({ eventid }: Arena): Promise<readonly unknown[]> =>
  (
    await scene.pool.query(
      `
  select 'oversold' as what, d.distanceid as id from distances d where eventid = $1
     and (select count(*) from inscriptions i where i.distanceid = d.distanceid and i.status not in ('cancelled', 'wallet_refund', 'change_event', 'merged')) > d.capacity
  union all select 'unheld', w.waitlist_entryid from waitlist_entries w where eventid = $1 and status = 'offered'
     and not exists (select 1 from inscriptions i where i.inscriptionid = w.inscriptionid and i.distanceid = w.distanceid and i.status in ('started', 'pending_payment', 'payment_declined') and i.expires_at is not null)
  union all select 'two offers', web_userid from waitlist_entries where eventid = $1 and status = 'offered' group by distanceid, web_userid having count(*) > 1`,
      [eventid],
    )
  ).rows;

const scopeOf = ({ eventid, other, athletes, coupons }: Arena): Scope => ({ events: [eventid, other.eventid], athletes, coupons });

describe('whatever people do to inscriptions, in whatever order', () => {
  test('totals and rows agree, every log replays, and what is refused changes not one byte', random, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomActions, { minLength: 10, maxLength: tries.maxLength, size: 'max' }), async (list) => {
        const arena = await openArena(scene, scarce),
          scope = scopeOf(arena);
        let before = await digestOf(scene.pool, scope);
        for (const action of list) {
          const { status, body } = await perform(arena, action);
          expect([0, 200, 201, 400, 409], JSON.stringify(body)).toContain(status);
          const after = await digestOf(scene.pool, scope);
          if (status >= 400) expect(after, `${action.kind} ${status} ${JSON.stringify(body)}`).toBe(before);
          before = after;
        }
        expect(await twice(arena)).toEqual([]);
        expect(await reconcile(scene.pool, scope)).toEqual({});
        await logsReplay(arena);
      }),
      { numRuns: tries.numRuns, endOnFailure: true },
    );
    // What one event did to another is seen only by looking at all of them together.
    expect(await reconcile(scene.pool)).toEqual({});
  });
});
