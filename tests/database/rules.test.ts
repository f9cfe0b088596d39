import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRules, rulesText, type Rule } from '@/schema/project/rules';
import { DatabaseError } from '../../server/database/DatabaseError';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import type { Database } from '../../server/database/openDatabase';
import { applyRules, rulesTable } from '../../server/database/rules/applyRules';
import { keptReleases, readRelease } from '../../scripts/lib/release/releases';
import { openEmptyDatabase, openTestDatabase } from '../support/database';
import { restoreRelease } from '../upgrade/support/restoreRelease';
import { longer } from '../support/limits';
import { rulesOf } from './support/rulesOf';

const text = readFileSync(new URL('../../server/database/security.sql', import.meta.url), 'utf8');
const declared = readRules(text);
/** The rules with one of them said otherwise. */
const withRule = (name: string, change: (sql: string) => string): readonly Rule[] => {
  const rules = declared.map((rule) => (rule.name === name ? { name, sql: change(rule.sql) } : rule));
  expect(rules.filter((rule, at) => rule.sql !== declared[at]!.sql)).toHaveLength(1);
  return rules;
};
const narrower = (sql: string): string => sql.replace('using (', 'using (deleted_at is null and ');

let database: Database, pool: pg.Pool, right: Readonly<Record<string, string>>;
beforeAll(async () => {
  database = await openTestDatabase();
  pool = database.pool;
  right = await rulesOf(pool);
});
afterAll(() => database.close());

/** Tables that the work in a transaction locks more strongly than readers and writers do; the transaction is undone. */
const lockedBy = async (work: (client: pg.PoolClient) => Promise<void>, on: pg.Pool = pool): Promise<readonly string[]> => {
  const client = await on.connect();
  try {
    await client.query('begin');
    await work(client);
    const { rows } = await client.query<{ name: string }>(`
      select distinct c.relname || ' ' || l.mode as name from pg_locks l join pg_class c on c.oid = l.relation join pg_namespace n on n.oid = c.relnamespace
       where l.pid = pg_backend_pid() and n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'dorsal_rules' and l.mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock') order by 1`);
    return rows.map(({ name }) => name);
  } finally {
    await client.query('rollback');
    client.release();
  }
};

test('the text of the rules says them all, each under its own name', () => {
  expect(rulesText(declared)).toBe(text);
  expect(new Set(declared.map(({ name }) => name)).size).toBe(declared.length);
  expect(Object.keys(right).sort()).toEqual(declared.map(({ name }) => name).sort());
});

/** What a restored or tampered database may lack, by what makes it so. */
const losses: Readonly<Record<string, string>> = {
  'a policy is gone': 'drop policy dorsal_tenant on events',
  'a policy lets more through': 'alter policy dorsal_tenant on events using (true)',
  'a policy checks less': 'alter policy dorsal_tenant on events with check (true)',
  'a policy is for another role': 'alter policy dorsal_platform on events to dorsal_tenant, dorsal_platform',
  'a table is not guarded': 'alter table events disable row level security',
  'a privilege is gone': 'revoke select on events from dorsal_tenant',
  'a privilege is too much': 'grant delete on audits to dorsal_tenant',
  'a column may be read that may not': 'grant select (email) on inscriptions to dorsal_public',
  'a column may not be read that may': 'revoke select (kit_status) on inscriptions from dorsal_public',
  'a privilege may be passed on': 'grant select on events to dorsal_tenant with grant option',
  'a table that nobody may reach is open': 'grant all on auth_sessions to dorsal_tenant',
  'keys may not be counted on': 'revoke all on all sequences in schema public from dorsal_tenant',
  'the schema is closed': 'revoke usage on schema public from dorsal_platform',
  'a trigger is gone': 'drop trigger dorsal_stamp on users',
  'a trigger is switched off': 'alter table users disable trigger dorsal_stamp',
  'a trigger runs for less':
    'create or replace trigger dorsal_stamp after insert on users for each statement execute function dorsal_bump_access()',
  'a function does nothing':
    'create or replace function dorsal_bump_access() returns trigger language plpgsql as $$ begin return null; end $$',
  'a function runs as its caller': 'alter function dorsal_bump_access() security invoker',
  'a function and its triggers are gone': 'drop function dorsal_bump_access() cascade',
  'the stamp is gone': 'delete from access_stamp',
  'a comparison is not trusted': 'alter function pg_catalog.textlike(text, text) not leakproof',
  'a policy is there that nobody declared': 'create policy dorsal_hole on events for select to dorsal_tenant using (true)',
  'a trigger is there that nobody declared':
    'create trigger dorsal_extra after insert on stores for each statement execute function dorsal_bump_access()',
  'a function is there that nobody declared':
    'create function dorsal_extra() returns trigger language plpgsql as $$ begin return null; end $$',
  'roles are there, and no policy and no grant': `do $$ declare it record; begin
    for it in select policyname, tablename from pg_policies where schemaname = 'public' loop execute format('drop policy %I on public.%I', it.policyname, it.tablename); end loop; end $$;
    revoke all on all tables in schema public from dorsal_tenant, dorsal_platform, dorsal_public; revoke all on all sequences in schema public from dorsal_tenant, dorsal_platform, dorsal_public`,
};

describe('a database is repaired at the next start when', () => {
  test.each(Object.entries(losses))('%s', async (_name, loss) => {
    await pool.query(loss);
    expect(await rulesOf(pool)).not.toEqual(right);
    await migrateDatabase(database);
    expect(await rulesOf(pool)).toEqual(right);
  });
});

describe('what was restored elsewhere', () => {
  test('gets its roles back, with what was granted to them', async () => {
    const other = await openEmptyDatabase();
    try {
      await migrateDatabase(other.database);
      await other.database.pool.query(
        "delete from dorsal_state where name = 'foundation'; drop function immutable_unaccent(text) cascade; drop owned by dorsal_public",
      );
      await migrateDatabase(other.database);
      const { rows } = await other.database.pool.query("select public.immutable_unaccent('Núñez') as folded");
      expect(rows).toEqual([{ folded: 'Nunez' }]);
      expect(await rulesOf(other.database.pool)).toEqual(right);
    } finally {
      await other.close();
    }
  });
});

describe('a start', () => {
  test('with the same rules locks nothing and writes nothing', async () => {
    const before = await pool.query('select * from dorsal_rules order by name');
    expect(await lockedBy((client) => applyRules(client, declared))).toEqual([]);
    await migrateDatabase(database);
    expect((await pool.query('select * from dorsal_rules order by name')).rows).toEqual(before.rows);
  });

  test('locks the table of the one policy that changed, and no other', async () => {
    expect(await lockedBy((client) => applyRules(client, withRule('policy stores dorsal_tenant', narrower)))).toEqual([
      'stores AccessExclusiveLock',
    ]);
  });

  test('locks nothing for a changed function or grant', async () => {
    expect(
      await lockedBy((client) =>
        applyRules(
          client,
          withRule('function dorsal_bump_access', (sql) => sql.replace('stamp + 1', 'stamp + 2')),
        ),
      ),
    ).toEqual([]);
    expect(
      await lockedBy((client) =>
        applyRules(
          client,
          withRule('grants stores', (sql) => sql.replace('grant select, insert, update, delete', 'grant select')),
        ),
      ),
    ).toEqual([]);
  });

  test('keeps no reader away for a changed trigger', async () => {
    expect(
      await lockedBy((client) =>
        applyRules(
          client,
          withRule('trigger users dorsal_stamp', (sql) => sql.replace('after insert or delete', 'after insert')),
        ),
      ),
    ).toEqual(['users ShareRowExclusiveLock']);
  });

  test('locks nothing for a text that changed and says the same', async () => {
    expect(
      await lockedBy((client) =>
        applyRules(
          client,
          withRule('policy stores dorsal_tenant', (sql) => sql.replace('using (', 'using  ((true) and ').replace('(true) and ', '')),
        ),
      ),
    ).toEqual([]);
  });

  test('locks nothing when it has lost its notes, as those of a restored database may be', async () => {
    expect(
      await lockedBy(async (client) => {
        await client.query('delete from dorsal_rules');
        await applyRules(client, declared);
        const {
          rows: [noted],
        } = await client.query<{ count: number }>('select count(*)::int as count from public.dorsal_rules');
        expect(noted!.count).toBe(declared.length);
      }),
    ).toEqual([]);
  });

  test('takes away what a new version no longer declares', async () => {
    const gone = ['policy stores dorsal_tenant', 'rls stores', 'trigger users dorsal_stamp', 'grants uploads'];
    await migrateDatabase(database, { rules: declared.filter(({ name }) => !gone.includes(name)) });
    const now = await rulesOf(pool);
    expect(
      Object.keys(right)
        .filter((name) => !Object.hasOwn(now, name))
        .sort(),
    ).toEqual([...gone].sort());
    await migrateDatabase(database);
    expect(await rulesOf(pool)).toEqual(right);
  });

  test('that meets a rule which cannot be applied changes nothing and says which', async () => {
    const rules = withRule('policy stores dorsal_tenant', (sql) => sql.replace('organizationid', 'no_such_column')).map((rule) =>
      rule.name === 'grants audits' ? { ...rule, sql: 'revoke all on public.audits from dorsal_tenant;' } : rule,
    );
    const refused = await migrateDatabase(database, { rules }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseError);
    expect((refused as Error).message).toMatch(
      /^The rule "policy stores dorsal_tenant" of the database could not be applied: column "no_such_column" does not exist\. Nothing was changed\.$/,
    );
    expect(await rulesOf(pool)).toEqual(right);
  });

  test('over the data of the present release locks nothing: its rules are these', async () => {
    const old = await openEmptyDatabase();
    try {
      await restoreRelease(old.database.pool, readRelease(keptReleases().at(-1)!));
      expect(
        await lockedBy(async (client) => {
          await client.query(rulesTable);
          await applyRules(client, declared);
        }, old.database.pool),
      ).toEqual([]);
    } finally {
      await old.close();
    }
  });

  test(
    'over the data of 0.1.0 builds no index again',
    async () => {
      const old = await openEmptyDatabase();
      try {
        await restoreRelease(old.database.pool, readRelease('0.1.0'));
        const files = "select relname, relfilenode::text from pg_class where relname like '%\\_excl' order by 1"; // another file is an index that was built again
        const before = await old.database.pool.query(files);
        await migrateDatabase(old.database);
        expect(before.rows).toHaveLength(2);
        expect((await old.database.pool.query(files)).rows).toEqual(before.rows);
        expect(await rulesOf(old.database.pool)).toEqual(right);
      } finally {
        await old.close();
      }
    },
    longer.timeout,
  );
});
