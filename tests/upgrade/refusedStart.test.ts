import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRelease } from '../../scripts/lib/release/releases';
import { openDatabase, type Database } from '../../server/database/openDatabase';
import { valueOf } from '../database/seed';
import { openEmptyDatabase, testServer } from '../support/database';
import { startServer } from '../support/startServer';
import { longer } from '../support/limits';
import { restoreRelease } from './support/restoreRelease';

/** A server of its own, over a cluster that is written to a disk which others use too. */
/** A database that another process may open once this one has let it go. */
const openPlace = async () => {
  if (testServer()) {
    const { database, databaseUrl, close } = await openEmptyDatabase();
    return { database, env: { DATABASE_URL: databaseUrl! }, again: async () => database, letGo: async () => {}, close };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'dorsal-refused-'));
  let database: Database = await openDatabase({ dataDir });
  return {
    database,
    env: { DATA_DIR: dataDir },
    letGo: () => database.close(),
    again: async () => (database = await openDatabase({ dataDir })),
    close: async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

test(
  'the server that cannot bring its data up to date says in a sentence which rows stand against which rule, and ends',
  async () => {
    const {
      database: { pool },
      env,
      letGo,
      again,
      close,
    } = await openPlace();
    try {
      await restoreRelease(pool, readRelease('0.1.0'));
      await pool.query('alter table price_tiers drop constraint price_tiers_distanceid_audience_excl');
      const tier = await valueOf<number>(pool, 'select min(price_tierid) from price_tiers where active and deleted_at is null');
      const twin = await valueOf<number>(
        pool,
        `insert into price_tiers (distanceid, audience, name, starts_at, ends_at, price_cents) select distanceid, audience, 'Otra', starts_at, ends_at, price_cents from price_tiers where price_tierid = $1 returning price_tierid`,
        [tier],
      );
      await letGo();
      const refused = await startServer({ ...env, AUTH_SECRET: 'a secret of tests that is long enough', DEMO: 'off' }).then(
        () => 'ready',
        (error: Error) => error.message,
      );
      expect(refused).toBe(
        `the server ended with 1:\nMigration 0001_exclusions was undone and the database is as it was, because 2 rows of price_tiers (price_tierid ${tier}, ${twin}) break its rule ` +
          'price_tiers_distanceid_audience_excl, no two that overlap: correct them with the version of Dorsal that ran before, then start this one again.\n',
      );
      const after = await again();
      expect(await valueOf<number>(after.pool, 'select count(*)::int from drizzle.__drizzle_migrations')).toBe(1);
    } finally {
      await close();
    }
  },
  longer.timeout,
);
