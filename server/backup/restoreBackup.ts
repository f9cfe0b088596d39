import type pg from 'pg';
import { foundationSql } from '@/schema/project/security';
import type { ObjectStorages } from '../adapters/objectStorage/ObjectStorage';
import { DatabaseError } from '../database/DatabaseError';
import { explainRight } from '../database/layFoundation';
import { knownMigrations, migrateDatabase, runAddedMigrations, type Wanted } from '../database/migrateDatabase';
import type { Database } from '../database/openDatabase';
import { runMigrations } from '../database/runMigrations';
import { leave } from '../database/transaction';
import { entry, format, readArchive, type BackupEnd, type BackupHead, type BackupTable } from './backupFile';
import { codeOf } from '../database/faults';

/** Where a backup is restored to. */
export interface Place {
  readonly database: Database;
  /** Where files of an object storage are put, given the function that writes to the database. */
  readonly storagesOn: (client: pg.ClientBase) => ObjectStorages;
  /** Called with the secret of the backup before anything is written; it may refuse. */
  readonly onSecret: (secret: string) => void;
  /** The migrations of plugins, whose tables a backup holds too. */
  readonly wanted?: Pick<Wanted, 'rules' | 'added'>;
  /** Whether existing data is removed. */
  readonly force: boolean;
}
/** What a restore brought back. */
export interface Restored {
  readonly version: string;
  readonly rows: number;
  readonly files: number;
  readonly missing: readonly string[];
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tablesSql = "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1";
const functionsSql = `
  select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
const othersSql =
  "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'dorsal' and pid <> pg_backend_pid()";
const keysSql =
  "select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace";
const damaged = (file: string, cause?: unknown): DatabaseError =>
  new DatabaseError(`${file} is no whole backup of Dorsal. Nothing was changed.`, { cause });

const readHead = (file: string, name: string, bytes: Buffer): BackupHead => {
  if (name !== entry.head) throw damaged(file);
  const head = JSON.parse(bytes.toString()) as BackupHead,
    known = knownMigrations();
  const isOurs =
    head.format === format && head.migrations.length <= known.length && head.migrations.every((hash, at) => hash === known[at]?.hash);
  if (!isOurs)
    throw new DatabaseError(
      `The backup was made by Dorsal ${head.version}, and this version cannot read it. Nothing was changed. Restore it with that version, or with a newer one.`,
    );
  return head;
};

/** Refuses a place with data in it, unless that may be removed. */
const clear = async (client: pg.ClientBase, { database: { engine }, force }: Place): Promise<void> => {
  const {
    rows: [others],
  } = engine === 'postgres' ? await client.query<{ count: number }>(othersSql) : { rows: [] };
  if (others && others.count > 0)
    throw new DatabaseError(
      `Dorsal works with this database (${others.count} connections). Stop its processes first. Nothing was changed.`,
    );
  const { rows: tables } = await client.query<{ name: string }>(tablesSql);
  if (tables.length === 0) return;
  if (!force)
    throw new DatabaseError(
      `The database is not empty: it has ${tables.length} tables. Nothing was changed. Restore into an empty one, or add --force to lose what is there.`,
    );
  for (const { name } of tables) await client.query(`drop table public.${quote(name)} cascade`);
  const { rows: functions } = await client.query<{ name: string }>(functionsSql);
  for (const { name } of functions) await client.query(`drop function if exists ${name} cascade`);
  await client.query('drop schema if exists drizzle cascade');
};

/** The tables as they were, without their foreign keys, because rows are restored in the order of the table names. */
const build = async (client: pg.ClientBase, { migrations }: BackupHead, { wanted }: Place): Promise<() => Promise<void>> => {
  await client.query(foundationSql).catch((error: unknown) => {
    throw explainRight(error);
  });
  await runMigrations(client, knownMigrations().slice(0, migrations.length), true);
  await runAddedMigrations(client, wanted?.added ?? []);
  const { rows: keys } = await client.query<{ place: string; name: string; definition: string }>(keysSql);
  for (const { place, name } of keys) await client.query(`alter table ${place} drop constraint ${quote(name)}`);
  return async () => {
    for (const { place, name, definition } of keys) await client.query(`alter table ${place} add constraint ${quote(name)} ${definition}`);
  };
};

const fillTable = async (client: pg.ClientBase, { name, columns }: BackupTable, bytes: Buffer): Promise<number> => {
  const records = bytes
    .toString()
    .split('\n')
    .map((line) => {
      const row = JSON.parse(line) as (string | null)[];
      return Object.fromEntries(columns.map(([column], at) => [column, row[at]]));
    });
  const names = columns.map(([column]) => quote(column));
  await client.query(
    `insert into public.${quote(name)} (${names.join(', ')}) overriding system value select ${columns.map(([column, type]) => `r.${quote(column)}::${type}`).join(', ')} from json_to_recordset($1::json) as r(${names.map((column) => `${column} text`).join(', ')})`,
    [JSON.stringify(records)],
  );
  return records.length;
};

const keepFile = async (client: pg.ClientBase, { taking }: ObjectStorages, key: string, data: Buffer): Promise<void> => {
  const {
    rows: [upload],
  } = await client.query<{ mime: string }>('update uploads set storage = $2 where uploadid = $1 returning mime', [key, taking.name]);
  if (upload) await taking.put({ key, mime: upload.mime, data });
};

const settle = async (client: pg.ClientBase, { rows, sequences }: BackupEnd, counts: ReadonlyMap<string, number>): Promise<void> => {
  for (const [name, count] of Object.entries(rows))
    if ((counts.get(name) ?? 0) !== count) throw new Error(`${counts.get(name) ?? 0} of ${count} rows of ${name}`);
  for (const [name, last] of sequences) await client.query('select setval($1::regclass, $2)', [`public.${quote(name)}`, last]);
};

const fill = async (client: pg.ClientBase, file: string, place: Place): Promise<Restored> => {
  const counts = new Map<string, number>();
  let head: BackupHead | undefined,
    end: BackupEnd | undefined,
    tie = async (): Promise<void> => {};
  for await (const { name, bytes } of readArchive(file)) {
    if (!head) head = readHead(file, name, bytes);
    else if (name === entry.secret) {
      place.onSecret(bytes.toString());
      await clear(client, place);
      tie = await build(client, head, place);
    } else if (name.startsWith(entry.tables)) {
      const [, called] = name.split('/'),
        table = head.tables.find((each) => each.name === called);
      if (!table) throw new Error(name);
      counts.set(table.name, (counts.get(table.name) ?? 0) + (await fillTable(client, table, bytes)));
    } else if (name.startsWith(entry.files)) await keepFile(client, place.storagesOn(client), name.slice(entry.files.length), bytes);
    else if (name === entry.end) end = JSON.parse(bytes.toString()) as BackupEnd;
  }
  if (!head || !end) throw damaged(file);
  await settle(client, end, counts);
  await tie();
  return {
    version: head.version,
    rows: [...counts.values()].reduce((sum, count) => sum + count, 0),
    files: end.files,
    missing: end.missing,
  };
};

/** Refuses the secret of another installation, with which nobody in the backup could sign in. */
export const refuseOtherSecret = (file: string, chosen: string | undefined, secret: string): void => {
  if (chosen && chosen !== secret)
    throw new DatabaseError(
      `AUTH_SECRET is not the one of the backup, so nobody could sign in. Nothing was changed. This prints the one to set: tar -xzOf ${file} auth-secret`,
    );
};

const isOfFile = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  (error instanceof Error &&
    (/^(Z_|ERR_STREAM)/.test(codeOf(error)) || /^(Invalid tar header|Unexpected end of data)/.test(error.message)));
/** Restores a backup into an empty place, all of it or nothing, and brings it up to date with roles, policies and grants. */
export const restoreBackup = async (file: string, place: Place): Promise<Restored> => {
  const { pool } = place.database,
    client = await pool.connect();
  let restored: Restored;
  try {
    await client.query('begin');
    restored = await fill(client, file, place);
    await client.query('commit');
    client.release();
  } catch (error) {
    await leave(client, 'rollback', error);
    throw isOfFile(error) ? damaged(file, error) : error;
  }
  await migrateDatabase(place.database, place.wanted);
  return restored;
};
