import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/openDatabase';
import { openTestDatabase } from '../support/database';
import { longer } from '../support/limits';

const page = readFileSync('docs/operations.md', 'utf8');
const section = page.slice(page.indexOf('\n## More than one PostgreSQL'));
/** The statements of the page after those that need the extension itself. */
const [servers = '', ...statements] = [...section.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

/** What Citus refuses, said of one table when it is distributed or copied. */
const rulesOfCitus = `
create table placed (name regclass primary key, how text not null);
create function create_reference_table(asked regclass) returns void language plpgsql as $$ begin
  if exists (select 1 from pg_constraint k join placed p on p.name = k.confrelid where k.conrelid = asked and k.contype = 'f' and p.how = 'distributed')
  then raise exception '% refers to a distributed table', asked; end if;
  insert into placed values (asked, 'reference');
end $$;
create function create_distributed_table(asked regclass, col text, colocate_with text default 'default') returns void language plpgsql as $$
declare wrong text; begin
  select string_agg(i.indexrelid::regclass::text, ', ') into wrong
    from pg_index i join pg_attribute a on a.attrelid = asked and a.attname = col
   where i.indrelid = asked and (i.indisunique or i.indisexclusion) and not a.attnum = any(i.indkey::int2[]);
  if wrong is not null then raise exception 'without the column of distribution: %', wrong; end if;
  insert into placed values (asked, 'distributed');
end $$;`;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ holding: 'reference', poolSize: 1 });
});
afterAll(() => database.close());

test(
  'the statements of the design for Citus leave every table where its rules allow it, and every foreign key that it can keep',
  longer,
  async () => {
    expect(servers).toMatch(/^create extension citus;/);
    const client = await database.pool.connect();
    try {
      const foreignKeys = async (): Promise<number> =>
        (await client.query<{ count: number }>("select count(*)::int as count from pg_constraint where contype = 'f'")).rows[0]!.count;
      const before = await foreignKeys();
      await client.query(rulesOfCitus);
      for (const statement of statements) await client.query(statement);
      const { rows: unplaced } = await client.query<{ name: string }>(
        `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organizationid'
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.oid not in (select name from placed)`,
      );
      expect(unplaced.map(({ name }) => name)).toEqual(['auth_sessions']);
      const { rows: impossible } = await client.query<{ said: string }>(
        `select k.conrelid::regclass || ': ' || pg_get_constraintdef(k.oid) as said
           from pg_constraint k left join placed holder on holder.name = k.conrelid left join placed target on target.name = k.confrelid
           left join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'organizationid'
          where k.contype = 'f' and case holder.how
                when 'distributed' then target.how is null or (target.how = 'distributed' and not a.attnum = any(k.conkey))
                when 'reference' then target.how is distinct from 'reference'
                else target.how = 'distributed' end`,
      );
      expect(impossible.map(({ said }) => said)).toEqual([]);
      const { rows: outside } = await client.query('select 1 from foreign_keys where is_outside');
      expect(outside.length).toBeGreaterThan(0);
      expect(await foreignKeys()).toBe(before - outside.length);
    } finally {
      client.release(true);
    }
  },
);
