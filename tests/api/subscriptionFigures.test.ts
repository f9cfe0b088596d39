import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '@/resources';
import { readFigures } from '../../server/features/apolo/readFigures';
import { inSystemTransaction } from '../../server/kernel/transaction';
import { insertRow } from '../support/exampleRows';
import { openWorld, type World } from './support/openWorld';
import { add } from './support/world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A subscription with its plan, of a person of its own; instants are of Mexico City. */
const subscribe = async (name: string, interval: string, price_cents: number, row: object): Promise<void> => {
  const planid = await insertRow(world.pool, 'apolo_plans', { name, interval, price_cents, status: 'active' });
  const web_userid = await add.athlete(world.pool, name);
  await insertRow(world.pool, 'apolo_subscriptions', { web_userid, planid, price_cents, ...row });
};

test('the figures of a month say what is paid in it, what began and ended, and which part of those that ran has left', async () => {
  await subscribe('queda', 'month', 14_900, { status: 'active', created: '2026-04-06T12:00:00-06:00' });
  await subscribe('anual', 'year', 139_000, {
    status: 'cancel_at_period_end',
    cancel_reason: 'Se muda',
    created: '2026-04-30T23:59:59-06:00',
  });
  await subscribe('debe', 'month', 9_900, { status: 'past_due', created: '2026-04-20T12:00:00-06:00' });
  await subscribe('se-va', 'month', 14_900, {
    status: 'cancelled',
    cancel_reason: 'Se muda',
    created: '2026-04-10T12:00:00-06:00',
    ended_at: '2026-05-02T00:00:00-06:00',
  });
  await subscribe('breve', 'month', 14_900, {
    status: 'expired',
    created: '2026-05-01T00:00:00-06:00',
    ended_at: '2026-05-19T12:00:00-06:00',
  });
  await subscribe('espera', 'month', 14_900, { status: 'pending', created: '2026-05-03T12:00:00-06:00' });
  const figures = await inSystemTransaction({ pool: world.pool, registry }, (tx) => readFigures(tx, new Date('2026-05-20T12:00:00-06:00')));
  expect(figures).toMatchObject({ mrr_cents: 14_900 + 11_583 + 9_900, paying: 3, past_due: 1, past_due_cents: 9_900 });
  expect(figures.months).toMatchObject([
    { month: '2026-05-01', started: 1, ended: 2, churn: 1 / 4 },
    { month: '2026-04-01', started: 4, ended: 0, churn: null },
  ]);
});
