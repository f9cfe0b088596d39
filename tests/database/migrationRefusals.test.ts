import { readFileSync, rmSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRules } from '@/schema/project/rules';
import { DatabaseError } from '../../server/database/DatabaseError';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import type { Database } from '../../server/database/openDatabase';
import { openTestDatabase } from '../support/database';
import { seed, valueOf, type Seeded } from './seed';
import { migrationsWith, nextNumber } from './support/migrationsWith';
import { rulesOf } from './support/rulesOf';

const declared = readRules(readFileSync(new URL('../../server/database/security.sql', import.meta.url), 'utf8'));
/** Rules of the same version: they must not come without its tables. */
const rules = declared.map((rule) =>
  rule.name === 'policy stores dorsal_tenant' ? { ...rule, sql: rule.sql.replace('using (', 'using (deleted_at is null and ') } : rule,
);

let database: Database, pool: pg.Pool, seeded: Seeded;
const athletes: number[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  pool = database.pool;
  seeded = await seed(pool);
  for (const name of ['Bea', 'Caro', 'Dana', 'Elena', 'Fani', 'Gala'])
    athletes.push(
      await valueOf<number>(
        pool,
        "insert into web_users (first_name, last_name, gender, email, phone) values ($1, 'Ríos', 'F', $2, '5550001111') returning web_userid",
        [name, `${name.toLowerCase()}@example.com`],
      ),
    );
  for (const [at, { organizationid }] of [seeded.mine, seeded.theirs].entries())
    await pool.query('insert into stores (organizationid, name, phone) values ($1, $2, $3)', [
      organizationid,
      `Tienda ${at}`,
      at === 0 ? 'no number' : null,
    ]);
});
afterAll(() => database.close());

const shape = (): Promise<string> =>
  valueOf<string>(
    pool,
    `select md5(string_agg(line, E'\\n' order by line)) from (
  select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line from information_schema.columns where table_schema = 'public'
  union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select hash from drizzle.__drizzle_migrations union all select concat_ws(' ', 'stores', t) from stores t union all select concat_ws(' ', 'athletes', t) from web_users t) lines`,
  );

const migrateWith = async (statements: readonly string[]): Promise<unknown> => {
  const migrationsFolder = migrationsWith('more', statements);
  try {
    return await migrateDatabase(database, { migrationsFolder, rules }).then(
      () => 'migrated',
      (error: unknown) => error,
    );
  } finally {
    rmSync(migrationsFolder, { recursive: true });
  }
};
/** The sentence that a migration ends with, once nothing has changed. */
const refusal = async (...statements: readonly string[]): Promise<string> => {
  const before = [await shape(), await rulesOf(pool)];
  const error = await migrateWith(['ALTER TABLE "stores" ADD COLUMN "before_it" integer;', ...statements]);
  expect(error).toBeInstanceOf(DatabaseError);
  expect([await shape(), await rulesOf(pool)]).toEqual(before);
  return (error as Error).message;
};
const stores = (): Promise<number> => valueOf<number>(pool, 'select min(storeid) from stores');
const start = `Migration ${nextNumber}_more was undone and the database is as it was, because `;
const those = ': correct them with the version of Dorsal that ran before, then start this one again.',
  that = those.replace('them', 'it');

describe('a migration that rows refuse leaves everything as it was and names them, with the rule:', () => {
  test('a required column without a value', async () =>
    expect(await refusal('ALTER TABLE "stores" ADD COLUMN "code" text NOT NULL;')).toBe(
      `${start}2 rows of stores (storeid ${await stores()}, ${(await stores()) + 1}) break its rule "code" must have a value${those}`,
    ));
  test('a column that becomes required', async () =>
    expect(await refusal('ALTER TABLE "stores" ALTER COLUMN "phone" SET NOT NULL;')).toBe(
      `${start}1 row of stores (storeid ${(await stores()) + 1}) breaks its rule "phone" must have a value${that}`,
    ));
  test('a narrower check', async () =>
    expect(
      await refusal(
        'ALTER TABLE "web_users" DROP CONSTRAINT "web_users_gender_check";',
        'ALTER TABLE "web_users" ADD CONSTRAINT "web_users_gender_check" CHECK ("gender" in (\'M\'));',
      ),
    ).toBe(
      `${start}7 rows of web_users (web_userid ${[seeded.athlete, ...athletes].slice(0, 5).join(', ')} and 2 more) break its rule web_users_gender_check, "gender" in ('M')${those}`,
    ));
  test('a unique index', async () =>
    expect(await refusal('CREATE UNIQUE INDEX "web_users_phone_uq" ON "web_users" USING btree ("phone") WHERE deleted_at is null;')).toBe(
      `${start}6 rows of web_users (web_userid ${athletes.slice(0, 5).join(', ')} and 1 more) break its rule web_users_phone_uq, no two with the same phone${those}`,
    ));
  test('a unique index over an expression', async () =>
    expect(await refusal('CREATE UNIQUE INDEX "web_users_name_uq" ON "web_users" USING btree (lower("last_name"),"phone");')).toBe(
      `${start}6 rows of web_users (web_userid ${athletes.slice(0, 5).join(', ')} and 1 more) break its rule web_users_name_uq, no two with the same lower(last_name), phone${those}`,
    ));
  test('a unique index in which nulls are equal', async () =>
    expect(await refusal('CREATE UNIQUE INDEX "web_users_club_nnd" ON "web_users" USING btree ("phone") NULLS NOT DISTINCT;')).toContain(
      '6 rows of web_users',
    ));
  test('a unique constraint', async () =>
    expect(await refusal('ALTER TABLE "web_users" ADD CONSTRAINT "web_users_last_name_unique" UNIQUE("last_name");')).toContain(
      `6 rows of web_users (web_userid ${athletes.slice(0, 5).join(', ')} and 1 more) break its rule web_users_last_name_unique`,
    ));
  test('a reference to a row that is not there', async () =>
    expect(
      await refusal(
        'ALTER TABLE "stores" ADD COLUMN "eventid" bigint;',
        'UPDATE "stores" SET "eventid" = 999999 WHERE "phone" IS NULL;',
        'ALTER TABLE "stores" ADD CONSTRAINT "stores_eventid_fk" FOREIGN KEY ("eventid") REFERENCES "public"."events"("eventid");',
      ),
    ).toBe(
      `${start}1 row of stores (storeid ${(await stores()) + 1}) breaks its rule stores_eventid_fk, "eventid" names a row of events${that}`,
    ));
  test('periods that overlap', async () =>
    expect(
      await refusal(
        'ALTER TABLE "web_users" ADD CONSTRAINT "web_users_phone_excl" EXCLUDE USING gist ("phone" WITH =, tstzrange("created", \'infinity\') WITH &&) WHERE (deleted_at is null) DEFERRABLE INITIALLY DEFERRED;',
      ),
    ).toBe(
      `${start}6 rows of web_users (web_userid ${athletes.slice(0, 5).join(', ')} and 1 more) break its rule web_users_phone_excl, no two that overlap${those}`,
    ));
  test('values that the new type cannot hold', async () =>
    expect(
      await refusal(
        'ALTER TABLE "stores" ADD COLUMN "floor" text;',
        'UPDATE "stores" SET "floor" = \'attic\' WHERE "phone" IS NULL;',
        'ALTER TABLE "stores" ALTER COLUMN "floor" SET DATA TYPE integer USING "floor"::integer;',
      ),
    ).toBe(`${start}1 row of stores (storeid ${(await stores()) + 1}) breaks its rule "floor" is integer${that}`));
});

describe('a migration that is refused for another reason', () => {
  test('says which statement, and why, and leaves everything as it was', async () =>
    expect(await refusal('ALTER TABLE "stores" DROP COLUMN "nowhere";')).toBe(
      `${start}"ALTER TABLE "stores" DROP COLUMN "nowhere";" was refused with "column "nowhere" of relation "stores" does not exist": start the version of Dorsal that ran before, correct what this names, then start this one again.`,
    ));
  test('names the row that its own change breaks by the words of the database', async () =>
    expect(await refusal('UPDATE "web_users" SET "gender" = \'?\';')).toContain(
      'was refused with "new row for relation "web_users" violates check constraint',
    ));
  test('is the same when the rules that come with it fail', async () => {
    const before = [await shape(), await rulesOf(pool)],
      migrationsFolder = migrationsWith('more', ['ALTER TABLE "stores" ADD COLUMN "before_it" integer;']);
    const broken = rules.map((rule) =>
      rule.name === 'grants stores' ? { ...rule, sql: 'grant select on public.nowhere to dorsal_tenant;' } : rule,
    );
    await expect(migrateDatabase(database, { migrationsFolder, rules: broken })).rejects.toThrow(
      /^The rule "grants stores" .* does not exist\. Nothing was changed\.$/,
    );
    rmSync(migrationsFolder, { recursive: true });
    expect([await shape(), await rulesOf(pool)]).toEqual(before);
  });
});

test('an older version is refused on what a newer one brought up to date, and changes nothing', async () => {
  expect(await migrateWith(['ALTER TABLE "stores" ADD COLUMN "later" integer;'])).toBe('migrated');
  const before = [await shape(), await rulesOf(pool)];
  await expect(migrateDatabase(database)).rejects.toThrow(
    /^The database was brought up to date by a newer version of Dorsal: it has \d+ migrations and this version knows \d+\. Nothing was changed\. Start the newer version, .* DATABASE_URL\.$/,
  );
  expect([await shape(), await rulesOf(pool)]).toEqual(before);
});
