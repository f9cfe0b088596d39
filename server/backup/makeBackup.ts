import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import type { ObjectStorages } from '../adapters/objectStorage/ObjectStorage';
import type { Database } from '../database/openDatabase';
import { entry, format, writeArchive, type BackupEnd, type BackupHead, type BackupTable } from './backupFile';

/** What is written: a database, the files that it refers to, and the secret without which nobody could sign in. */
export interface Backed {
  readonly database: Pick<Database, 'pool' | 'engine'>;
  readonly storages: ObjectStorages;
  readonly secret: string;
  readonly version: string;
}

/** What a backup leaves out: whatever the start applies again, and transaction ids, which differ in another database. */
export const ownTables: readonly string[] = ['dorsal_state', 'dorsal_rules', 'user_writes', 'list_changes'];

const tablesSql = `
  select c.relname as name, bool_or(a.atttypid = 'bytea'::regtype) as heavy, json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not (c.relname = any($1)) group by c.relname order by 1`;
const sequencesSql =
  "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1";
const outsideSql = "select uploadid, storage from uploads where storage <> 'local' and dropped_at is null order by uploadid";
/** A snapshot of the whole database, read past all policies, with each value as text that every engine reads. */
const beginSql =
  "begin isolation level repeatable read, read only; set local row_security = off; set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local statement_timeout = 0";
const digits = 6,
  usualRows = 1000;
const quote = (name: string): string => `"${name}"`;

interface Found extends BackupTable {
  readonly heavy: boolean;
}
type Add = Parameters<Parameters<typeof writeArchive>[1]>[0];

const addTable = async (client: pg.ClientBase, add: Add, { name, columns, heavy }: Found): Promise<number> => {
  const most = heavy ? 1 : usualRows; // a row with a file in it may have a hundred megabytes
  await client.query(
    `declare backed no scroll cursor for select ${columns.map(([column]) => `${quote(column)}::text`).join(', ')} from public.${quote(name)}`,
  );
  let count = 0;
  for (let part = 1; ; part += 1) {
    const { rows } = await client.query<Record<string, string | null>>(`fetch ${most} from backed`);
    const lines = rows.map((row) => JSON.stringify(columns.map(([column]) => row[column])));
    if (lines.length > 0) await add(`${entry.tables}${name}/${String(part).padStart(digits, '0')}.jsonl`, lines.join('\n'));
    count += rows.length;
    if (rows.length < most) break;
  }
  await client.query('close backed');
  return count;
};

const addFiles = async (client: pg.ClientBase, add: Add, storages: ObjectStorages): Promise<Pick<BackupEnd, 'files' | 'missing'>> => {
  const { rows } = await client.query<{ uploadid: string; storage: string }>(outsideSql);
  const missing: string[] = [];
  for (const { uploadid, storage } of rows) {
    const named = storages.named(storage);
    if (!named) throw new Error(`The file ${uploadid} is in the object storage "${storage}", which OBJECT_STORAGE does not name.`);
    const bytes = await named.get(uploadid);
    if (bytes) await add(`${entry.files}${uploadid}`, await buffer(bytes));
    else missing.push(uploadid);
  }
  return { files: rows.length - missing.length, missing };
};

const fill = async (client: pg.ClientBase, add: Add, { database, storages, secret, version }: Backed): Promise<BackupEnd> => {
  const { rows: migrations } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at, id',
  );
  const { rows: tables } = await client.query<Found>(tablesSql, [ownTables]);
  const head: BackupHead = {
    format,
    version,
    engine: database.engine,
    created: new Date().toISOString(),
    migrations: migrations.map(({ hash }) => hash),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  };
  await add(entry.head, JSON.stringify(head));
  await add(entry.secret, secret);
  const counts: [string, number][] = [];
  for (const table of tables) counts.push([table.name, await addTable(client, add, table)]);
  const { rows: sequences } = await client.query<{ name: string; last: string }>(sequencesSql);
  const end: BackupEnd = {
    rows: Object.fromEntries(counts),
    sequences: sequences.map(({ name, last }) => [name, last]),
    ...(await addFiles(client, add, storages)),
  };
  await add(entry.end, JSON.stringify(end));
  return end;
};

/** Writes everything of one moment into one file, while the database is in use. */
export const makeBackup = async (backed: Backed, file: string): Promise<BackupEnd> => {
  const client = await backed.database.pool.connect();
  try {
    await client.query(beginSql);
    return await writeArchive(file, (add) => fill(client, add, backed));
  } finally {
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
};
