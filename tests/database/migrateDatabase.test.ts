import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { openDatabase } from '../../server/database/openDatabase';
import { openEmptyDatabase, openTestDatabase } from '../support/database';
import type { Database } from '../../server/database/openDatabase';
import { valueOf } from './seed';
import { longer } from '../support/limits';

const { entries } = JSON.parse(readFileSync(new URL('../../server/database/migrations/meta/_journal.json', import.meta.url), 'utf8')) as {
  entries: unknown[];
};
/** Everything that the security text makes, as the database tells it. */
const guards = (pool: Database['pool']): Promise<string> =>
  valueOf<string>(
    pool,
    `select md5(string_agg(line, E'\\n' order by line)) from (
    select concat_ws(' ', tablename, policyname, cmd, roles, qual, with_check) as line from pg_policies
    union all select concat_ws(' ', tgrelid::regclass, tgname, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', table_name, grantee, privilege_type) from information_schema.role_table_grants where grantee like 'dorsal%'
    union all select concat_ws(' ', conrelid::regclass, conname) from pg_constraint where contype = 'x') lines`,
  );

describe('migrating an empty database', () => {
  let empty: Awaited<ReturnType<typeof openEmptyDatabase>>;
  beforeEach(async () => {
    empty = await openEmptyDatabase();
  });
  afterEach(() => empty.close());

  test('from several processes at once ends as from one', longer, async () => {
    const { database, databaseUrl } = empty;
    const others = databaseUrl ? await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl }))) : [];
    await Promise.all([database, database, ...others].map((each) => migrateDatabase(each)));
    await Promise.all(others.map((other) => other.close()));
    expect(await valueOf<number>(database.pool, 'select count(*) from drizzle.__drizzle_migrations')).toBe(entries.length);
    expect(await valueOf<number>(database.pool, 'select count(*) from access_stamp')).toBe(1);
  });

  test('and another one of its cluster at once does not trip over their common roles', longer, async () => {
    const other = await openEmptyDatabase();
    await Promise.all([migrateDatabase(empty.database), migrateDatabase(other.database)]);
    expect(await guards(other.database.pool)).toBe(await guards(empty.database.pool));
    await other.close();
  });
});

describe('migrating a database that is up to date', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase();
  });
  afterEach(() => database.close());

  test('changes nothing', async () => {
    const before = await valueOf<string>(database.pool, 'select max(applied)::text from dorsal_state');
    await migrateDatabase(database);
    expect(await valueOf<string>(database.pool, 'select max(applied)::text from dorsal_state')).toBe(before);
    expect(await valueOf<number>(database.pool, 'select count(*) from drizzle.__drizzle_migrations')).toBe(entries.length);
  });

  test('applies the security text again when it changed, and leaves nothing of the old one', async () => {
    const { pool } = database;
    const right = await guards(pool);
    await pool.query(
      "create policy dorsal_hole on events for select to dorsal_tenant using (true); grant all on auth_sessions to dorsal_tenant; drop trigger dorsal_stamp on users; update dorsal_state set hash = 'old' where name = 'security'",
    );
    expect(await guards(pool)).not.toBe(right);
    await migrateDatabase(database);
    expect(await guards(pool)).toBe(right);
  });
});

describe('data of another version', () => {
  const asOfAnotherVersion =
    "update drizzle.__drizzle_migrations set hash = 'another'; update dorsal_state set hash = 'another'; drop table coupons cascade";
  const shape = (pool: Database['pool']): Promise<string> =>
    valueOf<string>(
      pool,
      `select string_agg(line, E'\\n' order by line) from (
      select concat_ws(' ', table_name, column_name, data_type) as line from information_schema.columns where table_schema = 'public' union all select concat_ws(' ', name, hash, applied) from dorsal_state) lines`,
    );

  test('is refused in words, before anything is changed', async () => {
    const database = await openTestDatabase();
    await database.pool.query(asOfAnotherVersion);
    const before = await shape(database.pool);
    await expect(migrateDatabase(database)).rejects.toThrow(
      /^The database was made by another version .* Nothing was changed\..* DATABASE_URL\.$/,
    );
    expect(await shape(database.pool)).toBe(before);
    await database.close();
  });
});
