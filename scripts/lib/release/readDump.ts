import { readFileSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { foundationSql } from '@/schema/project/security';
import type { DumpedTable, ReleaseDump } from './ReleaseDump';

const folder = new URL('../../../server/database/', import.meta.url);
const breakpoint = '--> statement-breakpoint';
/** Created by the start itself, which stores in them what it applied. */
const own = ['dorsal_state', 'dorsal_rules'];

const tablesSql = `
  select c.relname as name, (
    select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;
const sequencesSql =
  "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1";
const ownSql = `
  select format('create table public.%I (%s)', c.relname, (
    select string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid)), ', ' order by a.attnum)
           || coalesce((select ', ' || pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'p'), '')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)) as sql
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1`;

const quote = (name: string): string => `"${name}"`;
const rowsOf = async (client: pg.ClientBase, { name, columns }: Pick<DumpedTable, 'name' | 'columns'>): Promise<DumpedTable> => {
  const text = `select ${columns.map(([column]) => `${quote(column)}::text`).join(', ')} from public.${quote(name)} order by ${columns
    .map((_, at) => at + 1)
    .slice(0, 2)
    .join(', ')}`;
  const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array' });
  return { name, columns, rows };
};

/** Reads a whole database of the running version, with the statements that created it. */
export const readDump = async (client: pg.ClientBase, version: string): Promise<ReleaseDump> => {
  const { rows: tables } = await client.query<Pick<DumpedTable, 'name' | 'columns'>>(tablesSql);
  const { rows: sequences } = await client.query<{ name: string; last: string }>(sequencesSql);
  const { rows: made } = await client.query<{ sql: string }>(ownSql, [own]);
  const migrations = readMigrationFiles({ migrationsFolder: new URL('migrations', folder).pathname });
  const dumped: DumpedTable[] = [];
  for (const table of tables) dumped.push(await rowsOf(client, table));
  return {
    version,
    foundation: foundationSql,
    own: made.map(({ sql }) => sql),
    security: readFileSync(new URL('security.sql', folder), 'utf8'),
    migrations: migrations.map(({ sql, hash, folderMillis }) => ({ sql: sql.join(breakpoint), hash, when: folderMillis })),
    tables: dumped,
    sequences: sequences.map(({ name, last }) => [name, last] as const),
  };
};
