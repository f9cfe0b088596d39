import type pg from 'pg';
import type { DumpedTable, ReleaseDump } from '../../../scripts/lib/release/ReleaseDump';
import { withOwner } from '../../../server/database/transaction';

const quote = (name: string): string => `"${name}"`;
const fill = async (client: pg.ClientBase, { name, columns, rows }: DumpedTable): Promise<void> => {
  if (rows.length === 0) return;
  const names = columns.map(([column]) => quote(column));
  const values = columns.map(([column, type]) => `r.${quote(column)}::${type}`);
  const records = rows.map((row) => Object.fromEntries(columns.map(([column], at) => [column, row[at]])));
  await client.query(
    `insert into public.${quote(name)} (${names.join(', ')}) overriding system value select ${values.join(', ')} from json_to_recordset($1::json) as r(${names.map((column) => `${column} text`).join(', ')})`,
    [JSON.stringify(records)],
  );
};

/** Makes an empty database what a release left behind: its statements, what it wrote down about them, its rows, its rules. */
export const restoreRelease = (pool: pg.Pool, { foundation, migrations, own, security, tables, sequences }: ReleaseDump): Promise<void> =>
  withOwner(pool, async (client) => {
    await client.query(foundation);
    for (const { sql } of migrations) await client.query(sql);
    for (const statement of own) await client.query(statement);
    await client.query(
      'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    );
    for (const { hash, when } of migrations)
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
    await client.query('set local session_replication_role = replica'); // rows come in the order of their tables' names
    for (const table of tables) await fill(client, table);
    await client.query('set local session_replication_role = origin');
    await client.query(security);
    for (const [name, last] of sequences) await client.query('select setval($1::regclass, $2)', [`public.${quote(name)}`, last]);
  });
