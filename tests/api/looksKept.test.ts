import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '@/resources';
import { cleanUp } from '../../server/features/jobs/cleanUp';
import { statementsDuring, wholeTablesOf } from '../support/wholeTableReads';
import { openWorld, type World } from './support/openWorld';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('who looked is removed after 24 months, from an index, and what was changed stays', async () => {
  const { pool } = world;
  for (const [verb, action, months] of [
    ['read', 'contact', 25],
    ['read', null, 25],
    ['read', 'contact_list', 23],
    ['edit', null, 60],
  ] as const)
    await pool.query(
      `insert into audits (resource, recordid, verb, action, created) values ('web_users', 1, $1, $2, now() - make_interval(months => $3))`,
      [verb, action, months],
    );
  const statements = await statementsDuring(pool, () => cleanUp({ pool, registry }));
  const { rows } = await pool.query(`select verb, action from audits where resource = 'web_users' and recordid = 1 order by created`);
  expect(rows).toEqual([
    { verb: 'edit', action: null },
    { verb: 'read', action: 'contact_list' },
  ]);
  const forgetting = statements.filter(({ text }) => text.includes('"audits"'));
  expect(forgetting).toHaveLength(1);
  for (const each of forgetting) expect(await wholeTablesOf(pool, each)).toEqual([]);
});
