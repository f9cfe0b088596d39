import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '@/resources';
import { closeSubscriptions } from '../../server/features/apolo/closeSubscriptions';
import { openWorld, type World } from './support/openWorld';
import { add } from './support/world';

let world: World;
const rows = async (text: string): Promise<any[]> => (await world.pool.query(text)).rows;
const close = () => closeSubscriptions({ pool: world.pool, registry });

beforeAll(async () => {
  world = await openWorld();
  await rows(`insert into apolo_plans (name, price_cents, interval, status) values ('Mensual', 10000, 'month', 'active')`);
  for (const [name, status] of [
    ['Ana', 'active'],
    ['Bea', 'cancel_at_period_end'],
    ['Cora', 'past_due'],
  ])
    await world.pool.query(
      `insert into apolo_subscriptions (web_userid, planid, status, price_cents, current_period_start, current_period_end, next_charge_at, cancel_reason)
         select $1, planid, $2, 10000, now() - interval '1 month', now() + interval '1 day', now() - interval '1 month', case when $2 = 'cancel_at_period_end' then 'other' end from apolo_plans`,
      [await add.athlete(world.pool, name!), status],
    );
});
afterAll(() => world.close());

test('a subscription that was cancelled for the end of its period ends then, and leaves a trace; the others wait for their charge', async () => {
  expect(await close()).toBe(0);
  await rows(`update apolo_subscriptions set current_period_end = now() - interval '1 minute'`);
  expect(await close()).toBe(1);
  expect(await rows('select status, next_charge_at is null as "isOver" from apolo_subscriptions order by subscriptionid')).toEqual([
    { status: 'active', isOver: false },
    { status: 'cancelled', isOver: true },
    { status: 'past_due', isOver: false },
  ]);
  expect(await rows(`select count(*)::int from audits where resource = 'apolo_subscriptions' and verb = 'edit'`)).toEqual([{ count: 1 }]);
  expect(await close()).toBe(0);
});
