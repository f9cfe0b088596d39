import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseError } from '../../server/database/DatabaseError';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { openDatabase } from '../../server/database/openDatabase';
import { openEmptyDatabase } from '../support/database';
import { valueOf } from './seed';

type Empty = Awaited<ReturnType<typeof openEmptyDatabase>>;
let empty: Empty;
beforeEach(async () => { empty = await openEmptyDatabase(); });
afterEach(() => empty.close());

const { entries } = JSON.parse(readFileSync(new URL('../../server/database/migrations/meta/_journal.json', import.meta.url), 'utf8')) as { entries: unknown[] };
/** Everything that the security text makes, as the database tells it. */
const guards = (pool: Empty['database']['pool']): Promise<string> =>
  valueOf<string>(pool, `select md5(string_agg(line, E'\\n' order by line)) from (
    select concat_ws(' ', tablename, policyname, cmd, roles, qual, with_check) as line from pg_policies
    union all select concat_ws(' ', tgrelid::regclass, tgname, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', table_name, grantee, privilege_type) from information_schema.role_table_grants where grantee like 'dorsal%'
    union all select concat_ws(' ', conrelid::regclass, conname) from pg_constraint where contype = 'x') lines`);

describe('migrating', () => {
  test('again changes nothing', async () => {
    await migrateDatabase(empty.database);
    const before = await valueOf<string>(empty.database.pool, 'select max(applied)::text from dorsal_state');
    await migrateDatabase(empty.database);
    expect(await valueOf<string>(empty.database.pool, 'select max(applied)::text from dorsal_state')).toBe(before);
    expect(await valueOf<number>(empty.database.pool, 'select count(*) from drizzle.__drizzle_migrations')).toBe(entries.length);
  });

  test('from several processes at once ends as from one', async () => {
    const { database, databaseUrl } = empty;
    const others = databaseUrl ? await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl }))) : [];
    await Promise.all([database, database, ...others].map(migrateDatabase));
    await Promise.all(others.map((other) => other.close()));
    expect(await valueOf<number>(database.pool, 'select count(*) from drizzle.__drizzle_migrations')).toBe(entries.length);
    expect(await valueOf<number>(database.pool, 'select count(*) from access_stamp')).toBe(1);
  });

  test('two databases of one cluster at once does not trip over their common roles', async () => {
    const other = await openEmptyDatabase();
    await Promise.all([migrateDatabase(empty.database), migrateDatabase(other.database)]);
    expect(await guards(other.database.pool)).toBe(await guards(empty.database.pool));
    await other.close();
  });

  test('applies the security text again when it changed, and leaves nothing of the old one', async () => {
    await migrateDatabase(empty.database);
    const { pool } = empty.database;
    const right = await guards(pool);
    await pool.query("create policy dorsal_hole on events for select to dorsal_tenant using (true); grant all on auth_sessions to dorsal_tenant; drop trigger dorsal_stamp on users; update dorsal_state set hash = 'old' where name = 'security'");
    expect(await guards(pool)).not.toBe(right);
    await migrateDatabase(empty.database);
    expect(await guards(pool)).toBe(right);
  });
});

/** A whole cluster is written to a disk that others use too. */
const diskMs = 120_000;
describe('data of another version', () => {
  const asOfAnotherVersion = "update drizzle.__drizzle_migrations set hash = 'another'; update dorsal_state set hash = 'another'; drop table coupons cascade";
  const shape = (pool: Empty['database']['pool']): Promise<string> =>
    valueOf<string>(pool, `select string_agg(line, E'\\n' order by line) from (
      select concat_ws(' ', table_name, column_name, data_type) as line from information_schema.columns where table_schema = 'public' union all select concat_ws(' ', name, hash, applied) from dorsal_state) lines`);

  test('is refused in words, before anything is changed', async () => {
    const { database } = empty;
    await migrateDatabase(database);
    await database.pool.query(asOfAnotherVersion);
    const before = await shape(database.pool);
    await expect(migrateDatabase(database)).rejects.toThrow(/^The database was made by another version .* Nothing was changed\..* DATABASE_URL\.$/);
    expect(await shape(database.pool)).toBe(before);
  });

  test('is named by its folder', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dorsal-version-'));
    const database = await openDatabase({ dataDir });
    try {
      await migrateDatabase(database);
      await database.pool.query(asOfAnotherVersion);
      const refused = await migrateDatabase(database).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(DatabaseError);
      expect((refused as Error).message).toContain(`The data folder ${dataDir} was made by another version`);
      expect((refused as Error).message).toContain('DATA_DIR');
    } finally {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, diskMs);
});
