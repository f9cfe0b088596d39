import type pg from 'pg';
import { quote } from '../server/kernel/sql';

interface Definition {
  readonly tablename: string;
  readonly name: string;
  readonly definition: string;
}

const foreignKeys = `
  select c.relname as tablename, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
   where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1, 2`;
const indexes = `
  select c.relname as tablename, i.relname as name, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
   where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and not exists (select 1 from pg_constraint k where k.conindid = x.indexrelid) order by 1, 2`;
/** Triggers before each row copy the owner from the parent; rows that contain it need none. */
const rowTriggers = `
  select c.relname as tablename, t.tgname as name, '' as definition from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where not t.tgisinternal and t.tgtype & 3 = 3 and c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1, 2`;

/**
 * Removes foreign keys and indexes of some tables while many rows are written to them, and restores them, which checks every row.
 * Afterwards the tables are analyzed: without that, queries over a million rows are planned as if there were none.
 *
 * Needs an open transaction: whatever fails, the tables are unchanged afterwards.
 */
export const withBareTables = async (
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
  onRebuild: () => void,
): Promise<void> => {
  const read = async (text: string): Promise<readonly Definition[]> => (await client.query<Definition>(text, [tables])).rows;
  const [keys, built, triggers] = [await read(foreignKeys), await read(indexes), await read(rowTriggers)];
  for (const { tablename, name } of keys) await client.query(`alter table ${quote(tablename)} drop constraint ${quote(name)}`);
  for (const { name } of built) await client.query(`drop index ${quote(name)}`);
  for (const { tablename, name } of triggers) await client.query(`alter table ${quote(tablename)} disable trigger ${quote(name)}`);
  await work();
  onRebuild();
  for (const { tablename, name } of triggers) await client.query(`alter table ${quote(tablename)} enable trigger ${quote(name)}`);
  for (const { definition } of built) await client.query(definition);
  for (const { tablename, name, definition } of keys)
    await client.query(`alter table ${quote(tablename)} add constraint ${quote(name)} ${definition}`);
  await client.query(`analyze ${tables.map(quote).join(', ')}`);
};
