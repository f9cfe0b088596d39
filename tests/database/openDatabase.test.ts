import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../server/database/openDatabase';
import { openTestDatabase, testServer } from '../support/database';
import { valueOf } from './seed';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

describe('opening', () => {
  test('says where PostgreSQL does not answer, without its password', async () => {
    const opening = openDatabase({ databaseUrl: 'postgres://someone:hidden-word@127.0.0.1:1/nowhere' });
    await expect(opening).rejects.toThrow('PostgreSQL at 127.0.0.1:1/nowhere does not answer');
    await expect(opening).rejects.not.toThrow('hidden-word');
  });

  test('gives whole numbers as numbers, instants in UTC and days as text', async () => {
    const { rows } = await db.pool.query(
      "select 9007199254740991::bigint as n, array[1, 2]::bigint[] as list, sum(x) as total, timestamptz '2026-01-31 02:30:00.5-06' as at, date '2026-01-31' as day from (values (5::bigint)) v (x)",
    );
    expect(rows[0]).toEqual({ n: 9_007_199_254_740_991, list: [1, 2], total: 5, at: '2026-01-31T08:30:00.500Z', day: '2026-01-31' });
  });

  const poolings = [
    ['session', 1, 'string'],
    ['transaction', 0, 'undefined'],
  ] as const;
  test.each(testServer() ? poolings : [])(
    'keeps %s pooling: %i named statements after some were asked for',
    async (pooling, named, options) => {
      const { pool, close } = await openDatabase({ databaseUrl: testServer(), pooling, poolSize: 1 });
      try {
        for (let turn = 0; turn < 2; turn += 1)
          expect((await pool.query({ name: 'd_test', text: 'select $1::int as n', values: [turn] })).rows).toEqual([{ n: turn }]);
        expect(await valueOf<number>(pool, 'select count(*)::int from pg_prepared_statements')).toBe(named);
        expect(await valueOf<string>(pool, 'show timezone')).toBe('UTC');
        expect(typeof pool.options.options).toBe(options); // PgBouncer refuses connections with options
      } finally {
        await close();
      }
    },
  );

  test('serves the next query after one that failed', async () => {
    await expect(db.pool.query('select nonsense')).rejects.toThrow('nonsense');
    expect(await valueOf<number>(db.pool, 'select 1')).toBe(1);
  });
});
