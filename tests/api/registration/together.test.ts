import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { inOrder, inputOf as accepted } from '../../../server/api/actions/actions';
import type { Order } from '../../../server/api/actions/order';
import { groupBodyOf } from '../../../server/api/actions/performTogether';
import { performOneByOne, performRows } from '../../../server/api/actions/performRows';
import { isPlainSet } from '../../../server/api/actions/setSlice';
import { hooks } from '../../../server/hooks';
import { inMemberTransaction } from '../../../server/kernel/memberTransaction';
import type { Transaction } from '../../../server/kernel/transaction';
import { forgetUndoing, undoMemory } from '../../../server/kernel/undoing';
import { testServer } from '../../support/database';
import { effort, isLong } from '../../support/effort';
import { random } from '../../support/limits';
import { contentsOf } from './contentsOf';
import { openArena, type Arena } from './randomActions';
import { bulks, bundle, fates, inputOf, leave, plenty, settle, tableOf, targetOf, wait, type Bulk } from './randomBulks';
import { openScene, type Scene } from './support';

let scene: Scene;
let chief = { userid: 0, organizationid: 0 };
beforeAll(async () => {
  scene = await openScene();
  await scene.pool.query('update organizations set refund_approval_cents = 20000');
  const { rows } = await scene.pool.query<any>(
    `select u.userid, o.organizationid from users u, organizations o where u.asdeporteid = 'jefa' and o.is_platform`,
  );
  chief = { userid: Number(rows[0].userid), organizationid: Number(rows[0].organizationid) };
});
afterAll(() => scene.close());

const tries = { numRuns: testServer() ? effort(3, 150) : effort(2, 10) };
const say = (key: string): string => key;

/** Some athletes share an order, as a company that pays for its people. */
const shareOrders = async ({ eventid }: Arena): Promise<void> => {
  await scene.pool.query(
    `update inscriptions i set orderid = f.orderid from (select inscriptionid, first_value(orderid) over (partition by eventid, n / 3 order by n) as orderid, n from
       (select inscriptionid, eventid, orderid, row_number() over (order by inscriptionid) as n from inscriptions where eventid = $1) n) f
      where f.inscriptionid = i.inscriptionid and f.n % 2 = 0`,
    [eventid],
  );
  await scene.pool.query(
    `update orders o set status = s.status from (select orderid, case when bool_or(status in ('started', 'pending_payment', 'payment_declined')) then 'open'
        when bool_or(status in ('paid', 'assign_number', 'no_assign_number', 'chargeback')) then 'paid' else 'closed' end as status from inscriptions where eventid = $1 group by 1) s
      where s.orderid = o.orderid`,
    [eventid],
  );
};

interface Came {
  readonly said: unknown;
  readonly left: unknown;
}
type Perform = (tx: Transaction, order: Order, ids: readonly number[]) => ReturnType<typeof performRows>;
const oneByOne: Perform = (tx, order, ids) => performOneByOne(tx, order, ids, say, () => false);
const asSets: Perform = (tx, order, ids) => performRows(tx, order, ids, say);

/** Does the same both ways in one transaction, each from where the other began, and answers what each said and left behind. The last way is kept. */
const bothWays = async (arena: Arena, chosen: Bulk, all: boolean): Promise<readonly [Came, Came] | null> => {
  const { ids } = await targetOf(arena, chosen, all);
  if (ids.length === 0) return null;
  return inMemberTransaction({ pool: scene.pool, registry }, { ...chief, locale: 'es', requestId: 'both' }, async (tx) => {
    const resource = registry.get(tableOf(chosen));
    const input = await accepted(tx, resource, chosen.action, inputOf(arena, chosen) as Record<string, unknown>);
    const order: Order = { resource, hooks: hooks.get(resource.name)!, name: chosen.action, input };
    const turns = await inOrder(tx, order, ids);
    const before = await tx.asOwner(() => contentsOf(tx.client, arena));
    const come = async (perform: Perform): Promise<Came> => {
      const { done, ok, skipped, failed } = await perform(tx, order, turns);
      await tx.client.query('set constraints all immediate; set constraints all deferred');
      return { said: { done, ok, skipped, failed }, left: await tx.asOwner(() => contentsOf(tx.client, arena, before)) };
    };
    await tx.client.query('savepoint ways');
    forgetUndoing(tx);
    const slow = await come(oneByOne);
    await tx.client.query('rollback to savepoint ways');
    undoMemory(tx);
    return [slow, await come(asSets)];
  });
};

describe('many records at once, and one after the other', () => {
  test('come to the same, whatever people did before and whatever is done to all of them', random, async () => {
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fates, { minLength: 12, maxLength: 20, size: 'max' }),
        fc.array(bulks, { minLength: 9, maxLength: 12, size: 'max' }),
        fc.record({ waits: fc.boolean(), shares: fc.boolean() }),
        async (people, list, { waits, shares }) => {
          const arena = await openArena(scene, plenty);
          await scene.pool.query('update wallets set available_cents = 200000 where web_userid = any($1)', [arena.athletes]);
          await bundle(arena);
          for (const person of people) await settle(arena, person);
          if (shares) await shareOrders(arena);
          if (waits) await wait(arena);
          for (const [chosen, left, all] of list) {
            await leave(arena, left);
            const came = await bothWays(arena, chosen, all);
            if (!came) continue;
            expect(came[1], JSON.stringify(chosen)).toEqual(came[0]);
            met.set(chosen.action, (met.get(chosen.action) ?? 0) + 1);
          }
        },
      ),
      { numRuns: tries.numRuns, endOnFailure: true },
    );
    if (isLong) expect([...met.keys()].sort()).toEqual(actions);
  });

  test('is how every action over registrations works, and what only sets values', () => {
    const inscriptions = registry.get('inscriptions');
    const alone = Object.entries(inscriptions.actions ?? {})
      .filter(([, { on }]) => on === 'rows')
      .map(([name]) => name)
      .filter((name) => {
        const order: Order = { resource: inscriptions, hooks: hooks.get('inscriptions')!, name, input: {} };
        return !groupBodyOf(order) && !isPlainSet(order);
      });
    expect(alone).toEqual([]);
  });
});

const actions = [
  'apply_coupon',
  'approve',
  'assign_number',
  'cancel',
  'create_pdf',
  'offer',
  'pay',
  'reactivate',
  'remove_number',
  'remove_wallet',
  'request_payment',
  'send_mail',
  'update_comment',
  'update_race',
  'update_tshirt',
  'update_wave',
  'wallet_refund',
];
